import Scanning

/// The input of a changeset's checksums, by checksum version: changesets with equal content have equal checksums.
///
/// It excludes IDs, comments, conditions and rollbacks.
package struct ChangeSetContent: Sendable {
    package enum Version: String, Sendable, CaseIterable {
        /// Liquibase 4.0 to 4.21: white space in SQL is normalized, and options count.
        case eight = "8:"
        /// Since Liquibase 4.22: in SQL, views and procedures, neither counts.
        case nine = "9:"

        package init(of liquibase: LiquibaseVersion) { self = liquibase < LiquibaseVersion(4, 22) ? .eight : .nine }
    }

    private let eight: String
    private let nine: String

    init(_ form: (Version) -> String) {
        eight = form(.eight)
        nine = form(.nine)
    }

    package var fingerprint: String { "content:" + MD5.hexadecimal(of: eight.utf8) }

    package func isSame(as other: ChangeSetContent, in version: Version) -> Bool {
        switch version {
        case .eight: eight == other.eight
        case .nine: nine == other.nine
        }
    }
}

/// Serializes the parts of changes that affect checksums.
///
/// Fields are sorted as in `StringChangeLogSerializer`. SQL and files are treated as in the classes of
/// `liquibase.change.core`.
struct ContentWriter {
    let reader: ChangelogReader
    let file: ChangelogFile

    func content(of changes: [ParsedNode], modifiedBy visitors: ParsedNode?) -> ChangeSetContent {
        ChangeSetContent { version in
            changes.map { text(of: $0, in: version) }.joined(separator: "\n")
                + (visitors.map { "\n" + fields(of: $0, without: version == .nine ? Self.aroundVisitors : []) } ?? "")
        }
    }

    static func content(ofSQL sql: String, attributes: SQLAttributes?) -> ChangeSetContent {
        let options = ["endDelimiter", "splitStatements", "stripComments"].map { attributes?[$0] ?? "" }.joined(
            separator: ":")
        return ChangeSetContent { version in version == .eight ? options + ":" + collapsed(sql) : stripped(sql) }
    }

    private func text(of change: ParsedNode, in version: ChangeSetContent.Version) -> String {
        switch change.name {
        case "sql", "sqlFile":
            // Since version 9, changes for other databases do not affect the checksum.
            if version == .nine, reader.isForeign(option("dbms", of: change)) { return "" }
            let isFile = change.name == "sqlFile"
            let sql = isFile ? contents(of: "path", in: change) : reader.parameters.expand(change.sql)
            guard version == .eight else { return "sql:" + Self.stripped(sql) }
            let options = ["endDelimiter", "splitStatements", "stripComments"].map { option($0, of: change) ?? "" }
                .joined(separator: ":")
            return "sql:\(options):" + Self.collapsed(sql)
        case "loadData", "loadUpdateData":
            let comment = option("commentLineStartsWith", of: change) ?? "#"
            let lines = contents(of: "file", in: change).javaLines.filter { !$0.isEmpty }.filter {
                comment.isEmpty || !$0.hasPrefix(comment)
            }
            return "\(option("tableName", of: change) ?? ""):" + lines.joined(separator: "\n")
        default: return change.name + text(ofTyped: change, in: version)
        }
    }

    private func text(ofTyped change: ParsedNode, in version: ChangeSetContent.Version) -> String {
        let bodies = Self.bodies[change.name]
        guard let bodies, version == .nine || change.child("path") != nil else {
            return fields(of: change, without: Self.uncounted[change.name] ?? [])
        }
        if version == .eight {
            return fields(of: change, without: []) + Self.collapsed(contents(of: "path", in: change))
        }
        let text =
            change.child("path") == nil
            ? ([change.value] + bodies.map { change.text($0) }).compactMap(\.self).joined()
            : contents(of: "path", in: change)
        var own = change
        own.value = nil
        return fields(of: own, without: Self.aroundBodies.union(bodies)) + Self.stripped(reader.parameters.expand(text))
    }

    /// The text fields whose white space has no effect since version 9.
    private static let bodies: [String: [String]] = [
        "createView": ["selectQuery"], "createProcedure": ["procedureBody", "procedureText"],
        "createFunction": ["functionBody", "procedureBody"], "createTrigger": ["triggerBody", "procedureBody"],
        "createPackage": ["packageText", "procedureBody"], "createPackageBody": ["packageBodyText", "procedureBody"],
    ]
    private static let aroundBodies: Set = [
        "path", "relativeToChangelogFile", "encoding", "dbms", "comment", "comments",
    ]
    private static let aroundVisitors: Set = ["dbms", "context", "contextFilter", "labels"]
    /// The fields that have no effect (`getExcludedFieldFilters`).
    private static let uncounted: [String: Set<String>] = [
        "createTable": ["ifNotExists", "rowDependencies"], "createIndex": ["associatedWith", "using"],
        "tagDatabase": ["keepTagOnRollback"],
    ]

    /// The sorted fields of a change or a part; those with the same name, such as columns, keep their order.
    private func fields(of node: ParsedNode, without uncounted: Set<String>) -> String {
        var fields: [(name: String, text: String)] = []
        func take(_ parts: [ParsedNode]) {
            for part in parts where !uncounted.contains(part.name) {
                if part.name == "columns" {
                    let isWrapped = part.child("column") != nil || part.children.isEmpty
                    if isWrapped {
                        take(part.children)
                    } else {
                        fields.append(("column", self.fields(of: part, without: [])))
                    }
                } else {
                    fields.append((part.name, self.fields(of: part, without: [])))
                }
            }
        }
        take(node.children)
        let sorted = fields.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
        let value = node.value.map { "=" + Self.trimmed(reader.parameters.expand($0)) } ?? ""
        // Lengths make the concatenation unambiguous.
        let parts = sorted.map { "\($0.element.name)\($0.element.text)" } + node.loose.map(\.name)
        return value + "[" + parts.map { "\($0.utf8.count)\($0)" }.joined() + "]"
    }

    private func option(_ name: String, of change: ParsedNode) -> String? {
        change.text(name).map(reader.parameters.expand)
    }

    /// The contents of a referenced file, or its name if it cannot be read.
    private func contents(of key: String, in change: ParsedNode) -> String {
        guard let written = change.text(key) else { return "" }
        let name = reader.path(written, of: change, in: file)
        guard let bytes = try? reader.files[name]?.contents() else { return name }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func trimmed(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").trimmed
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    static func collapsed(_ text: String) -> String {
        text.utf8.split(whereSeparator: isBlank).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    static func stripped(_ text: String) -> String {
        String(decoding: text.utf8.filter { !isBlank($0) }, as: UTF8.self)
    }
}
