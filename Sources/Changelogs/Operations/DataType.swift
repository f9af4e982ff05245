/// A column type in a changelog, with a canonical name.
package struct DataType: Hashable, Sendable, CustomStringConvertible {
    /// Lower-case; synonyms have the same name.
    package let name: String
    package let sizes: [Int]
    package let values: [String]
    /// The character set and the collation, as written, lower-case; empty for the default.
    package let collation: [String]
    /// The name by which MySQL and MariaDB store it.
    private let storedName: String
    private let isUnsigned: Bool
    private let text: String

    package var description: String { text }

    /// `nil` if it depends on a parameter.
    package init?(_ text: String) {
        let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !trimmed.isEmpty, !trimmed.utf8.contains(UInt8(ascii: "$")) else { return nil }
        self.text = trimmed
        var head = trimmed.prefix { $0 != "(" }.lowercased()
        let inner = trimmed.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
        let rest = trimmed.drop { $0 != ")" }.dropFirst().lowercased()
        if head.hasPrefix("java.sql.types.") { head = String(head.dropFirst(15)) }
        if head.hasPrefix("pg_catalog.") { head = String(head.dropFirst(11)) }
        // Searching is slow; few types have anything after parentheses, or more than one word.
        func ends(with words: String) -> Bool { !rest.isEmpty && rest.contains(words) }
        var isUnsigned = ends(with: "unsigned") || ends(with: "zerofill")
        var clauses = ""
        for clause in [" character set ", " charset ", " collate "] where trimmed.utf8.contains(UInt8(ascii: " ")) {
            clauses += rest.firstRange(of: clause).map { String(rest[$0.lowerBound...]) } ?? ""
            guard let range = head.firstRange(of: clause) else { continue }
            clauses += head[range.lowerBound...]
            head = String(head[..<range.lowerBound])
        }
        collation = clauses.filter { $0 != "\"" }.split(separator: " ").map(String.init)
        while head.hasSuffix(" ") { head.removeLast() }
        for word in [" zerofill", " unsigned", " signed"] where head.hasSuffix(word) {
            head = String(head.dropLast(word.count))
            isUnsigned = isUnsigned || word != " signed"
        }
        self.isUnsigned = isUnsigned
        if head.hasPrefix("time"), ends(with: "with time zone") { head += " with time zone" }
        name = (Self.names[head] ?? head) + (ends(with: "[]") ? "[]" : "")
        storedName = Self.merged.contains(head) ? head : name
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
    private static let merged: Set = [
        "mediumint", "tinytext", "mediumtext", "longtext", "nvarchar", "nchar", "long", "clob", "nclob", "float4",
    ]

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
    /// Unless ``keepsRows(of:)`` says otherwise, a cast to another type calls a function.
    package var isBuiltIn: Bool { Self.builtIn.contains(name.replacing("[]", with: "")) }

    private static let builtIn: Set = [
        "smallint", "int", "bigint", "smallserial", "serial", "bigserial", "numeric", "real", "double", "money",
        "boolean", "text", "varchar", "char", "bytea", "date", "time", "timetz", "timestamp", "timestamptz", "datetime",
        "interval", "uuid", "json", "jsonb", "inet", "cidr", "macaddr", "tsvector", "tsquery", "point", "int4range",
        "int8range", "numrange", "daterange", "tsrange", "tstzrange",
    ]

    /// Whether PostgreSQL keeps rows unchanged when a column changes from `old` to this type
    /// (`ATColumnChangeRequiresRewrite`); `nil` if unknown.
    ///
    /// Another collation changes no rows.
    package func keepsRows(of old: DataType) -> Bool? {
        let names = [old.name, name].map { $0.replacing("serial", with: "int") }
        switch (names[0], names[1]) {
        case ("varchar", "varchar"):
            guard let new = sizes.first else { return true }
            return old.sizes.first.map { new >= $0 } ?? false
        case ("varchar", "text"), ("text", "text"): return true
        case ("text", "varchar"): return sizes.isEmpty
        case ("numeric", "numeric"):
            guard !sizes.isEmpty else { return true }
            guard let scale = old.sizes.last else { return false }
            // libpg_query gives 0 for negative numbers.
            if scale < 0 { return nil }
            return (sizes.dropFirst().first ?? 0) == (old.sizes.dropFirst().first ?? 0) && sizes[0] >= old.sizes[0]
        case ("cidr", "inet"), ("smallint", "smallint"), ("int", "int"), ("bigint", "bigint"): return true
        case ("timestamp", "timestamp"), ("timestamptz", "timestamptz"), ("time", "time"), ("timetz", "timetz"):
            return (sizes.first ?? 6) >= (old.sizes.first ?? 6)
        // It depends on the time zone of the session.
        case ("timestamp", "timestamptz"), ("timestamptz", "timestamp"): return sizes.first ?? 6 == 6 ? nil : false
        case let (was, new) where was == new && (sizes == old.sizes || sizes.isEmpty && new.hasSuffix("[]")):
            return true
        case ("interval", "interval"), ("datetime", _), (_, "datetime"): return nil
        // Without a length, `bpchar` has none, and `char` has 1.
        case (_, "char"): return sizes.isEmpty || !old.isBuiltIn ? nil : false
        default: return isBuiltIn && old.isBuiltIn && !name.hasSuffix("[]") ? false : nil
        }
    }

    /// Whether MariaDB or MySQL keeps rows unchanged when a column changes from `old` to this type; `nil` if unknown.
    ///
    /// A `VARCHAR` may grow as long as its length needs the same number of bytes; in MariaDB also from 127 bytes or
    /// fewer. The bytes per character depend on the table, so the answer must hold for one and for four.
    package func keepsRows(of old: DataType, on engine: DatabaseEngineName) -> Bool? {
        // With a length, a text may be stored as another type.
        let areCommon = [self, old].allSatisfy { type in
            Self.common.contains(type.storedName) && !(type.name == "text" && !type.sizes.isEmpty)
        }
        guard storedName == old.storedName, isUnsigned == old.isUnsigned else { return areCommon ? false : nil }
        let isSameText = collation == old.collation
        switch storedName {
        case "varchar", "varbinary":
            guard let size = sizes.first, let was = old.sizes.first else { return nil }
            let isShort = engine == .mariadb && was <= 127 / 4
            if size < was { return false }
            return isSameText && (size == was || size <= 255 / 4 || was > 255 || isShort) ? true : nil
        case "enum" where isSameText && values.starts(with: old.values):
            return (values.count < 256) == (old.values.count < 256)
        case "set" where isSameText && values.starts(with: old.values):
            return (values.count + 7) / 8 == (old.values.count + 7) / 8
        // The number in parentheses is only the display width.
        case "tinyint", "smallint", "mediumint", "int", "bigint", "year": return true
        case "numeric": return Self.digits(sizes) == Self.digits(old.sizes)
        case "date", "datetime", "timestamp", "time": return sizes.first ?? 0 == old.sizes.first ?? 0
        case "char", "binary", "bit":
            if sizes.first ?? 1 != old.sizes.first ?? 1 { return false }
            return isSameText ? true : nil
        default: return isSameText && sizes == old.sizes && values == old.values ? true : nil
        }
    }

    /// The precision and the scale of a `DECIMAL` in MariaDB and MySQL.
    private static func digits(_ sizes: [Int]) -> [Int] { [sizes.first ?? 10, sizes.dropFirst().first ?? 0] }

    /// Types that MariaDB and MySQL store differently from each other, whatever their parameters.
    private static let common: Set = [
        "tinyint", "smallint", "mediumint", "int", "bigint", "numeric", "varchar", "char", "text", "mediumtext",
        "longtext", "date", "time", "datetime", "timestamp", "enum", "set",
    ]
}
