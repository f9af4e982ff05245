package import Changelogs
package import Reporting

extension [ChangeSet] {
    /// Findings about new changesets that precede old ones.
    ///
    /// The changesets must be in the order of a new database. `words` describe the existing state, such as `at
    /// origin/main`. A new changeset before an old one in its file, or in a new file before it, is an error. One at the
    /// end of an older file is a note, because different files may be about different subjects.
    package func outOfOrder(existing words: String, isOld: (ChangeSet) -> Bool) -> [(
        changeSet: ChangeSet, diagnostic: Diagnostic
    )] {
        var found: [(ChangeSet, Diagnostic)] = []
        // The next old changeset, overall and by list of databases, and the number of old ones per file.
        var nearest: ChangeSet?
        var next: [String: ChangeSet] = [:]
        var files: [String: Int] = [:]
        for changeSet in self where isOld(changeSet) { files[changeSet.location.file, default: 0] += 1 }
        var rest = files
        for changeSet in reversed() where !changeSet.runsAgain {
            let file = changeSet.location.file
            if isOld(changeSet) {
                nearest = changeSet
                next[changeSet.databases ?? ""] = changeSet
                rest[file, default: 0] -= 1
                continue
            }
            let later = [nearest, next[changeSet.databases ?? ""], next[""]].compactMap(\.self)
            guard let after = later.first(where: { changeSet.mayMeet($0, on: []) }) else { continue }
            // All old changesets of its file precede it.
            let isAppended = files[file] != nil && rest[file] == files[file]
            found.append(
                (
                    changeSet,
                    Diagnostic(
                        "'\(changeSet.name)' is new and runs before '\(after.name)', which already exists "
                            + "\(words): databases that have the latter run the two in the opposite order",
                        severity: isAppended ? .note : .error, at: changeSet.location,
                        hint: isAppended ? nil : changeSet.hint(toFollow: after), rule: .outOfOrder)
                ))
        }
        return found.reversed()
    }
}

extension ChangeSet {
    fileprivate func hint(toFollow other: ChangeSet) -> String {
        let (file, last) = (location.file, other.location.file)
        if file == last { return "move it to the end of '\(file)'" }
        guard isFromFolder else { return "include '\(file)' after '\(last)'" }
        return "rename the file so that it comes after '\(last)': git mv \(file) \(Self.renamed(file, after: last))"
    }

    /// The name with the next number after the other's if both have one, otherwise with the other's as a prefix.
    private static func renamed(_ file: String, after other: String) -> String {
        func parts(_ path: String) -> (folder: Substring, number: Substring, rest: Substring) {
            let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
            let number = path[start...].prefix { $0.isASCII && $0.isNumber }
            return (path[..<start], number, path[number.endIndex...])
        }
        let (own, last) = (parts(file), parts(other))
        guard !own.number.isEmpty, let number = Int(last.number) else {
            let end = last.rest.lastIndex(of: ".") ?? last.rest.endIndex
            return "\(last.folder)\(last.number)\(last.rest[..<end])-\(own.number)\(own.rest)"
        }
        let text = "\(number + 1)"
        let zeros = String(repeating: "0", count: max(0, last.number.count - text.count))
        return "\(last.folder)\(zeros)\(text)\(own.rest)"
    }
}

extension Rule {
    static let outOfOrder = Rule(
        "out-of-order", in: .correctness, level: .error, "RunsOutOfOrder",
        "A new changeset runs before one that databases have already applied.",
        because: "Databases that have applied it run the two in a different order than new databases.",
        help: "Move the changeset to the end of its file, or to a file included last.")
}
