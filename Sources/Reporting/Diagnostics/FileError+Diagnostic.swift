public import Files
import SystemPackage

extension FileError: DiagnosableError {
    /// The messages.
    public var diagnostics: [Diagnostic] {
        func one(_ message: String, hint: String? = nil) -> [Diagnostic] { [Diagnostic(message, hint: hint)] }
        return switch self {
        case .cannotRead(let file, let errno): one("cannot read '\(file)': \(errno)")
        case .unsuitable(let file, let reason): one("cannot read '\(file)': \(reason)")
        case .exist(let files):
            files.map {
                Diagnostic(
                    "'\($0)' already exists; not changed", hint: $0 == files.last ? "move it or edit it by hand" : nil)
            }
        case .changedWhileRead(let file):
            one("'\(file)' changed while it was being read", hint: "run the command again")
        case .inTheWay(let file, let isLink):
            one(
                "cannot write '\(file)': it is \(isLink ? "a symbolic link" : "not a regular file")",
                hint: "links inside the output folder are not followed, and only regular files are replaced")
        case .cannotCreate(let file, let errno): one("cannot create '\(file)': \(errno)")
        case .cannotReplace(let file, let errno):
            one(
                "cannot replace '\(file)': \(errno)",
                hint: errno == .permissionDenied ? "it is replaced by a new file, so its folder must be writable" : nil)
        case .foreign(let file):
            one("cannot write '\(file)': it is in a world-writable folder and owned by another user")
        case .cannotWrite(let file, let errno): one("cannot write '\(file)': \(errno)")
        case .noWorkingDirectory(let errno): one("cannot determine the working directory: \(errno)")
        case .noCacheFolder: one("no cache folder: set HOME or XDG_CACHE_HOME")
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
