public import ArgumentParser
import JSON

/// `devtool schema`: prints the JSON Schema of `devtool.yml`.
public struct SchemaCommand: Plugin, GlobalOptionsAccepting {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of devtool.yml, for editors.",
        discussion: """
            Editors with a YAML language server complete and check devtool.yml if it has a comment with the schema's \
            file name, which --install adds:

              \(EditorSchema.line)
            """)

    /// Examples for the help and the manual page.
    public static let examples = [
        CommandExample("schema --install", "Write the schema to a file, for editors."),
        CommandExample("schema >schema.json", "Write the schema to another file."),
    ]

    @Flag(help: "Write \(EditorSchema.fileName) next to devtool.yml and reference it there.") var install = false

    @Flag(help: "Print all rules as JSON instead of the schema.") var rules = false

    /// The global options.
    @OptionGroup public var globalOptions: GlobalOptions

    /// Creates the command.
    public init() {}

    /// Refuses both options together.
    public func validate() throws {
        if install, rules { throw ValidationError("'--install' and '--rules' cannot be combined") }
    }

    /// Prints or installs the schema, or prints the rules.
    public mutating func run(in context: Context) async throws {
        if rules { return try context.console.print(RuleListing(of: context.plugins).json.prettyText) }
        guard install else { return try context.console.print(context.schema.prettyText) }
        guard let project = try context.projectFile() else { throw context.noProject }
        try EditorSchema(project: project, context: context).install()
    }
}

extension Context {
    var schema: JSONValue { SettingsSchema.json(of: suiteName, sections: sections, documents: documents) }
}
