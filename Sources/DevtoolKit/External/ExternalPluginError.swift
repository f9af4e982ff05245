import SystemPackage

extension Problem {
    static func unknownCommand(_ name: String, hint: String) -> Problem {
        Problem(.usage, "unknown command '\(name)'", hint: hint)
    }

    static func unknownPlugin(_ name: String, hint: String?) -> Problem {
        Problem(.usage, "unknown plugin '\(name)'", hint: hint)
    }

    static func cannotStart(_ path: FilePath, _ errno: Errno) -> Problem {
        // The two errors of `execve` that are misleading for a script.
        let hint: String? =
            switch errno {
            case .execFormatError: "a script's first line names its interpreter, as in '#!/bin/sh'"
            case .noSuchFileOrDirectory: "is the interpreter that its first line names installed?"
            default: nil
            }
        return Problem(.unavailable, "cannot run '\(path)': \(errno)", hint: hint)
    }
}
