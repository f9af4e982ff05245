/// How many messages to print on standard error; results are unaffected.
public enum Verbosity: String, Comparable, Sendable {
    /// Errors and warnings only.
    case quiet
    case normal
    case verbose

    /// A quieter level is less than a louder one.
    public static func < (less: Verbosity, more: Verbosity) -> Bool { less.rank < more.rank }

    private var rank: Int {
        switch self {
        case .quiet: 0
        case .normal: 1
        case .verbose: 2
        }
    }
}
