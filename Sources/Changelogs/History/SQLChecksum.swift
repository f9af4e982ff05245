import Reporting
import SystemPackage

/// Liquibase's checksum in the column `MD5SUM` for changesets with only SQL.
///
/// Checksums of other changes depend on the order of fields in Java, which is unknown.
package struct SQLChecksum: Sendable {
    /// The SQL of each change, with the options that count in version 8 (`NormalizingStreamV8`).
    private var parts: [(options: String, sql: String)] = []
    /// Since version 9, changes for other databases do not count.
    private var isForAll = true

    /// `nil` if it cannot be computed.
    init?(of changes: [ParsedNode], in file: ChangelogFile, by reader: ChangelogReader) {
        for change in changes {
            func option(_ name: String) -> String? { change.text(name).map(reader.parameters.expand) }
            guard let sql = Self.sql(of: change, option, in: file, by: reader) else { return nil }
            take(
                sql, endDelimiter: option("endDelimiter"), splits: option("splitStatements"),
                strips: option("stripComments") ?? "false")
            if change.child("dbms") != nil { isForAll = false }
        }
    }

    init?(ofRawFile text: String) {
        guard !text.contains("${") else { return nil }
        take(text, endDelimiter: nil, splits: "false", strips: "false")
    }

    /// Parameters in `sql` must be expanded.
    init?(ofFormattedSQL sql: String, attributes: SQLAttributes, isLast: Bool, by reader: ChangelogReader) {
        guard !reader.parameters.isUncertain(sql) else { return nil }
        var delimiter = attributes["endDelimiter"]
        if delimiter == nil, isLast, ContentWriter.trimmed(sql).hasSuffix("\n/") { delimiter = "\n/$" }
        take(
            sql, endDelimiter: delimiter, splits: attributes["splitStatements"],
            strips: attributes["stripComments"] ?? "true")
    }

    private mutating func take(_ sql: String, endDelimiter: String?, splits: String?, strips: String) {
        let (splits, strips) = ((splits ?? "true").lowercased() == "true", strips.lowercased() == "true")
        parts.append(("\(endDelimiter ?? "null"):\(splits):\(strips):", sql))
    }

    /// `nil` if it cannot be computed in the version.
    package func text(in version: ChangeSetContent.Version) -> String? {
        guard version == .eight || isForAll else { return nil }
        func sum(of text: String) -> String { version.rawValue + MD5.hexadecimal(of: text.utf8) }
        let sums = parts.map { options, sql in
            sum(of: version == .eight ? options + ContentWriter.collapsed(sql) : ContentWriter.stripped(sql)) + ":"
        }
        return sum(of: sums.joined())
    }

    private static func sql(
        of change: ParsedNode, _ option: (String) -> String?, in file: ChangelogFile, by reader: ChangelogReader
    ) -> String? {
        let sql: String
        switch change.name {
        case "sql": sql = reader.parameters.expand(change.sql)
        case "sqlFile":
            guard option("encoding").map({ $0.uppercased() == "UTF-8" }) ?? true,
                let path = change.text("path").map({ reader.path($0, of: change, in: file) }),
                let bytes = try? reader.files[path]?.contents(), !bytes.starts(with: [0xEF, 0xBB, 0xBF])
            else { return nil }
            sql = String(decoding: bytes, as: UTF8.self)
        default: return nil
        }
        return reader.parameters.isUncertain(sql) ? nil : sql
    }
}
