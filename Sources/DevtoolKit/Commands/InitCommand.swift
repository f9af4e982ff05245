public import ArgumentParser

/// `devtool init`: writes a commented `devtool.yml` based on the files in the folder.
public struct InitCommand: Plugin, GlobalOptionsAccepting {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a commented devtool.yml based on the files in the folder.",
        discussion: """
            Looks for liquibase.properties, changelogs, Trello exports and built sites, and writes a section for each \
            and a task. Asks before it converts another tool's file or starts a project inside another one. Without a \
            terminal, these cases require --here, which skips the questions. Writes the file specified with --config, \
            if any, and never overwrites an existing file.

            With --from, converts another tool's file and writes devtool.yml next to it. A task that cannot be \
            converted completely runs the original task, and a comment explains why. The exit status is 1 if part of \
            the file cannot be read, 65 if the file is malformed, 66 if it is missing, and 73 if devtool.yml already \
            exists.
            """)

    /// Examples for the help and the manual page.
    public static let examples = [
        CommandExample("init", "Start a project in this folder."),
        CommandExample("init --from package.json", "Convert npm scripts to tasks."),
    ]

    /// The file to convert.
    @Option(
        help: ArgumentHelp(
            "Convert a Taskfile.yml, justfile, Makefile, package.json or Gruntfile.js.", valueName: "file"),
        completion: .file()) public var from: String?

    /// Whether to skip all questions.
    @Flag(help: "Do not ask: convert nothing, and ignore any devtool.yml in a folder above.") public var here = false

    /// The global options.
    @OptionGroup public var globalOptions: GlobalOptions

    /// Creates the command.
    public init() {}

    /// Rejects options that contradict each other.
    public func validate() throws {
        if here, from != nil { throw ValidationError("'--from' and '--here' cannot be combined") }
    }

    /// Starts a project or converts a file.
    public mutating func run(in context: Context) async throws {
        if let from { return try context.convertToProject(from) }
        try context.startProject(isHere: here)
    }
}
