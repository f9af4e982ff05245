package import ArgumentParser
package import DevtoolKit
import SystemPackage

/// `devtool cards`: puts the numbers of a Trello board's cards into their titles.
package struct CardsCommand: Plugin, GlobalOptionsAccepting {
    /// Name and help of the command.
    package static let configuration = CommandConfiguration(
        commandName: "cards",
        abstract: "Number the cards of a Trello board's JSON export.",
        discussion: """
            If the board's title ends in '#', every card gets its number before its title, as in \
            '#12 Fix login', unless the title begins with a number already. Everything else is \
            kept as it is, byte for byte.
            """
    )

    @Argument(help: "The export, or '-' for standard input.")
    var file: String

    @Option(name: .shortAndLong, help: "Write the result to this file.")
    var output: String?

    @Flag(name: [.customShort("i"), .customLong("in-place")], help: "Replace the export itself.")
    var inPlace = false

    /// The options for other shapes than the export's own.
    @OptionGroup
    var exportOptions: ExportOptions

    /// The options that every command has.
    @OptionGroup
    package var globalOptions: GlobalOptions

    /// Creates the command; its properties come from the command line.
    package init() {}

    /// Refuses options that make no sense, alone or together.
    package func validate() throws {
        if output == "" {
            throw ValidationError("'--output' needs the name of a file.")
        }
        if inPlace, output != nil {
            throw ValidationError("'--in-place' and '--output' cannot be used together.")
        }
        if inPlace, exportOptions.format != nil {
            throw ValidationError("'--in-place' and '--to' cannot be used together.")
        }
        if inPlace, file == "-" {
            throw ValidationError("'--in-place' needs a file: standard input has no place.")
        }
    }

    /// Scans the export, reports what is to be said about it, and writes the result.
    package mutating func run(in context: Context) async throws {
        let folder = context.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var input = try BoardInput(file, temporaryFolder: FilePath(folder))
        if inPlace, !input.isRegularFile { throw CardsError.cannotReplace(file) }
        let findings = try await context.console.withProgress("Reading \(file)") { _ in
            try input.scan()
        }
        let report = FindingsReport(findings)
        try report.diagnostics(for: input).forEach(context.console.report)
        if let output {
            try replace(output, by: input, with: findings.insertions)
        } else if !inPlace {
            let export = exportOptions.export(selecting: Selection(), in: context)
            return try input.write(
                with: findings.insertions, as: export, to: context.console.write)
        } else if findings.insertions.count > 0 {
            try replace(file, by: input, with: findings.insertions)
        }
        if findings.markedBoards > 0 { context.console.say(report.summary(of: output ?? file)) }
    }

    private func replace(
        _ path: String, by input: borrowing BoardInput, with insertions: Insertions
    ) throws {
        // A path type would drop the slash, and make a file of what was meant for a folder.
        if path.hasSuffix("/") { throw FileError.cannotCreate(path, .isDirectory) }
        let file = try AtomicFile(replacing: FilePath(path))
        let export = exportOptions.export(selecting: Selection(), in: nil)
        try input.write(with: insertions, as: export) { try file.write($0) }
        try file.commit()
    }
}
