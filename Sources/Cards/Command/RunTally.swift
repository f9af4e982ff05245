import DevtoolKit

/// Counts what has become of many files.
struct RunTally {
    /// How many exports were changed, and in how many cards.
    private var changed = 0
    private var edits = 0
    /// How many exports were in order, and how many have no board that is treated.
    private var unchanged = 0
    private var unmarked = 0
    /// The board or the list that was asked for, for each export that does not have it.
    private var unknownNames: [UnknownName] = []
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
        if let name = result.unknownName {
            unknownNames.append(name)
            return
        }
        switch (findings.treatedBoards, findings.edits.count) {
        case (0, _): unmarked += 1
        case (_, 0): unchanged += 1
        default: changed += 1
        }
    }

    /// How many exports are done.
    var exports: Int { changed + unchanged + unmarked + unknownNames.count }

    /// That no export at all has the board or the list that was asked for.
    var unknownName: Diagnostic? {
        guard unknownNames.count == exports, let name = UnknownName.combined(unknownNames) else {
            return nil
        }
        return Diagnostic("\(name.problem), in any export", hint: name.hint)
    }

    /// One line on all of them.
    func summary(of job: BoardJob) -> String {
        var parts = job.export == nil ? changes(job.task) : written
        if exports == 0, failures.isEmpty { parts = ["no export found"] }
        if !failures.isEmpty { parts.append("\(failures.count) failed") }
        switch otherFiles {
        case 0: break
        case 1: parts.append("1 other file skipped")
        default: parts.append("\(otherFiles) other files skipped")
        }
        return parts.joined(separator: ", ")
    }

    private func changes(_ task: BoardTask) -> [String] {
        var parts = ["\(task.summary(ofCards: edits)) in \(Self.exports(changed))"]
        if unchanged > 0 { parts.append("\(unchanged) \(task.nothingWrong)") }
        if unmarked > 0 { parts.append("\(unmarked) not marked with '#'") }
        if let name = unknownNames.first {
            parts.append("\(unknownNames.count) without the \(name.kind.rawValue) asked for")
        }
        return parts
    }

    private var written: [String] { ["\(Self.exports(exports)) written"] }

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
