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
    /// The part of the list cannot be told from what the user wrote.
    case notShard(String)
    /// No engine has said which part of the list is meant.
    case noEngine
    /// An engine has said it in a way that does not make sense.
    case confusedEngine(ShardEngine, reason: String)
    /// Two engines say different things, as where one runs within the other.
    case severalEngines(ShardEngine, ShardEngine)

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
        case .notShard(let text):
            [
                Diagnostic(
                    "not a part of a list: '\(text)'",
                    hint: "write 2/5 for the second of five, or auto, or auto/5")
            ]
        case .noEngine:
            [
                Diagnostic(
                    "--shard auto finds no variable that says which part is meant",
                    hint: "looked for "
                        + ShardEngine.allCases.map { "\($0.indexVariable) (\($0.rawValue))" }
                        .joined(separator: ", "))
            ]
        case .confusedEngine(let engine, let reason):
            [Diagnostic("--shard auto cannot use what \(engine.rawValue) says: \(reason)")]
        case .severalEngines(let one, let other):
            [
                Diagnostic(
                    "--shard auto finds that \(one.rawValue) and \(other.rawValue) "
                        + "name different parts",
                    hint: "name the part: --shard I/N")
            ]
        }
    }

    /// 64, 65, 73 or 78.
    package var exitStatus: ExitStatus {
        switch self {
        case .notAnswer: .badData
        case .inUse, .notFile: .cannotCreate
        case .notShard: .usage
        case .noEngine, .confusedEngine, .severalEngines: .badConfiguration
        }
    }
}
