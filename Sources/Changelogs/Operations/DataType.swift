/// A column type in a changelog, with a canonical name.
package struct DataType: Hashable, Sendable, CustomStringConvertible {
    /// Lower-case; synonyms have the same name.
    package let name: String
    package let sizes: [Int]
    package let values: [String]
    /// The name as written and modifiers that affect storage in MySQL and MariaDB, such as `unsigned`.
    private let storage: [String]
    private let text: String

    package var description: String { text }

    /// `nil` if it depends on a parameter.
    init?(_ text: String) {
        let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !trimmed.isEmpty, !trimmed.utf8.contains(UInt8(ascii: "$")) else { return nil }
        self.text = trimmed
        var head = trimmed.prefix { $0 != "(" }.lowercased()
        let inner = trimmed.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
        let rest = trimmed.drop { $0 != ")" }.dropFirst().lowercased()
        if head.hasPrefix("java.sql.types.") { head = String(head.dropFirst(15)) }
        if head.hasPrefix("pg_catalog.") { head = String(head.dropFirst(11)) }
        var words = trimmed.drop { $0 != ")" }.dropFirst().lowercased().split(separator: " ")
        for clause in [" character set ", " charset ", " collate "] {
            guard let range = head.firstRange(of: clause) else { continue }
            words += head[range.lowerBound...].split(separator: " ")
            head = String(head[..<range.lowerBound])
        }
        while head.hasSuffix(" ") { head.removeLast() }
        var modifiers = words.map(String.init)
        for word in [" zerofill", " unsigned", " signed"] where head.hasSuffix(word) {
            head = String(head.dropLast(word.count))
            modifiers.append(String(word.dropFirst()))
        }
        if head.hasPrefix("time"), rest.contains("with time zone") { head += " with time zone" }
        name = (Self.names[head] ?? head) + (rest.contains("[]") ? "[]" : "")
        storage = [Self.merged.contains(head) ? head : name] + modifiers.sorted()
        sizes = inner.split(separator: ",").compactMap { Int($0.filter { !$0.isWhitespace }) }
        values =
            name == "enum" || name == "set"
            ? inner.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
                .map { String($0.element) } : []
    }

    private static let names = [
        "integer": "int", "int4": "int", "mediumint": "int", "number(10)": "int", "int8": "bigint", "long": "bigint",
        "int2": "smallint", "serial4": "serial", "serial8": "bigserial", "serial2": "smallserial",
        "character varying": "varchar", "varchar2": "varchar", "nvarchar": "varchar", "nvarchar2": "varchar",
        "character": "char", "bpchar": "char", "nchar": "char", "decimal": "numeric", "number": "numeric",
        "dec": "numeric", "float8": "double", "double precision": "double", "float4": "real", "bool": "boolean",
        "timestamp without time zone": "timestamp", "timestamp with time zone": "timestamptz",
        "time without time zone": "time", "time with time zone": "timetz", "longtext": "text", "mediumtext": "text",
        "clob": "text", "nclob": "text", "tinytext": "text", "timestamp with local time zone": "timestamptz",
    ]

    /// Synonyms here that MySQL and MariaDB store differently.
    private static let merged: Set = ["mediumint", "tinytext", "mediumtext", "longtext", "nvarchar", "nchar"]

    /// Whether some values may not fit; `nil` if unknown.
    package func isNarrower(than old: DataType) -> Bool? {
        if self == old { return false }
        if !values.isEmpty, !old.values.isEmpty { return !Set(old.values).isSubset(of: values) }
        if let new = Self.widths[name], let was = Self.widths[old.name] { return new < was }
        switch (old.name, name) {
        case ("varchar", "varchar"), ("char", "char"), ("char", "varchar"), ("varchar", "char"):
            guard let new = sizes.first else { return old.sizes.isEmpty ? false : name == "char" }
            guard let was = old.sizes.first else { return true }
            return new < was
        case ("varchar", "text"), ("char", "text"): return false
        case ("text", "varchar"), ("text", "char"): return !sizes.isEmpty || name == "char"
        case ("numeric", "numeric"):
            guard let precision = sizes.first else { return false }
            guard let was = old.sizes.first else { return true }
            let (scale, oldScale) = (sizes.dropFirst().first ?? 0, old.sizes.dropFirst().first ?? 0)
            return scale < oldScale || precision - scale < was - oldScale
        case ("double", "real"), ("timestamp", "date"), ("timestamptz", "date"), ("timestamp", "time"),
            ("text", "boolean"), ("varchar", "boolean"), ("numeric", "int"), ("numeric", "bigint"), ("double", "int"),
            ("double", "bigint"), ("varchar", "int"), ("text", "int"), ("bigint", "boolean"), ("int", "boolean"):
            return true
        default: return nil
        }
    }

    private static let widths = [
        "tinyint": 1, "smallint": 2, "smallserial": 2, "int": 4, "serial": 4, "bigint": 8, "bigserial": 8,
    ]

    /// Whether it is a built-in type of PostgreSQL or an array of one, and thus not a domain.
    ///
    /// Unless ``keepsRows(of:)`` knows otherwise, a cast to another type calls a function.
    package var isBuiltIn: Bool { Self.builtIn.contains(name.replacing("[]", with: "")) }

    private static let builtIn: Set = [
        "smallint", "int", "bigint", "smallserial", "serial", "bigserial", "numeric", "real", "double", "money",
        "boolean", "text", "varchar", "char", "bytea", "date", "time", "timetz", "timestamp", "timestamptz", "datetime",
        "interval", "uuid", "json", "jsonb", "inet", "cidr", "macaddr", "tsvector", "tsquery", "point", "int4range",
        "int8range", "numrange", "daterange", "tsrange", "tstzrange",
    ]

    /// Whether PostgreSQL keeps rows unchanged when a column changes from `old` to this type
    /// (`ATColumnChangeRequiresRewrite`).
    package func keepsRows(of old: DataType) -> Bool {
        switch (old.name, name) {
        case ("varchar", "varchar"):
            guard let new = sizes.first else { return true }
            return old.sizes.first.map { new >= $0 } ?? false
        case ("varchar", "text"), ("text", "text"): return true
        case ("text", "varchar"): return sizes.isEmpty
        case ("numeric", "numeric"):
            guard !sizes.isEmpty else { return true }
            guard !old.sizes.isEmpty else { return false }
            return (sizes.dropFirst().first ?? 0) == (old.sizes.dropFirst().first ?? 0) && sizes[0] >= old.sizes[0]
        case ("cidr", "inet"): return true
        case ("timestamp", "timestamp"), ("timestamptz", "timestamptz"), ("time", "time"), ("timetz", "timetz"):
            return (sizes.first ?? 6) >= (old.sizes.first ?? 6)
        default: return self == old || (name == old.name && sizes == old.sizes)
        }
    }

    /// Whether MariaDB or MySQL keeps rows unchanged when a column changes from `old` to this type.
    ///
    /// A `VARCHAR` may grow as long as its length needs the same number of bytes; in MariaDB also from 127 bytes or
    /// fewer. The bytes per character depend on the table, so the answer must hold for one and for four.
    package func keepsRows(of old: DataType, on engine: DatabaseEngineName) -> Bool {
        guard storage == old.storage else { return false }
        switch name {
        case "varchar", "varbinary":
            guard let size = sizes.first, let was = old.sizes.first, size >= was else { return sizes == old.sizes }
            let isShort = engine == .mariadb && was <= 127 / 4
            return size == was || size <= 255 / 4 || was > 255 || isShort
        case "enum": return values.starts(with: old.values) && (values.count < 256) == (old.values.count < 256)
        case "set": return values.starts(with: old.values) && (values.count + 7) / 8 == (old.values.count + 7) / 8
        // The number in parentheses is only the display width.
        case "tinyint", "smallint", "int", "bigint": return true
        default: return sizes == old.sizes
        }
    }
}
