import CLinux
import DevtoolKit
import Glibc
import SystemPackage

/// The folders that outputs are restored into.
///
/// A folder that `outputs` names without wildcards may be a link, as for a ``GlobWalk``. Beneath it, no link is followed,
/// whoever has put it there.
struct OutputFolders: ~Copyable {
    private let glob: Glob
    private let directory: FilePath
    /// The folder that is open: outputs come folder by folder.
    private var current: (path: FilePath, descriptor: Int32)?

    /// The folders of the files that patterns mean from a folder on.
    init(of glob: Glob, in directory: FilePath) {
        self.glob = glob
        self.directory = directory
    }

    deinit {
        if let current { close(current.descriptor) }
    }

    /// The place of an output; folders that are missing are created.
    ///
    /// - Throws: ``FileError``.
    mutating func place(of output: FilePath) throws -> OutputPlace {
        let folder = output.removingLastComponent()
        let path = directory.pushing(output)
        guard let name = output.lastComponent else {
            throw FileError.cannotCreate(path.string, .invalidArgument)
        }
        if let current, current.path == folder {
            return OutputPlace(folder: current.descriptor, name: name, path: path)
        }
        if let current { close(current.descriptor) }
        current = nil
        let depth = glob.literalDepth(of: folder)
        let base = directory.pushing(
            FilePath(root: folder.root, folder.components.prefix(depth)))
        try base.createDirectories()
        do {
            let descriptor = try Self.open(folder.components.dropFirst(depth), beneath: base)
            current = (folder, descriptor)
            return OutputPlace(folder: descriptor, name: name, path: path)
        } catch {
            throw FileError.cannotCreate(path.string, error)
        }
    }

    private static func open(
        _ names: FilePath.ComponentView.SubSequence, beneath base: FilePath
    ) throws(Errno) -> Int32 {
        // With the dot, the folder may be a link.
        var folder = base.appending(".").withPlatformString { open_folder_named(AT_FDCWD, $0) }
        if folder < 0 { throw Errno(rawValue: errno) }
        if names.isEmpty { return folder }
        let whole = FilePath(root: nil, names).withPlatformString {
            open_folder_beneath(folder, $0)
        }
        if whole >= 0 {
            close(folder)
            return whole
        }
        // It is missing, or the system cannot open it at once.
        for name in names {
            let (next, error) = name.withPlatformString { name in
                var next = open_folder_named(folder, name)
                if next < 0, errno == ENOENT, mkdirat(folder, name, 0o777) == 0 {
                    next = open_folder_named(folder, name)
                }
                return (next, errno)
            }
            close(folder)
            if next < 0 { throw Errno(rawValue: error) }
            folder = next
        }
        return folder
    }
}

/// The place of an output: a name in a folder that is open.
struct OutputPlace {
    fileprivate let folder: Int32
    fileprivate let name: FilePath.Component
    /// For messages.
    fileprivate let path: FilePath

    /// The status of the file that is there, if it is a regular one with exactly these permissions.
    func status(ofFileWith mode: UInt16) -> stat? {
        var status = stat()
        let result = name.withPlatformString {
            fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW)
        }
        guard result == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_mode & 0o7777 == mode_t(mode)
        else { return nil }
        return status
    }

    /// Creates the file anew, to be written.
    ///
    /// - Throws: `Errno`.
    func createFile() throws(Errno) -> FileDescriptor {
        let descriptor = name.withPlatformString {
            unlinkat(folder, $0, 0)
            return openat(
                folder, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        if descriptor < 0 { throw Errno(rawValue: errno) }
        return FileDescriptor(rawValue: descriptor)
    }

    /// Makes it a symbolic link; one that says the same is left alone.
    ///
    /// - Throws: `Errno`.
    func link(to target: FilePath) throws(Errno) {
        let result = name.withPlatformString { name in
            target.withPlatformString { target in
                let length = strlen(target)
                var present = [CChar](repeating: 0, count: length + 2)
                if readlinkat(folder, name, &present, length + 1) == length,
                    strcmp(present, target) == 0
                {
                    return 0 as Int32
                }
                unlinkat(folder, name, 0)
                return symlinkat(target, folder, name)
            }
        }
        if result != 0 { throw Errno(rawValue: errno) }
    }
}

extension Glob {
    /// How many of a folder's names are those of folders that a pattern names without wildcards.
    fileprivate func literalDepth(of folder: FilePath) -> Int {
        let names = folder.components.map { FilePath(root: nil, [$0]).bytes }
        let depths = rules.lazy.filter { !$0.isExclusion && $0.isAbsolute == folder.isAbsolute }
            .map { rule in zip(names, rule.steps).prefix { $0 == $1.literal }.count }
        return depths.max() ?? 0
    }

    /// Whether a symbolic link leads to one of the files that the patterns mean, or to one that is missing.
    ///
    /// Where names come before `..`, one of them may be a link, and lead elsewhere.
    func matches(_ target: FilePath, ofLink link: FilePath) -> Bool {
        let names = target.components.drop { $0.kind != .regular }
        if target.isAbsolute || names.contains(where: { $0.kind == .parentDirectory }) {
            return false
        }
        return matches(
            link.removingLastComponent().pushing(target).lexicallyNormalized().bytes)
    }
}

extension FilePath {
    /// The path with these bytes, of which none is zero.
    init(bytes: [UInt8]) {
        self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
    }

    /// What names the file, be it UTF-8 or not.
    var bytes: [UInt8] {
        withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
            .map { UInt8(bitPattern: $0) }
    }
}
