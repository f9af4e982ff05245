import JSON

/// The kinds of objects that are compared, in the order of reports.
enum SchemaKind: String, CaseIterable, Hashable, Sendable {
    case schema
    case `extension`
    case type, domain, sequence, table
    case foreignTable = "foreign table"
    case column
    case primaryKey = "primary key"
    case uniqueConstraint = "unique constraint"
    case foreignKey = "foreign key"
    case check
    case exclusionConstraint = "exclusion constraint"
    case index, view
    case materializedView = "materialized view"
    case function, procedure, aggregate, trigger, rule, policy, event
    /// Who owns an object, and who may use it.
    case access
    /// What devtool knows no kind for, by its statement.
    case other
}

/// An object of a database, as the database's catalog describes it.
struct SchemaObject: Hashable, Sendable {
    let kind: SchemaKind
    let schema: String?
    /// The table that the object is a part of.
    let table: String?
    let name: String
    /// By name, such as `type` or `definition`; without those that do not apply.
    var properties: [String: String] = [:]

    var path: String { [schema, table, name].compactMap(\.self).joined(separator: ".") }

    /// Identifies the same object in two databases.
    var key: [String] { [kind.rawValue, path] }

    /// The table's path; `nil` if the object is not a part of one.
    var parent: String? { table.map { table in [schema, table].compactMap(\.self).joined(separator: ".") } }

    /// The object without its name, if that is of the form that servers make up for constraints and indexes.
    fileprivate var content: SchemaObject? {
        switch kind {
        case .primaryKey, .uniqueConstraint, .foreignKey, .check, .exclusionConstraint, .index: break
        case .schema, .extension, .type, .domain, .sequence, .table, .foreignTable, .column, .view, .materializedView,
            .function, .procedure, .aggregate, .trigger, .rule, .policy, .event, .access, .other:
            return nil
        }
        guard let table,
            name.contains(#/^(CONSTRAINT|INDEX|PRIMARY_KEY)_[0-9A-F]+(_\w+)?$|^foreign_key_\d+$|^sqlite_autoindex_/#)
                || name.hasPrefix(table.prefix(20)) && name.contains(#/_(p?key|fkey|check|excl|idx)\d*$|_ibfk_\d+$/#)
        else { return nil }
        return SchemaObject(kind: kind, schema: schema, table: table, name: "", properties: properties)
    }
}

extension [SchemaObject] {
    /// The objects that remain when those of equal content are left out as often as they are in `others`.
    fileprivate func without(_ contents: [SchemaObject?], in others: [SchemaObject?]) -> [SchemaObject] {
        var counts = Dictionary(others.compactMap { $0.map { ($0, 1) } }, uniquingKeysWith: +)
        return zip(self, contents).compactMap { object, content in
            guard let content, let count = counts[content], count > 0 else { return object }
            counts[content] = count - 1
            return nil
        }
    }
}

/// All objects of a database.
struct SchemaSnapshot: Sendable {
    /// The server with its version, such as `PostgreSQL 15.8`.
    let server: String
    private(set) var objects: [SchemaObject]
    /// What new objects inherit from the database: MariaDB's collation.
    let settings: String?

    /// Converts the rows that answer a ``CatalogQuestion``; fails if one has another form.
    static func objects(in rows: [[String?]]) -> [SchemaObject]? {
        var objects: [SchemaObject] = []
        for row in rows {
            guard row.count == 5, let kind = row[0].flatMap(SchemaKind.init), let name = row[3], let text = row[4],
                case .object(let members)? = try? JSONValue(parsing: text.utf8)
            else { return nil }
            var object = SchemaObject(kind: kind, schema: row[1], table: row[2], name: name)
            for (name, value) in members {
                switch value {
                case .null: continue
                case .string(let text): object.properties[name] = text
                case .bool, .integer, .decimal, .array, .object: object.properties[name] = value.compactText
                }
            }
            objects.append(object)
        }
        return objects
    }

    init(of server: String, _ objects: [SchemaObject], settings: String? = nil) {
        self.server = server
        self.objects = objects
        self.settings = settings
    }

    /// Adds properties to the object of the same kind and name.
    mutating func add(_ details: [SchemaObject]) {
        let places = Dictionary(zip(objects.map(\.key), objects.indices)) { first, _ in first }
        for detail in details {
            guard let index = places[detail.key] else { continue }
            objects[index].properties.merge(detail.properties) { _, new in new }
        }
    }

    /// Leaves out tables with all their parts.
    func leavingOut(_ isLeftOut: (_ table: String) -> Bool) -> SchemaSnapshot {
        SchemaSnapshot(of: server, objects.filter { !isLeftOut($0.table ?? $0.name) }, settings: settings)
    }

    /// The major version, or all of it if none is recognised; MariaDB's and SQLite's have two parts.
    private var release: Substring {
        let parts = server.hasPrefix("PostgreSQL") ? #/^\D+\d+/# : #/^\D+\d+\.\d+/#
        return server.prefixMatch(of: parts).map { server[$0.range] } ?? server[...]
    }

    /// What is different from the expected state.
    func differences(from expected: SchemaSnapshot) -> [SchemaDifference] {
        let contents = (own: objects.map(\.content), expected: expected.objects.map(\.content))
        let left = objects.without(contents.own, in: contents.expected)
        let wanted = expected.objects.without(contents.expected, in: contents.own)
        func named(_ objects: [SchemaObject]) -> [[String]: SchemaObject] {
            Dictionary(objects.map { ($0.key, $0) }) { first, _ in first }
        }
        let (there, meant) = (named(left), named(wanted))
        let isOtherRelease = release != expected.release
        var found: [SchemaDifference] = []
        for (key, object) in meant where there[key] == nil { found.append(SchemaDifference(object, .missing)) }
        for (key, object) in there {
            guard let other = meant[key] else {
                found.append(SchemaDifference(object, .unexpected))
                continue
            }
            if object == other { continue }
            let changes = Set(object.properties.keys).union(other.properties.keys).sorted().compactMap { name in
                SchemaDifference.Change(name, of: object, insteadOf: other, isOtherRelease: isOtherRelease)
            }
            if !changes.isEmpty { found.append(SchemaDifference(object, .changed(changes))) }
        }
        return found.withoutParts.sorted()
    }
}

/// An object that differs between two databases.
struct SchemaDifference: Hashable, Sendable {
    struct Change: Hashable, Sendable {
        let property: String
        /// `nil` if the expected object does not have the property.
        let expected: String?
        /// `nil` if the object does not have the property.
        let actual: String?
        /// Whether the servers' releases differ, and may print the same expression in two ways.
        let mayBeRelease: Bool

        /// The difference of one property; `nil` if there is none.
        init?(_ name: String, of actual: SchemaObject, insteadOf expected: SchemaObject, isOtherRelease: Bool) {
            let values = (actual.properties[name], expected.properties[name])
            func words(_ text: String?) -> String? {
                name == "statement" ? text?.split(whereSeparator: \.isWhitespace).joined(separator: " ") : text
            }
            if words(values.0) == words(values.1) { return nil }
            property = name
            (self.actual, self.expected) = values
            mayBeRelease = isOtherRelease && Self.expressions.contains(name)
        }

        private static let expressions: Set = [
            "checks", "default", "definition", "generated", "partition", "partitioned by", "statement",
        ]
    }

    enum State: Hashable, Sendable {
        case missing, unexpected
        case changed([Change])

        var name: String {
            switch self {
            case .missing: "missing"
            case .unexpected: "unexpected"
            case .changed: "changed"
            }
        }
    }

    let object: SchemaObject
    let state: State

    init(_ object: SchemaObject, _ state: State) {
        self.object = object
        self.state = state
    }

    var changes: [Change] { if case .changed(let changes) = state { changes } else { [] } }
}

extension SchemaDifference: Comparable {
    static func < (first: SchemaDifference, second: SchemaDifference) -> Bool {
        let order = SchemaKind.allCases
        let (a, b) = (order.firstIndex(of: first.object.kind) ?? 0, order.firstIndex(of: second.object.kind) ?? 0)
        return (a, first.object.path) < (b, second.object.path)
    }
}

extension [SchemaDifference] {
    /// Without the parts of tables that are missing or unexpected, and the statements of tables with other differences.
    fileprivate var withoutParts: [SchemaDifference] {
        let whole = Set(filter { $0.object.table == nil && $0.state.name != "changed" }.map(\.object.path))
        let kept = filter { difference in difference.object.parent.map { !whole.contains($0) } ?? true }
        let parents = Set(kept.compactMap(\.object.parent))
        // SQLite's tables have their whole statement as a property, for what has no property of its own.
        return kept.filter { $0.changes.map(\.property) != ["statement"] || !parents.contains($0.object.path) }
    }
}
