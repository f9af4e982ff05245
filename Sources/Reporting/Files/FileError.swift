public import SystemPackage

/// What can go wrong with a file that devtool reads or writes.
public enum FileError: DiagnosableError {
    /// An input is missing, is a folder, or may not be read.
    case cannotRead(String, Errno)
    /// An output cannot be opened.
    case cannotCreate(String, Errno)
    /// An output that is there already cannot be replaced by a new file.
    case cannotReplace(String, Errno)
    /// An output would go through a symbolic link, or into a file, that another user has put into a folder
    /// where everybody may write.
    case foreign(String)
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

    /// 66, 70, 73 or 74.
    public var exitStatus: ExitStatus {
        switch self {
        case .cannotRead: .noInput
        case .cannotCreate, .cannotReplace, .foreign, .noCacheFolder,
            .foreignCacheFolder:
            .cannotCreate
        case .cannotWrite: .inputOutputError
        case .noWorkingDirectory: .internalError
        }
    }
}
