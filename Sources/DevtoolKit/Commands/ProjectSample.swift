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
