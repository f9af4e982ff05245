import ArgumentParser
import DevtoolKit
import URLs
import JSON

struct OutputOptions: ParsableArguments {
    @Flag(help: "Check every icon and print a table, best first; with --json, print JSON.") var all = false

    @Flag(help: "Show the reason for each icon's rank.") var explain = false

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        if explain, all || json {
            throw ValidationError("'--explain' and '\(all ? "--all" : "--json")' cannot be combined")
        }
    }

    /// Prints the icons in the requested form, whether or not one is chosen.
    func print(_ report: IconReport, on console: Console) throws {
        if json {
            var line = JSONWriter()
            report.write(to: &line)
            return try console.print(JSONValue(parsing: line.bytes).prettyText)
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

extension IconOrder {
    var table: Table {
        var table = Table("RANK", "KIND", "SIZES", "IMAGE", "URL")
        for (rank, entry) in rankedEntries {
            table.append(
                rank ?? "-", entry.icon.kindName, entry.icon.sizes.listed(), entry.imageWords,
                entry.icon.target.shortened)
        }
        return table
    }

    /// A line for each icon with the reason for its rank, and one that explains the end of the search.
    var explanation: [String] {
        let lines = rankedEntries.map { rank, entry in
            let place = rank.map { "\($0). " } ?? "-  "
            let reason = (rank == nil ? "not used: " : "") + entry.reason
            return "\(place)\(entry.icon.target.shortened): \(reason)"
        }
        return (lines + [conclusion].compactMap(\.self)).map { $0.replacingControlCharacters() }
    }

    private var rankedEntries: [(rank: String?, entry: Entry)] {
        var count = 0
        return entries.map { entry in
            guard entry.rejection == nil else { return (nil, entry) }
            count += 1
            return ("\(count)", entry)
        }
    }
}

extension IconOrder.Entry {
    fileprivate var imageWords: String {
        if let image { return "\(image.format) \(image.sizes.listed())" }
        return rejection?.summary ?? "-"
    }
}

extension IconLink {
    fileprivate var kindName: String { kinds.isEmpty ? source.rawValue : kinds.map(\.rawValue).joined(separator: " ") }
}
