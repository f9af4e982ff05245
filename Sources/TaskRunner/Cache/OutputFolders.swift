import DevtoolKit
import Glibc
import SystemPackage

/// Opens the folders that outputs are restored into, without following links.
///
/// As in ``GlobWalk``, a folder that `outputs` names without wildcards may be a link.
struct OutputFolders: ~Copyable {
    private let glob: Glob
    private let directory: FilePath
    /// Outputs come sorted by folder, so one open folder is enough.
    private var current: (path: FilePath, folder: FileDescriptor)?

    init(of glob: Glob, in directory: FilePath) {
        self.glob = glob
        self.directory = directory
    }

    deinit { try? current?.folder.close() }

    /// The place of an output; creates missing folders.
    mutating func place(of output: FilePath) throws -> OutputPlace {
        guard let name = output.lastComponent else { throw Errno.invalidArgument }
        let path = output.removingLastComponent()
        if let current, current.path == path { return OutputPlace(folder: current.folder, name: name) }
        try? current?.folder.close()
        current = nil
        let folder = try open(path)
        current = (path, folder)
        return OutputPlace(folder: folder, name: name)
    }

    private func open(_ path: FilePath) throws -> FileDescriptor {
        let depth = glob.literalDepth(of: path)
        let base = directory.pushing(FilePath(root: path.root, path.components.prefix(depth)))
        try base.createDirectories()
        var folder = try FileDescriptor.open(base, .readOnly, options: [.directory, .closeOnExec])
        for name in path.components.dropFirst(depth) {
            let outer = folder
            defer { try? outer.close() }
            folder = try outer.openFolder(FilePath(root: nil, [name]))
        }
        return folder
    }
}

struct OutputPlace {
    fileprivate let folder: FileDescriptor
    fileprivate let name: FilePath.Component

    func status(ofFileWith mode: UInt16) -> stat? {
        var status = stat()
        let result = name.withPlatformString { fstatat(folder.rawValue, $0, &status, AT_SYMLINK_NOFOLLOW) }
        guard result == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o7777 == mode_t(mode) else {
            return nil
        }
        return status
    }

    /// Creates a new file in place of an existing one.
    func createFile() throws(Errno) -> FileDescriptor {
        let descriptor = name.withPlatformString {
            unlinkat(folder.rawValue, $0, 0)
            return openat(folder.rawValue, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        if descriptor < 0 { throw Errno(rawValue: errno) }
        return FileDescriptor(rawValue: descriptor)
    }

    /// Creates a symbolic link; an existing link to the same target is kept.
    func link(to target: FilePath) throws(Errno) {
        let result = name.withPlatformString { name in
            target.withPlatformString { target in
                let length = strlen(target)
                var present = [CChar](repeating: 0, count: length + 2)
                if readlinkat(folder.rawValue, name, &present, length + 1) == length, strcmp(present, target) == 0 {
                    return 0 as Int32
                }
                unlinkat(folder.rawValue, name, 0)
                return symlinkat(target, folder.rawValue, name)
            }
        }
        if result != 0 { throw Errno(rawValue: errno) }
    }
}

extension Glob {
    fileprivate func literalDepth(of folder: FilePath) -> Int {
        let names = folder.components.map { FilePath(root: nil, [$0]).bytes }
        let depths = rules.lazy.filter { !$0.isExclusion && $0.isAbsolute == folder.isAbsolute }.map { rule in
            zip(names, rule.steps).prefix { $0 == $1.literal }.count
        }
        return depths.max() ?? 0
    }

    /// Whether a link's target matches the patterns, even if it does not exist.
    ///
    /// A `..` after a name is refused, because that name may be a link elsewhere.
    func matches(_ target: FilePath, ofLink link: FilePath) -> Bool {
        let names = target.components.drop { $0.kind != .regular }
        if target.isAbsolute || names.contains(where: { $0.kind == .parentDirectory }) { return false }
        return matches(link.removingLastComponent().pushing(target).lexicallyNormalized().bytes)
    }
}

extension FilePath {
    init(bytes: some Collection<UInt8>) { self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0]) }

    var bytes: [UInt8] {
        withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }.map { UInt8(bitPattern: $0) }
    }
}
