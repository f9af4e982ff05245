/// The presentation of a child's output.
public enum OutputStyle: Hashable, Sendable {
    /// Immediately, byte by byte.
    case raw
    /// Immediately, line by line, each with the prefix `name | `.
    case prefixed(String)
    /// As one block after the child has ended.
    case grouped
}
