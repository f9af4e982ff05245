import DevtoolKit

/// Counts what has become of many files.
struct RunTally {
    /// How many exports were changed, and in how many cards.
    private var changed = 0
    private var edits = 0
    /// How many exports were in order, and how many have no board that is treated.
    private var unchanged = 0
    private var leftAlone = 0
    /// How many files are no exports.
    var otherFiles: Int
    /// Whether a check has found problems.
    private(set) var hasProblems = false
    /// The statuses of those that failed, in order.
    var failures: [ExitStatus] = []

    /// A count that begins with files that were not looked into.
    init(otherFiles: Int) { self.otherFiles = otherFiles }

    /// Counts one file.
    mutating func take(_ result: BoardResult) {
        let findings = result.findings
        edits += findings.edits.count
        if result.hasProblems { hasProblems = true }
        switch (findings.treatedBoards, findings.edits.count) {
        case (0, _): leftAlone += 1
        case (_, 0): unchanged += 1
        default: changed += 1
        }
    }

    /// One line on all of them.
    func summary(of job: BoardJob) -> String {
        var parts = job.export == nil ? changes(by: job) : written
        if !failures.isEmpty { parts.append("\(failures.count) failed") }
        switch otherFiles {
        case 0: break
        case 1: parts.append("1 other file skipped")
        default: parts.append("\(otherFiles) other files skipped")
        }
        return parts.joined(separator: ", ")
    }

    private func changes(by job: BoardJob) -> [String] {
        let task = job.task
        var parts = ["\(task.summary(ofCards: edits)) in \(Self.exports(changed))"]
        if unchanged > 0 { parts.append("\(unchanged) \(task.nothingWrong)") }
        if leftAlone > 0 { parts.append("\(leftAlone) \(job.rule.wordsForLeftAlone)") }
        return parts
    }

    private var written: [String] { ["\(Self.exports(changed + unchanged + leftAlone)) written"] }

    private static func exports(_ count: Int) -> String {
        count == 1 ? "1 export" : "\(count) exports"
    }
}

/// A number of cards, in words.
struct CardCount: CustomStringConvertible {
    private let count: Int

    /// So many cards.
    init(_ count: Int) { self.count = count }

    /// `1 card`, `2 cards`.
    var description: String { count == 1 ? "1 card" : "\(count) cards" }
}
