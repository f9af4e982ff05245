import DevtoolKit
import Glibc
import SystemPackage

/// The stored outputs of tasks in the user's cache folder, by a checksum of everything that they depend on.
///
/// A result is a folder, `results/KEY`, with a ``ResultManifest`` and numbered files. It is created under a temporary
/// name and renamed when complete; it never changes afterwards. Storing and restoring take a shared lock, removing
/// results an exclusive one.
struct ResultCache: Sendable {
    private let folder: FilePath

    static let manifestName = "manifest"
    private static let temporaryPrefix = "~"

    init(in context: Context) throws { self.init(folder: try context.cacheFolder().appending("results")) }

    init(folder: FilePath) { self.folder = folder }

    /// Finds the result for a key; `nil` if there is none, or it was damaged and has been removed.
    func result(for key: SHA256, of inputs: TaskInputs) async throws -> StoredResult? {
        let folder = self.folder(of: key)
        guard folder.isDirectory else { return nil }
        let lock = try await lock(.shared)
        if let result = try StoredResult(in: folder, of: inputs, lock: lock) { return result }
        // Another run may have replaced it while this one waited.
        try await lock.take(.exclusive)
        if try StoredResult(in: folder, of: inputs, lock: lock) == nil { folder.removeRecursively() }
        return nil
    }

    /// Stores the outputs of a task, and replaces an earlier result.
    ///
    /// `key` is the checksum of everything that the outputs depend on.
    ///
    /// - Throws: ``Problem`` if a link leads out of the outputs, or if a file has changed since it was hashed;
    ///   ``FileError``; ``Problem``.
    func store(_ outputs: SourceList, of inputs: TaskInputs, as key: SHA256) async throws {
        try await add(key) { try StoredResult.write(outputs, of: Glob(inputs.outputs), in: inputs.directory, to: $0) }
    }

    /// Adds a result, which `write` puts into an empty folder, and replaces an earlier one.
    func add(_ key: SHA256, _ write: (FilePath) throws -> Void) async throws {
        let lock = try await lock(.shared)
        let temporary = folder.appending(Self.temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36))
        defer { temporary.removeRecursively() }
        try temporary.createPrivateDirectory()
        try write(temporary)
        let result = folder(of: key)
        if result.isDirectory {
            try await lock.take(.exclusive)
            // Another run may have cleaned the cache while this one waited.
            guard temporary.isDirectory else { return }
            result.removeRecursively()
        }
        do { try temporary.rename(to: result) } catch  where result.isDirectory {
            // Another run has just stored the same result.
        }
    }

    /// Removes results that were unused for `age`, and the least recently used ones beyond `size` bytes.
    ///
    /// Does nothing while another run uses the cache.
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

    /// Removes all results, and returns their number and size in bytes.
    func clean() async throws -> (count: Int, size: Int64) {
        guard folder.isDirectory else { return (0, 0) }
        let lock = try await lock(.exclusive)
        defer { lock.release() }
        removeTemporaryFolders()
        let results = results()
        for result in results { result.folder.removeRecursively() }
        return (results.count, results.reduce(0) { $0 + $1.size })
    }

    /// The caller must have the exclusive lock.
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
            // Damaged results count as oldest.
            return (result, size ?? 0, lastUse ?? 0)
        }
    }

    /// A file without a name on the cache's file system, for a result on its way.
    func temporaryFile() throws -> FileDescriptor {
        try createFolder()
        do { return try .temporaryFile(in: folder) } catch let errno as Errno {
            throw FileError.cannotCreate(folder.string, errno)
        }
    }

    private var lockFile: FilePath { folder.appending("lock") }

    private func lock(_ kind: FileLock.Kind) async throws -> FileLock {
        try createFolder()
        let lock = try FileLock(on: lockFile)
        try await lock.take(kind)
        return lock
    }

    private func createFolder() throws {
        try folder.containingFolder.createDirectories()
        try folder.createPrivateDirectory()
    }

    private func folder(of key: SHA256) -> FilePath { folder.appending("\(key)") }
}

extension FilePath {
    /// Creates a folder that is accessible to its owner only, if missing.
    fileprivate func createPrivateDirectory() throws {
        guard withPlatformString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
            throw FileError.cannotCreate(string, Errno(rawValue: errno))
        }
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        let (product, overflows) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? .max : product
    }
}
