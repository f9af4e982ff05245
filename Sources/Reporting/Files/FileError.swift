public import SystemPackage

/// What can go wrong with a file that devtool reads or writes.
public enum FileError: DiagnosableError {
    /// An input is missing, is a folder, or may not be read.
    case cannotRead(String, Errno)
    /// An input is no regular file, or too large, as the reason says.
    case unsuitable(String, reason: String)
    /// An output cannot be opened.
    case cannotCreate(String, Errno)
    /// An output that is there already cannot be replaced by a new file.
    case cannotReplace(String, Errno)
    /// An output would go through a symbolic link or a folder, or into a file, that another user has put into a
    /// world-writable folder.
    case foreign(String)
    /// A symbolic link, or something else that is no regular file, has the name of an output in a folder that devtool
    /// fills.
    case inTheWay(String, isLink: Bool)
    /// Files that were to be new are there.
    case exist([String])
    /// A file that was to be changed is not the one that was read.
    case changedWhileRead(String)
    /// Writing an output failed midway; what was there before is untouched.
    case cannotWrite(String, Errno)
    /// There is no place for a cache: neither `HOME` nor `XDG_CACHE_HOME` is set.
    case noCacheFolder
    /// The folder that the process runs in cannot be told.
    case noWorkingDirectory(Errno)
    /// The cache belongs to another user, who would decide what devtool runs.
    case foreignCacheFolder(Diagnostic)

    /// The sentence for the user.
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
            [
                Diagnostic(
                    "'\(file)' changed while it was being read", hint: "run the command again")
            ]
        case .inTheWay(let file, let isLink):
            [
                Diagnostic(
                    "cannot write '\(file)': it is \(isLink ? "a symbolic link" : "not a regular file")",
                    hint:
                        "no link is followed in such a folder, and only regular files are replaced"
                )
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
            [
                Diagnostic(
                    "cannot write '\(file)': it is owned by another user, "
                        + "in a world-writable folder")
            ]
        case .cannotWrite(let file, let errno): [Diagnostic("cannot write '\(file)': \(errno)")]
        case .foreignCacheFolder(let refusal): [refusal]
        case .noWorkingDirectory(let errno):
            [Diagnostic("cannot determine the working directory: \(errno)")]
        case .noCacheFolder: [Diagnostic("no cache folder: set HOME or XDG_CACHE_HOME")]
        }
    }

    /// Whether it is an output that cannot be written.
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
        case .cannotCreate, .cannotReplace, .foreign, .inTheWay, .exist, .noCacheFolder,
            .foreignCacheFolder:
            .cannotCreate
        case .cannotWrite, .changedWhileRead: .inputOutputError
        }
    }
}

extension FileError {
    /// Refuses to write files that are there already.
    ///
    /// - Throws: ``exists(_:)``.
    package static func refuseExisting(_ paths: [FilePath]) throws {
        if let existing = paths.first(where: \.isTaken) { throw exist([existing.string]) }
    }

    /// The error for an input that cannot be read.
    package init(reading name: String, _ error: InputError) {
        switch error {
        case .system(let errno): self = .cannotRead(name, errno)
        case .notRegular, .tooLarge: self = .unsuitable(name, reason: error.description)
        }
    }
}
