import SystemPackage

enum ExternalPluginError: DiagnosableError {
    case unknownCommand(String, hint: String)
    case unknownPlugin(String, hint: String?)
    case cannotStart(FilePath, Errno)
    case noEventsFile(FilePath, Errno)

    var diagnostics: [Diagnostic] {
        switch self {
        case .unknownCommand(let name, let hint):
            [Diagnostic("unknown command '\(name)'", hint: hint)]
        case .unknownPlugin(let name, let hint):
            [Diagnostic("unknown plugin '\(name)'", hint: hint)]
        case .cannotStart(let path, let errno):
            [Diagnostic("cannot run '\(path)': \(errno)", hint: Self.hint(for: errno))]
        case .noEventsFile(let path, let errno):
            [Diagnostic("cannot create '\(path)': \(errno)")]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .unknownCommand, .unknownPlugin: .usage
        case .cannotStart: .unavailable
        case .noEventsFile: .cannotCreate
        }
    }

    /// Explains the two errors of `execve` that are misleading for a script.
    private static func hint(for errno: Errno) -> String? {
        switch errno {
        case .execFormatError: "a script's first line names its interpreter, as in '#!/bin/sh'"
        case .noSuchFileOrDirectory: "is the interpreter that its first line names installed?"
        default: nil
        }
    }
}
