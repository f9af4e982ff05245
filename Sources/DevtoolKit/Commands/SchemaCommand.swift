public import ArgumentParser
import JSON

/// `devtool schema`: prints the JSON Schema of `devtool.yml`.
public struct SchemaCommand: Plugin {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of devtool.yml, for editors.",
        discussion: """
            Editors with a YAML language server complete and check devtool.yml when its first line \
            names the schema:

              \(Suite.placeholder) schema > .devtool.schema.json

              # yaml-language-server: $schema=.devtool.schema.json
            """)

    /// Examples for the help and the manual page.
    public static let examples = [CommandExample("schema >schema.json", "Write the schema to a file, for an editor.")]

    /// Creates the command.
    public init() {}

    /// Prints the schema.
    public mutating func run(in context: Context) async throws {
        let schema = SettingsSchema(of: context.suiteName, sections: context.sections, documents: context.documents)
        try context.console.print(schema.json.prettyText)
    }
}
