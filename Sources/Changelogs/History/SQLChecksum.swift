import Reporting
import SystemPackage

/// Liquibase's checksum in the column `MD5SUM` for changesets with only SQL, in version 8 (Liquibase 4.0 to 4.21).
///
/// Checksums of other changes depend on the order of fields in Java, which is unknown.
enum SQLChecksum {
    /// `nil` if it cannot be computed.
    static func compute(of changes: [ParsedNode], in file: ChangelogFile, by reader: ChangelogReader) -> String? {
        var sums = ""
        for change in changes {
            guard let sum = sum(of: change, in: file, by: reader) else { return nil }
            sums += sum + ":"
        }
        return text(sums.utf8)
    }

    static func ofRawFile(_ text: String) -> String? {
        guard !text.contains("${") else { return nil }
        let sum = normalized(text, endDelimiter: nil, splits: false, strips: false)
        return self.text((self.text(sum) + ":").utf8)
    }

    /// Parameters in `sql` must be expanded.
    static func ofFormattedSQL(_ sql: String, attributes: SQLAttributes, isLast: Bool, by reader: ChangelogReader)
        -> String?
    {
        guard !reader.parameters.isUncertain(sql) else { return nil }
        let trimmed = trimmed(sql)
        var delimiter = attributes["endDelimiter"]
        if delimiter == nil, isLast, trimmed.hasSuffix("\n/") { delimiter = "\n/$" }
        let sum = normalized(
            trimmed, endDelimiter: delimiter, splits: isTrue(attributes["splitStatements"]) ?? true,
            strips: isTrue(attributes["stripComments"]) ?? true)
        return text((text(sum) + ":").utf8)
    }

    private static func sum(of change: ParsedNode, in file: ChangelogFile, by reader: ChangelogReader) -> String? {
        guard change.name == "sql" || change.name == "sqlFile" else { return nil }
        func option(_ name: String) -> String? { change.text(name).map(reader.parameters.expand) }
        var sql = change.value ?? change.text("sql") ?? ""
        if change.name == "sqlFile" {
            guard option("encoding").map({ $0.uppercased() == "UTF-8" }) ?? true,
                let path = change.text("path").map({ path in
                    file.resolve(
                        reader.parameters.expand(path), isRelative: change.text("relativeToChangelogFile") == "true")
                }), let bytes = try? reader.files[path]?.contents()
            else { return nil }
            sql = String(decoding: bytes, as: UTF8.self)
        } else {
            sql = reader.parameters.expand(trimmed(sql))
        }
        guard !reader.parameters.isUncertain(sql) else { return nil }
        return text(
            normalized(
                sql, endDelimiter: option("endDelimiter"), splits: isTrue(option("splitStatements")) ?? true,
                strips: isTrue(option("stripComments")) ?? false))
    }

    private static func isTrue(_ text: String?) -> Bool? { text.map { $0.lowercased() == "true" } }

    private static func text(_ bytes: some Collection<UInt8>) -> String { "8:" + MD5.hexadecimal(of: bytes) }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }

    /// The options and the SQL with normalized white space.
    private static func normalized(_ sql: String, endDelimiter: String?, splits: Bool, strips: Bool) -> [UInt8] {
        var bytes = Array("\(endDelimiter ?? "null"):\(splits):\(strips):".utf8)
        var isPending = false
        var isFirst = true
        for byte in sql.utf8 {
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                isPending = !isFirst
                continue
            }
            if isPending { bytes.append(0x20) }
            isPending = false
            isFirst = false
            bytes.append(byte)
        }
        return bytes
    }
}
