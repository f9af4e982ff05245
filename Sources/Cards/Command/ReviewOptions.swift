import ArgumentParser

/// The options to look before cards are numbered, and to take the numbers out again.
struct ReviewOptions: ParsableArguments {
    @Flag(help: "Write nothing; the exit status is 1 if a card has no number.")
    var check = false

    @Flag(help: "Write nothing; show the titles before and after.")
    var diff = false

    @Flag(help: "Take the numbers out again.")
    var undo = false

    @Option(
        help: ArgumentHelp(
            "Note in this file what is put in; with --undo: take out what it says.",
            valueName: "file"))
    var journal: String?

    /// Creates the options; their values come from the command line.
    init() {}

    /// Refuses options that contradict each other.
    func validate() throws {
        if check, undo || diff {
            throw ValidationError("'--check' cannot be used with '--diff' or '--undo'.")
        }
        if check || diff, journal != nil {
            throw ValidationError("'--journal' is for what is written, not for a preview.")
        }
        if let journal, journal.isEmpty || journal == "-" {
            throw ValidationError("'--journal' needs the name of a file.")
        }
    }

    /// Whether nothing is to be written.
    var isPreview: Bool { check || diff }

    /// What is done to the cards.
    var action: NumberingRule.Action { undo ? .undo : .number }
}
