/// A value of a task, for `--env`.
struct ShownValue: Sendable {
    /// As a reference names it, such as `vars.version`.
    let name: String
    let value: String
    /// Where it comes from: a file and a line, a file, or the command line.
    let origin: String
}
