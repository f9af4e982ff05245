import ArgumentParser
import DevtoolKit
import Fetching

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
        let order = report.order
        if json {
            try console.print(report.json.prettyText)
        } else if all {
            if !order.entries.isEmpty { try console.print(order.table) }
        } else if explain {
            for line in order.explanation { try console.print(line) }
        } else if let icon = order.chosen {
            try console.print(icon.target.description)
        }
    }
}
