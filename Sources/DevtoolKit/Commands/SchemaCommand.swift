public import ArgumentParser
import JSON

/// `devtool schema`: the JSON Schema of `devtool.yml`, for editors.
public struct SchemaCommand: Plugin {
    /// Name and help of the command.
    public static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of devtool.yml, for editors.",
        discussion: """
            Editors with a YAML language server complete and check devtool.yml when its first line \
            names the schema:

              \(Suite.placeholder) schema > .devtool.schema.json

              # yaml-language-server: $schema=.devtool.schema.json
            """
    )

    /// Command lines that show what it is good for.
    public static let examples = [
        CommandExample("schema >schema.json", "Write the schema to a file, for an editor.")
    ]

    /// Creates the command.
    public init() {}

    /// Prints the schema.
    public mutating func run(in context: Context) async throws {
        let schema = SettingsSchema(
            of: context.suiteName, sections: context.sections, documents: context.documents)
        try context.console.print(schema.json.prettyText)
    }
}
