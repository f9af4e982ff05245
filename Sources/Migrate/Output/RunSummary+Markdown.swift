import DevtoolKit

extension RunSummary {
    /// The most changesets that are listed: the summary of a step may have 1 MiB.
    private static let listed = 500

    /// The run in Markdown, for the summary of a step on GitHub; nil for a command that changes nothing
    /// and did not fail.
    var markdown: String? {
        if sentence == nil, diagnostics.isEmpty { return nil }
        var blocks = [
            "### devtool migrate \(escaped(command))" + (target.map { ": \(escaped($0))" } ?? "")
        ]
        if let sentence { blocks.append(escaped(sentence) + ".") }
        if !outcome.changeSets.isEmpty {
            var rows = ["| Changeset | Author | File | Result | Time |", "| - | - | - | - | -: |"]
            rows += outcome.changeSets.prefix(Self.listed).map { run in
                let changeSet = run.changeSet
                let cells = [
                    changeSet.id, changeSet.author, changeSet.file, run.result.word,
                    run.duration?.shortText ?? "",
                ]
                return "| " + cells.map(escaped).joined(separator: " | ") + " |"
            }
            blocks.append(rows.joined(separator: "\n"))
            let more = outcome.changeSets.count - Self.listed
            if more > 0 { blocks.append("… and \(more) more.") }
        }
        for diagnostic in diagnostics {
            let sign = diagnostic.severity == .error ? "❌" : "⚠️"
            let place = diagnostic.location.map { "\($0): " } ?? ""
            let hint = diagnostic.hint.map { "\n\nHint: " + escaped($0) } ?? ""
            blocks.append("\(sign) " + escaped(place + diagnostic.message) + hint)
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func escaped(_ text: String) -> String { StepSummary.escaped(text) }
}

extension ChangeSetRun.Result {
    /// The result in a word or two.
    fileprivate var word: String {
        switch self {
        case .applied: "applied"
        case .markedRan: "marked as run"
        case .skipped: "skipped"
        case .failureAllowed: "failed, which is allowed"
        case .rolledBack: "rolled back"
        }
    }
}
