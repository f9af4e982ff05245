/// The objects in H2's own script of a database, one for each statement and each column.
///
/// ```
/// CREATE CACHED TABLE "PUBLIC"."T"(
///     "ID" INT NOT NULL,
///     "A" VARCHAR(20)
/// );
/// ALTER TABLE "PUBLIC"."T" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_5" PRIMARY KEY("ID");
/// ```
struct H2Script {
    private(set) var objects: [SchemaObject] = []

    init(_ statements: [String]) { for statement in statements { read(statement) } }

    private mutating func read(_ statement: String) {
        // Names of sequences of identity columns, and comments, differ from database to database.
        let text = statement.replacing(#/SYSTEM_SEQUENCE_[0-9A-F_]+/#, with: "SYSTEM_SEQUENCE").replacing(
            #/^(--.*\n)+/#, with: ""
        ).replacing(#/( START WITH| RESTART WITH) \d+/#, with: "")
        guard !text.isEmpty, !text.hasPrefix("--"),
            text.prefixMatch(of: #/CREATE USER|SET |GRANT |CREATE SEQUENCE "[^"]*"."SYSTEM_SEQUENCE"/#) == nil
        else { return }
        if let match = text.prefixMatch(
            of: #/CREATE (?:CACHED|MEMORY) TABLE "([^"]*)"."([^"]*)"(?: COMMENT (.*))?\(\n/#)
        {
            let comment = match.3.map { ["comment": String($0)] } ?? [:]
            let table = SchemaObject(
                kind: .table, schema: String(match.1), table: nil, name: String(match.2), properties: comment)
            return read(table, text[match.range.upperBound...])
        }
        if let match = text.prefixMatch(of: #/ALTER TABLE "([^"]*)"."([^"]*)" ADD CONSTRAINT "[^"]*"."([^"]*)" /#) {
            let definition = text[match.range.upperBound...]
            let kinds: KeyValuePairs<String, SchemaKind> = [
                "PRIMARY KEY": .primaryKey, "UNIQUE": .uniqueConstraint, "FOREIGN KEY": .foreignKey, "CHECK": .check,
            ]
            let kind = kinds.first { definition.hasPrefix($0.key) }?.value ?? .other
            return add(kind, String(match.1), String(match.2), String(match.3), definition)
        }
        if let match = text.prefixMatch(
            of:
                #/CREATE (?:UNIQUE |PRIMARY KEY |UNIQUE HASH |HASH |SPATIAL )*(?:INDEX )?"([^"]*)"."([^"]*)" ON "[^"]*"."([^"]*)"/#
        ) {
            if text.hasPrefix("CREATE PRIMARY KEY") { return }
            return add(.index, String(match.1), String(match.3), String(match.2), text[...])
        }
        let shapes: KeyValuePairs<SchemaKind, Regex<(Substring, Substring?, Substring)>> = [
            .schema: #/CREATE SCHEMA (?:IF NOT EXISTS )?(?:"([^"]*)".)?"([^"]*)"/#,
            .sequence: #/CREATE SEQUENCE (?:"([^"]*)".)?"([^"]*)"/#,
            .view: #/CREATE (?:FORCE )?VIEW (?:"([^"]*)".)?"([^"]*)"/#,
            .trigger: #/CREATE (?:FORCE )?TRIGGER (?:"([^"]*)".)?"([^"]*)"/#,
            .function: #/CREATE (?:FORCE )?(?:ALIAS|AGGREGATE) (?:"([^"]*)".)?"([^"]*)"/#,
            .domain: #/CREATE DOMAIN (?:"([^"]*)".)?"([^"]*)"/#,
        ]
        for (kind, shape) in shapes {
            guard let match = text.prefixMatch(of: shape) else { continue }
            return add(kind, match.1.map(String.init), nil, String(match.2), text[match.range.upperBound...])
        }
        add(.other, nil, nil, text.split(separator: "\n").first.map(String.init) ?? "", text[...])
    }

    private mutating func add(
        _ kind: SchemaKind, _ schema: String?, _ table: String?, _ name: String, _ definition: Substring
    ) {
        objects.append(
            SchemaObject(
                kind: kind, schema: schema, table: table, name: name, properties: ["definition": String(definition)]))
    }

    /// H2 prints each column on a line of its own.
    private mutating func read(_ table: SchemaObject, _ lines: Substring) {
        objects.append(table)
        for line in lines.split(separator: "\n") {
            guard let match = line.prefixMatch(of: #/ +"([^"]*)" /#) else { continue }
            let definition = line[match.range.upperBound...]
            add(
                .column, table.schema, table.name, String(match.1),
                definition.hasSuffix(",") ? definition.dropLast() : definition)
        }
    }
}
