package import DevtoolKit
package import SystemPackage

/// Why a batch cannot begin.
package enum BatchError: DiagnosableError, Equatable {
    /// The file to resume has a line that no run has written.
    case notAnswer(FilePath, line: Int)
    /// Another run is writing to the file.
    case inUse(FilePath)
    /// The file to resume is a device or a pipe, which keeps nothing for the next run.
    case notFile(FilePath)

    /// The sentence for the user.
    package var diagnostics: [Diagnostic] {
        switch self {
        case .notAnswer(let path, let line):
            [
                Diagnostic(
                    "not an object with the member \"url\", as an earlier run would have written",
                    at: SourceLocation(file: path.string, line: line, column: 1),
                    hint: "--resume takes the file that such a run wrote; it is unchanged")
            ]
        case .inUse(let path): [Diagnostic("another run is writing to '\(path)'")]
        case .notFile(let path):
            [Diagnostic("cannot append to '\(path)', and read what is done: not a regular file")]
        }
    }

    /// 65 or 73.
    package var exitStatus: ExitStatus {
        switch self {
        case .notAnswer: .badData
        case .inUse, .notFile: .cannotCreate
        }
    }
}
