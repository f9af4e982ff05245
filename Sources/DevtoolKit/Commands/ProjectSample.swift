/// What `devtool init` writes for a command.
public struct ProjectSample: Sendable {
    /// The command's section of `devtool.yml`, commented, with its final newline; empty for none.
    let configuration: String
    /// Other files by their paths in the project, each with its text.
    let files: [(path: String, text: String)]

    /// Describes a sample.
    public init(configuration: String = "", files: [(path: String, text: String)] = []) {
        self.configuration = configuration
        self.files = files
    }
}

extension Context {
    /// The `devtool.yml` that `devtool init` writes.
    var sampleConfiguration: String {
        "# The configuration of \(suiteName): a section for each command that has settings.\n"
            + plugins.map { $0.sample.configuration }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
