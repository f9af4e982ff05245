public import ArgumentParser

/// `devtool init`: writes a commented `devtool.yml` based on the files in the folder.
public struct InitCommand: Plugin, GlobalOptionsAccepting {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a commented devtool.yml for what is in the folder.",
        discussion: """
            Looks for liquibase.properties, changelogs, Trello exports and built sites, and writes their sections and \
            a task. Asks whether to convert another tool's file, and before it starts a project below another one; \
            --here asks nothing, and without a terminal it is required then. Never overwrites an existing file, and \
            writes the one that --config names.

            With --from, converts another tool's file: writes devtool.yml beside it. A task with anything that is not \
            understood runs its original, and a comment says why. The exit status is 1 if a part of the file \
            cannot be read, 65 if the file is broken, 66 if it is missing, and 73 if devtool.yml already exists.
            """)

    /// Examples for the help and the manual page.
    public static let examples = [
        CommandExample("init", "Start a project in this folder."),
        CommandExample("init --from package.json", "Convert the scripts of npm to tasks."),
    ]

    /// The file to convert.
    @Option(
        help: ArgumentHelp(
            "Convert a Taskfile.yml, justfile, Makefile, package.json or Gruntfile.js.", valueName: "file"),
        completion: .file()) public var from: String?

    /// Whether to skip all questions.
    @Flag(help: "Do not ask: convert no file, and ignore a devtool.yml above.") public var here = false

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
        if let from { return try ProjectConversionWork(source: from, context: context).run() }
        try ProjectStart(isHere: here, context: context).run()
    }
}
