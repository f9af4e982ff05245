/// A value of a task, for `--env`.
struct ShownValue: Sendable {
    /// As in a reference, such as `vars.version`.
    let name: String
    let value: String
    /// A file, possibly with a line, or the command line.
    let origin: String
}
