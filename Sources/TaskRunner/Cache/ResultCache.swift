import DevtoolKit
import Glibc
import SystemPackage

/// The stored results of tasks, in the user's cache folder: their outputs, by all that these depend on.
///
/// A result is a folder, `results/KEY`, with a ``ResultManifest`` and the outputs' files by their numbers. It gets
/// its name when it is whole, and does not change from then on. Runs that store and restore share a lock; one that
/// removes results has it for itself.
struct ResultCache: Sendable {
    private let folder: FilePath

    /// The name of the file with the manifest.
    static let manifestName = "manifest"
    /// The beginning of the names of results that are not whole yet.
    private static let temporaryPrefix = "~"

    /// The cache in the user's cache folder.
    ///
    /// - Throws: ``FileError`` where there is no cache folder.
    init(in context: Context) throws {
        self.init(folder: try context.cacheFolder().appending("results"))
    }

    /// The cache in a folder, which need not exist.
    init(folder: FilePath) { self.folder = folder }

    /// Finds the result of a task with these inputs.
    ///
    /// - Returns: nil where there is none, or it is damaged; it is removed then.
    /// - Throws: ``FileError``; ``GlobError``; `CancellationError`.
    func result(for key: SHA256, of inputs: TaskInputs) async throws -> StoredResult? {
        let folder = self.folder(of: key)
        guard folder.isDirectory else { return nil }
        let lock = try await lock(.shared)
        if let result = try StoredResult(in: folder, of: inputs, lock: lock) { return result }
        // Another run may just have stored a whole one.
        try await lock.take(.exclusive)
        if try StoredResult(in: folder, of: inputs, lock: lock) == nil {
            folder.removeRecursively()
        }
        return nil
    }

    /// Stores what a task has made; an earlier result is replaced.
    ///
    /// - Parameters:
    ///   - outputs: the files, with the marks that they have now, and their checksums.
    ///   - inputs: the task.
    ///   - key: all that they depend on.
    /// - Throws: ``ResultError``, where a file has changed since it was looked at, too; ``FileError``;
    ///   ``GlobError``; `CancellationError`.
    func store(_ outputs: SourceList, of inputs: TaskInputs, as key: SHA256) async throws {
        let lock = try await lock(.shared)
        let temporary = folder.appending(
            Self.temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36))
        defer { temporary.removeRecursively() }
        try temporary.createPrivateDirectory()
        try StoredResult.write(
            outputs, of: Glob(inputs.outputs), in: inputs.directory, to: temporary)
        let result = folder(of: key)
        if result.isDirectory {
            try await lock.take(.exclusive)
            // Another run may have come first, and cleaned the cache.
            guard temporary.isDirectory else { return }
            result.removeRecursively()
        }
        do {
            try temporary.rename(to: result)
        } catch  where result.isDirectory {
            // Another run has stored the same in the meantime.
        }
    }

    /// Removes the results that were not used for longest, until the rest takes no more than a size.
    ///
    /// Those that were not used for some time go, too. Does nothing while another run uses the cache.
    ///
    /// - Throws: ``FileError``.
    func trim(to size: Int64, unusedFor age: Duration) throws {
        let lock = try FileLock(on: lockFile)
        guard lock.tryToTake(.exclusive) else { return }
        removeTemporaryFolders()
        let limit = FileMark.now - age.nanoseconds
        var rest = size
        for result in results().sorted(by: { $0.lastUse > $1.lastUse }) {
            rest -= result.size
            if rest < 0 || result.lastUse < limit { result.folder.removeRecursively() }
        }
    }

    /// Removes all results.
    ///
    /// - Returns: how many there were, and their bytes.
    /// - Throws: ``FileError``; `CancellationError`.
    func clean() async throws -> (count: Int, size: Int64) {
        guard folder.isDirectory else { return (0, 0) }
        let lock = try await lock(.exclusive)
        defer { lock.release() }
        removeTemporaryFolders()
        let results = results()
        for result in results { result.folder.removeRecursively() }
        return (results.count, results.reduce(0) { $0 + $1.size })
    }

    /// What killed runs have left; to be called with the lock.
    private func removeTemporaryFolders() {
        for name in folder.entryNames() where name.hasPrefix(Self.temporaryPrefix) {
            folder.appending(name).removeRecursively()
        }
    }

    private func results() -> [(folder: FilePath, size: Int64, lastUse: Int64)] {
        folder.entryNames().compactMap { name in
            let result = folder.appending(name)
            guard SHA256(argument: name) != nil else { return nil }
            let manifest = result.appending(Self.manifestName)
            let size = (try? manifest.contents()).flatMap { ResultManifest(bytes: $0)?.size }
            let lastUse = FileMark(of: manifest)?.modified
            // One that is damaged is as good as one of the year 1970.
            return (result, size ?? 0, lastUse ?? 0)
        }
    }

    private var lockFile: FilePath { folder.appending("lock") }

    private func lock(_ kind: FileLock.Kind) async throws -> FileLock {
        try folder.containingFolder.createDirectories()
        try folder.createPrivateDirectory()
        let lock = try FileLock(on: lockFile)
        try await lock.take(kind)
        return lock
    }

    private func folder(of key: SHA256) -> FilePath { folder.appending("\(key)") }
}

extension FilePath {
    /// Creates the folder, if it is missing, for nobody else to look into.
    fileprivate func createPrivateDirectory() throws {
        guard withPlatformString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
            throw FileError.cannotCreate(string, Errno(rawValue: errno))
        }
    }
}

extension Duration {
    /// Saturating.
    fileprivate var nanoseconds: Int64 {
        let (product, overflows) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? .max : product
    }
}
