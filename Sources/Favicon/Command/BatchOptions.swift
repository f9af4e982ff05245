import ArgumentParser

/// The options for many pages at once.
struct BatchOptions: ParsableArguments {
    @Option(
        name: .customLong("batch"),
        help: ArgumentHelp(
            "Look at all pages of a list, a URL or host a line, - for standard input, and print a "
                + "line of JSON for each.",
            valueName: "file"))
    var list: String?

    @Flag(help: "Print the lines as they are found, and not in the order of the list.")
    var unordered = false

    @Option(
        help: ArgumentHelp(
            "Append the lines to this file, and pass over the pages that are in it.",
            valueName: "out"))
    var resume: String?

    @Option(
        help: ArgumentHelp(
            "Look at one part of the list only, as 2/5, or as the variables of the engine say that "
                + "runs many: auto, or auto/5.",
            valueName: "part"))
    var shard: String?

    /// Creates the options; their values come from the command line.
    init() {}

    /// Refuses empty paths, and options that are of no use without a list.
    func validate() throws {
        if list?.isEmpty == true { throw ValidationError("--batch takes a file, or -.") }
        if resume?.isEmpty == true || resume == "-" {
            throw ValidationError("--resume takes a file.")
        }
        guard list == nil else { return }
        for (option, isGiven) in [
            ("--unordered", unordered), ("--resume", resume != nil), ("--shard", shard != nil),
        ] where isGiven {
            throw ValidationError("'\(option)' is for '--batch'.")
        }
    }
}
