public import Files
import SystemPackage

extension FileError: DiagnosableError {
    /// The messages.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .cannotRead(let file, let errno): [Diagnostic("cannot read '\(file)': \(errno)")]
        case .unsuitable(let file, let reason): [Diagnostic("cannot read '\(file)': \(reason)")]
        case .exist(let files):
            files.map {
                Diagnostic(
                    "'\($0)' already exists; not changed", hint: $0 == files.last ? "move it or edit it by hand" : nil)
            }
        case .changedWhileRead(let file):
            [Diagnostic("'\(file)' changed while it was being read", hint: "run the command again")]
        case .inTheWay(let file, let isLink):
            [
                Diagnostic(
                    "cannot write '\(file)': it is \(isLink ? "a symbolic link" : "not a regular file")",
                    hint: "links inside the output folder are not followed, and only regular files are replaced")
            ]
        case .cannotCreate(let file, let errno): [Diagnostic("cannot create '\(file)': \(errno)")]
        case .cannotReplace(let file, .permissionDenied):
            [
                Diagnostic(
                    "cannot replace '\(file)': \(Errno.permissionDenied)",
                    hint: "it is replaced by a new file, so its folder must be writable")
            ]
        case .cannotReplace(let file, let errno): [Diagnostic("cannot replace '\(file)': \(errno)")]
        case .foreign(let file):
            [Diagnostic("cannot write '\(file)': it is in a world-writable folder and owned by another user")]
        case .cannotWrite(let file, let errno): [Diagnostic("cannot write '\(file)': \(errno)")]
        case .noWorkingDirectory(let errno): [Diagnostic("cannot determine the working directory: \(errno)")]
        case .noCacheFolder: [Diagnostic("no cache folder: set HOME or XDG_CACHE_HOME")]
        }
    }

    /// 66, 73 or 74.
    public var exitStatus: ExitStatus {
        switch self {
        case .cannotRead(_, .ioError): .inputOutputError
        case .cannotRead, .unsuitable, .noWorkingDirectory: .noInput
        case .cannotCreate, .cannotReplace, .foreign, .inTheWay, .exist, .noCacheFolder: .cannotCreate
        case .cannotWrite, .changedWhileRead: .inputOutputError
        }
    }
}
