import Scanning

/// The SQL of changesets in what Liquibase prints for `update-sql`, `rollback-sql` and others.
///
/// ```
/// -- Changeset db/a.xml::1::ada
/// CREATE TABLE customer (id INTEGER NOT NULL);
///
/// INSERT INTO DATABASECHANGELOG (ID, …) VALUES ('1', …, '8:63be…', …);
/// ```
struct PreviewSections {
    /// What is to be run for a changeset.
    struct Section: Hashable, Sendable {
        let changeSet: ChangeSetIdentity
        /// The statements, without those about Liquibase's own tables.
        var sql = ""
        /// The checksum that Liquibase would note.
        var checksum: String?
    }

    /// The changesets in the order in which they are dealt with.
    private(set) var sections: [Section] = []
    private let ownTables: [String]
    private var isInSection = false

    /// Reads what Liquibase has printed.
    ///
    /// - Parameters:
    ///   - text: its standard output.
    ///   - ownTables: the names of its own tables.
    init(_ text: String, ownTables: [String] = ["DATABASECHANGELOG", "DATABASECHANGELOGLOCK"]) {
        self.ownTables = ownTables.map { $0.lowercased() }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { read(line) }
        for index in sections.indices { sections[index].sql = sections[index].sql.trimmed }
    }

    private mutating func read(_ line: Substring) {
        if line.hasPrefix("-- ") {
            // MySQL's and MariaDB's have another blank.
            let comment = line.dropFirst(3).drop { $0 == " " }
            for title in ["Changeset ", "Rolling Back ChangeSet: ", "Rolling Back Changeset: "]
            where comment.hasPrefix(title) {
                guard let name = ChangeSetIdentity(comment.dropFirst(title.count)) else { continue }
                // A changeset has one section, whatever Liquibase writes in between.
                isInSection = true
                if sections.last?.changeSet != name { sections.append(Section(changeSet: name)) }
                return
            }
            if Self.ends.contains(where: comment.hasPrefix) { isInSection = false }
        }
        guard isInSection, !sections.isEmpty else { return }
        let place = sections.count - 1
        if isOwn(line) {
            let sum = line.firstMatch(of: #/'(\d+:[0-9a-f]{32})'/#).map { String($0.1) }
            sections[place].checksum = sections[place].checksum ?? sum
        } else {
            sections[place].sql += line + "\n"
        }
    }

    /// The comments before statements that are no changeset's.
    private static let ends = [
        "Create Database Lock Table", "Initialize Database Lock Table", "Lock Database",
        "Release Database Lock", "Create Database Change Log Table",
    ]

    /// Whether a statement is about one of Liquibase's own tables; it has them on one line each.
    private func isOwn(_ line: Substring) -> Bool {
        let words = line.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
        let name: Int
        switch words.first {
        case "insert", "delete": name = 2
        case "update": name = 1
        default: return false
        }
        // A schema, and a database, may be before the name.
        return words.dropFirst(name).prefix(3).contains { ownTables.contains(String($0)) }
    }
}
