/// How a child's output is shown.
public enum OutputStyle: Hashable, Sendable {
    /// As it comes, byte by byte.
    case raw
    /// As it comes, line by line, with `name | ` before each line.
    case prefixed(String)
    /// In one piece, when the child has ended.
    case grouped
}
