public import SystemPackage

/// An error with a file that devtool reads or writes.
public enum FileError: DiagnosableError {
    case cannotRead(String, Errno)
    case unsuitable(String, reason: String)
    case cannotCreate(String, Errno)
    case cannotReplace(String, Errno)
    /// An output's path contains a symbolic link, folder or file that another user has put into a world-writable
    /// folder.
    case foreign(String)
    /// In a folder that devtool fills, an output's name is taken by a symbolic link or another file that is not
    /// regular.
    case inTheWay(String, isLink: Bool)
    case exist([String])
    case changedWhileRead(String)
    /// Failed midway; the previous file is unchanged.
    case cannotWrite(String, Errno)
    case noCacheFolder
    case noWorkingDirectory(Errno)
    /// Another user owns the cache folder and could decide what devtool runs.
    case foreignCacheFolder(Diagnostic)

    /// The messages.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .cannotRead(let file, let errno): [Diagnostic("cannot read '\(file)': \(errno)")]
        case .unsuitable(let file, let reason): [Diagnostic("cannot read '\(file)': \(reason)")]
        case .exist(let files):
            files.map {
                Diagnostic(
                    "'\($0)' already exists; not changed",
                    hint: $0 == files.last ? "move it away, or add to it by hand" : nil)
            }
        case .changedWhileRead(let file):
            [Diagnostic("'\(file)' changed while it was being read", hint: "run the command again")]
        case .inTheWay(let file, let isLink):
            [
                Diagnostic(
                    "cannot write '\(file)': it is \(isLink ? "a symbolic link" : "not a regular file")",
                    hint: "no link is followed in such a folder, and only regular files are replaced")
            ]
        case .cannotCreate(let file, let errno): [Diagnostic("cannot create '\(file)': \(errno)")]
        case .cannotReplace(let file, .permissionDenied):
            [
                Diagnostic(
                    "cannot replace '\(file)': \(Errno.permissionDenied)",
                    hint: "a new file takes its place, so its folder must be writable")
            ]
        case .cannotReplace(let file, let errno): [Diagnostic("cannot replace '\(file)': \(errno)")]
        case .foreign(let file):
            [Diagnostic("cannot write '\(file)': it is owned by another user, " + "in a world-writable folder")]
        case .cannotWrite(let file, let errno): [Diagnostic("cannot write '\(file)': \(errno)")]
        case .foreignCacheFolder(let refusal): [refusal]
        case .noWorkingDirectory(let errno): [Diagnostic("cannot determine the working directory: \(errno)")]
        case .noCacheFolder: [Diagnostic("no cache folder: set HOME or XDG_CACHE_HOME")]
        }
    }

    package var isAboutWriting: Bool {
        switch self {
        case .cannotCreate, .cannotReplace, .cannotWrite: true
        default: false
        }
    }

    /// 66, 73 or 74.
    public var exitStatus: ExitStatus {
        switch self {
        case .cannotRead(_, .ioError): .inputOutputError
        case .cannotRead, .unsuitable, .noWorkingDirectory: .noInput
        case .cannotCreate, .cannotReplace, .foreign, .inTheWay, .exist, .noCacheFolder, .foreignCacheFolder:
            .cannotCreate
        case .cannotWrite, .changedWhileRead: .inputOutputError
        }
    }
}

extension FileError {
    package static func refuseExisting(_ paths: [FilePath]) throws {
        if let existing = paths.first(where: \.isTaken) { throw exist([existing.string]) }
    }

    package init(reading name: String, _ error: InputError) {
        switch error {
        case .system(let errno): self = .cannotRead(name, errno)
        case .notRegular, .tooLarge: self = .unsuitable(name, reason: error.description)
        }
    }
}
