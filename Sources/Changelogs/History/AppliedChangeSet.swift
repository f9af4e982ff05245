import JSON
import Reporting

/// A row of `DATABASECHANGELOG`.
package struct AppliedChangeSet: Sendable, Equatable {
    package let id: String
    package let author: String
    package let file: String
    /// `nil` if it was cleared.
    package let checksum: String?

    package init(id: String, author: String, file: String, checksum: String?) {
        self.id = id
        self.author = author
        self.file = file
        self.checksum = checksum
    }
}

extension Problem {
    fileprivate static func notRows(_ file: String, reason: String) -> Problem {
        Problem(
            .badData, "'\(file)' does not contain rows of DATABASECHANGELOG: \(reason)",
            hint: "export the columns ID, AUTHOR, FILENAME and MD5SUM as CSV with a header row, or as a JSON "
                + "list of objects")
    }
}

extension AppliedChangeSet {
    /// Reads rows from CSV with column names, or from a JSON list of objects.
    package static func rows(in bytes: [UInt8], file: String) throws -> [AppliedChangeSet] {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let first = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
        let rows: [[String: String]]
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            rows = try json(bytes, file: file)
        } else {
            rows = csv(bytes)
            // An empty table still has column names.
            let header = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            let names = header.uppercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            let isHeader =
                header.contains { ",;\t|".contains($0) }
                && ["ID", "AUTHOR", "FILENAME"].allSatisfy { names.contains($0[...]) }
            guard !rows.isEmpty || isHeader else {
                throw Problem.notRows(file, reason: "it lacks the columns ID, AUTHOR and FILENAME")
            }
        }
        return try rows.map { row in
            guard let id = row["ID"], let author = row["AUTHOR"], let name = row["FILENAME"] else {
                throw Problem.notRows(file, reason: "a row has no ID, AUTHOR or FILENAME")
            }
            let checksum = row["MD5SUM"].flatMap { $0.isEmpty || $0 == "NULL" ? nil : $0 }
            return AppliedChangeSet(id: id, author: author, file: name, checksum: checksum)
        }
    }

    private static func json(_ bytes: [UInt8], file: String) throws -> [[String: String]] {
        let document: JSONValue
        do { document = try JSONValue(parsing: bytes) } catch { throw Problem.notRows(file, reason: "\(error)") }
        guard let items = document.items else { throw Problem.notRows(file, reason: "it is not a list") }
        return try items.map { item in
            guard case .object(let members) = item else {
                throw Problem.notRows(file, reason: "an entry is not an object")
            }
            let cells = members.compactMap { name, value in value.cell.map { (name.uppercased(), $0) } }
            return Dictionary(cells, uniquingKeysWith: { _, last in last })
        }
    }

    /// Parses comma-separated values (RFC 4180) with column names, in any case, in the first row.
    private static func csv(_ bytes: [UInt8]) -> [[String: String]] {
        var rows = fields(of: bytes)[...]
        guard let names = rows.popFirst() else { return [] }
        let columns = names.map { $0.uppercased() }
        return rows.map { row in Dictionary(zip(columns, row), uniquingKeysWith: { first, _ in first }) }
    }

    private static func fields(of bytes: [UInt8]) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var wasQuote = false
        func endRow() {
            row.append(String(decoding: field, as: UTF8.self))
            field = []
            if row != [""] { rows.append(row) }
            row = []
        }
        for byte in bytes {
            if byte == UInt8(ascii: "\"") {
                // A doubled quote in a quoted field is one quote.
                if wasQuote && !isQuoted { field.append(byte) }
                isQuoted.toggle()
                wasQuote = true
                continue
            }
            wasQuote = false
            if isQuoted {
                field.append(byte)
            } else if byte == UInt8(ascii: ",") {
                row.append(String(decoding: field, as: UTF8.self))
                field = []
            } else if byte == UInt8(ascii: "\n") {
                endRow()
            } else if byte != UInt8(ascii: "\r") {
                field.append(byte)
            }
        }
        if !row.isEmpty || !field.isEmpty { endRow() }
        return rows
    }
}

extension JSONValue {
    fileprivate var cell: String? {
        switch self {
        case .string(let text): text
        case .integer, .decimal: numberSpelling
        case .bool(let truth): "\(truth)"
        case .null, .array, .object: nil
        }
    }
}
