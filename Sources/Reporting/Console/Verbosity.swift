/// The amount of messages on standard error; results are unaffected.
public enum Verbosity: String, Comparable, Sendable {
    /// Errors and warnings only.
    case quiet
    case normal
    case verbose

    /// Quieter levels are less.
    public static func < (less: Verbosity, more: Verbosity) -> Bool { less.rank < more.rank }

    private var rank: Int {
        switch self {
        case .quiet: 0
        case .normal: 1
        case .verbose: 2
        }
    }
}
