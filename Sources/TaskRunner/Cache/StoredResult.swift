import CLinux
import DevtoolKit
import Glibc
import SystemPackage

/// A complete result in a ``ResultCache``, which is locked while this value exists.
struct StoredResult {
    private let folder: FilePath
    let manifest: ResultManifest
    private let glob: Glob
    private let lock: FileLock
    /// Whether it has just come from the remote cache.
    var isRemote = false

    /// Opens a result and checks its files by size and time, and by content if the time differs, as in a copied cache.
    ///
    /// `nil` if a file is missing, damaged, or not an output of the task.
    init?(in folder: FilePath, of inputs: TaskInputs, lock: FileLock) throws {
        guard let bytes = try? folder.appending(ResultCache.manifestName).contents(),
            let manifest = ResultManifest(bytes: bytes)
        else { return nil }
        (self.folder, self.manifest, self.lock) = (folder, manifest, lock)
        glob = try Glob(inputs.outputs)
        for index in manifest.kinds.indices {
            guard glob.matches(manifest.outputs.bytes(at: index)), try isWhole(index) else { return nil }
        }
    }

    private func isWhole(_ index: Int) throws -> Bool {
        if case .link(let target) = manifest.kinds[index] {
            return glob.matches(FilePath(bytes: target), ofLink: manifest.outputs.file(at: index))
        }
        let (file, mark) = (self.file(index), manifest.outputs.marks[index])
        guard let current = FileMark(of: file), current.size == mark.size else { return false }
        if current.modified == mark.modified { return true }
        do { return try SHA256.ofFile(file) == manifest.outputs.checksums[index] } catch is FileError { return false }
    }

    private func file(_ index: Int) -> FilePath { folder.appending("\(index)") }

    func open(_ index: Int) throws -> FileDescriptor {
        try .open(file(index), .readOnly, options: [.noFollow, .closeOnExec])
    }

    /// Copies the outputs to their places, except those that are there already, and returns them with their current
    /// marks.
    ///
    /// - Throws: ``FileError``, after which only some outputs may be restored; `CancellationError`.
    func restore(in directory: FilePath, over present: SourceList) throws -> SourceList {
        let stored = manifest.outputs
        var marks = [FileMark](repeating: FileMark(stat()), count: stored.count)
        var folders = OutputFolders(of: glob, in: directory)
        try stored.compare(with: present) { index, other in
            guard let index else { return }
            try Task.checkCancellation()
            let output = stored.file(at: index)
            let hasContent = other.map { present.checksums[$0] } == stored.checksums[index]
            do {
                let place = try folders.place(of: output)
                switch manifest.kinds[index] {
                case .file(let mode):
                    let status = hasContent ? place.status(ofFileWith: mode) : nil
                    marks[index] = FileMark(try status ?? copy(index, to: place, mode))
                // The target is another output, or missing.
                case .link(let target): try place.link(to: FilePath(bytes: target))
                }
            } catch let errno as Errno { throw FileError.cannotCreate(directory.pushing(output).string, errno) }
        }
        // The modification time is that of the last use.
        _ = folder.appending(ResultCache.manifestName).withPlatformString { utimensat(AT_FDCWD, $0, nil, 0) }
        return SourceList(paths: stored.paths, ends: stored.ends, marks: marks, checksums: stored.checksums)
            ?? SourceList()
    }

    private func copy(_ index: Int, to place: OutputPlace, _ mode: UInt16) throws -> stat {
        let source = try open(index)
        defer { try? source.close() }
        return try source.copyRest(to: place.createFile(), mode: mode_t(mode))
    }

    /// Writes outputs and their manifest into an empty folder.
    static func write(_ outputs: SourceList, of glob: Glob, in directory: FilePath, to folder: FilePath) throws {
        var kinds: [ResultManifest.Kind] = []
        var marks: [FileMark] = []
        for index in 0..<outputs.count {
            try Task.checkCancellation()
            let output = outputs.file(at: index)
            let path = directory.pushing(output)
            if let target = path.linkTarget {
                guard glob.matches(target, ofLink: output) else {
                    throw Problem(
                        .inputOutputError,
                        [
                            Diagnostic(
                                "the link '\(output.string)' points outside the outputs, to '\(target.string)'",
                                severity: .note)
                        ])
                }
                kinds.append(.link(target.bytes))
                marks.append(FileMark(stat()))
                continue
            }
            let (mode, mark) = try store(path, outputs.marks[index], as: folder.appending("\(index)"))
            kinds.append(.file(mode: mode))
            marks.append(mark)
        }
        let stored = SourceList(paths: outputs.paths, ends: outputs.ends, marks: marks, checksums: outputs.checksums)
        let manifest = ResultManifest(outputs: stored ?? SourceList(), kinds: kinds)
        try folder.appending(ResultCache.manifestName).create(manifest.bytes, permissions: .ownerReadWrite)
    }

    /// Copies an output that has not changed since it was hashed.
    private static func store(_ path: FilePath, _ mark: FileMark, as copy: FilePath) throws -> (
        mode: UInt16, mark: FileMark
    ) {
        do {
            let source = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
            defer { try? source.close() }
            let target = try FileDescriptor.open(
                copy, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                permissions: .ownerReadWrite)
            let copied = try source.copyRest(to: target, mode: 0o600)
            let status = try fileStatus(of: source)
            guard FileMark(status) == mark else {
                throw Problem(.inputOutputError, "'\(path.string)' changed while it was being stored")
            }
            return (UInt16(status.st_mode & 0o777), FileMark(copied))
        } catch let errno as Errno { throw FileError.cannotWrite(copy.string, errno) }
    }
}

extension FileDescriptor {
    /// Copies the rest of the file; the target stays open.
    func copyRest(into target: FileDescriptor) throws(Errno) {
        let error = copy_rest_of_file(rawValue, target.rawValue)
        if error != 0 { throw Errno(rawValue: error) }
    }

    /// Copies the rest of the file, closes the target, and returns its status.
    fileprivate func copyRest(to target: FileDescriptor, mode: mode_t) throws -> stat {
        try target.closeAfter {
            try copyRest(into: target)
            if fchmod(target.rawValue, mode) != 0 { throw Errno(rawValue: errno) }
            return try fileStatus(of: target)
        }
    }
}

private func fileStatus(of file: FileDescriptor) throws -> stat {
    var status = stat()
    if fstat(file.rawValue, &status) != 0 { throw Errno(rawValue: errno) }
    return status
}

extension FileMark {
    init?(of path: FilePath) {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.init(status)
    }
}
