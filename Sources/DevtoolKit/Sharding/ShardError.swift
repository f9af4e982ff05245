package enum ShardError: DiagnosableError, Equatable {
    case notShard(String)
    case noEngine
    case confusedEngine(ShardEngine, reason: String)
    /// Two engines disagree, for example if one runs within the other.
    case severalEngines(ShardEngine, ShardEngine)

    package var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .notShard(let text):
            Diagnostic("invalid shard '\(text)'", hint: "write 2/5 for the second of five, or auto, or auto/5")
        case .noEngine:
            Diagnostic(
                "--shard auto finds no variable that says which part is meant",
                hint: "looked for "
                    + ShardEngine.allCases.map { "\($0.indexVariable) (\($0.rawValue))" }.joined(separator: ", "))
        case .confusedEngine(let engine, let reason):
            Diagnostic("--shard auto cannot use what \(engine.rawValue) says: \(reason)")
        case .severalEngines(let one, let other):
            Diagnostic(
                "--shard auto finds that \(one.rawValue) and \(other.rawValue) " + "name different parts",
                hint: "name the part: --shard I/N")
        }
    }

    package var exitStatus: ExitStatus {
        switch self {
        case .notShard: .usage
        case .noEngine, .confusedEngine, .severalEngines: .badConfiguration
        }
    }
}
