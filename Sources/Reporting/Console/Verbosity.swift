/// How much is said on standard error; results do not depend on it.
public enum Verbosity: String, Comparable, Sendable {
    /// Errors and warnings only.
    case quiet
    /// What a user wants to know.
    case normal
    /// What is done, and why, too.
    case verbose

    /// Whether less is said.
    public static func < (less: Verbosity, more: Verbosity) -> Bool {
        less.rank < more.rank
    }

    private var rank: Int {
        switch self {
        case .quiet: 0
        case .normal: 1
        case .verbose: 2
        }
    }
}
