import Scanning

/// The SQL of changesets in the output of `update-sql`, `rollback-sql` and others.
///
/// ```
/// -- Changeset db/a.xml::1::ada
/// CREATE TABLE customer (id INTEGER NOT NULL);
///
/// INSERT INTO DATABASECHANGELOG (ID, …) VALUES ('1', …, '8:63be…', …);
/// ```
struct PreviewSections {
    /// One for each changeset, without the statements on Liquibase's own tables.
    private(set) var steps: [MigrationPlan.Step] = []
    private let ownTables: [String]
    private var isInSection = false

    /// Parses Liquibase's standard output; `ownTables` names Liquibase's tables.
    init(_ text: String, ownTables: [String] = ["DATABASECHANGELOG", "DATABASECHANGELOGLOCK"]) {
        self.ownTables = ownTables.map { $0.lowercased() }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { read(line) }
        for index in steps.indices { steps[index].sql = steps[index].sql?.trimmed }
    }

    private mutating func read(_ line: Substring) {
        if line.hasPrefix("-- ") {
            // MySQL and MariaDB have a second space.
            let comment = line.dropFirst(3).drop { $0 == " " }
            for title in ["Changeset ", "Rolling Back ChangeSet: ", "Rolling Back Changeset: "]
            where comment.hasPrefix(title) {
                guard let name = ChangeSetIdentity(comment.dropFirst(title.count)) else { continue }
                // A changeset has one section, whatever Liquibase prints in between.
                isInSection = true
                if steps.last?.changeSet != name { steps.append(MigrationPlan.Step(changeSet: name, sql: "")) }
                return
            }
            if Self.ends.contains(where: comment.hasPrefix) { isInSection = false }
        }
        guard isInSection, !steps.isEmpty else { return }
        let place = steps.count - 1
        if isOwn(line) {
            let sum = line.firstMatch(of: #/'(\d+:[0-9a-f]{32})'/#).map { String($0.1) }
            steps[place].checksum = steps[place].checksum ?? sum
        } else {
            steps[place].sql? += line + "\n"
        }
    }

    /// Comments before statements that belong to no changeset.
    private static let ends = [
        "Create Database Lock Table", "Initialize Database Lock Table", "Lock Database", "Release Database Lock",
        "Create Database Change Log Table",
    ]

    /// Whether a line is a statement on one of Liquibase's own tables; each is on one line.
    private func isOwn(_ line: Substring) -> Bool {
        let words = line.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
        let name: Int
        switch words.first {
        case "insert", "delete": name = 2
        case "update": name = 1
        default: return false
        }
        // A catalog and a schema may precede the name.
        return words.dropFirst(name).prefix(3).contains { ownTables.contains(String($0)) }
    }
}
