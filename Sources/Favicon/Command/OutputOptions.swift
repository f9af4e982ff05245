import ArgumentParser
import DevtoolKit
import Fetching
import JSON

/// The options that say what is printed instead of one URL.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print a table of all icons, the best first.")
    var all = false

    @Flag(help: "Say of every icon why it stands where it stands.")
    var explain = false

    @Flag(help: "Print all that is known, as JSON.")
    var json = false

    /// Creates the options; their values come from the command line.
    init() {}

    /// Refuses options that contradict each other.
    func validate() throws {
        if [all, explain, json].count(where: \.self) > 1 {
            throw ValidationError("'--all', '--explain' and '--json' cannot be used together.")
        }
    }

    /// Prints the icons in the form that is asked for, whether or not one of them is chosen.
    func print(_ report: IconReport, on console: Console) throws {
        if json {
            var text = JSONWriter(isPretty: true)
            report.write(to: &text)
            return try console.print(text.text)
        }
        guard let finding = report.finding else { return }
        if all {
            if !finding.order.entries.isEmpty { try console.print(finding.order.table) }
        } else if explain {
            for line in finding.order.explanation { try console.print(line) }
        } else if let chosen = finding.chosen {
            try console.print(report.file ?? chosen.icon.target.description)
        }
    }
}
