import Reporting

/// The database catalog's description of tables that the changelog does not create.
package struct Catalog {
    /// Operations that would create the existing objects; of names in several schemas, nothing else is known.
    package let operations: [SchemaOperation]

    /// The columns of a row are kind, schema, name, name of the part, and two values that depend on the kind.
    package init(_ rows: [[String?]]) {
        let named = Dictionary(grouping: rows.filter { $0.count == 6 }) { row in
            (row[row[0] == "index" ? 3 : 2] ?? "").lowercased()
        }
        let single = named.values.filter { Set($0.map { $0[1] }).count == 1 }
        var several = NewTable()
        several.isPartlyKnown = true
        several.traits = ["exists in several schemas"]
        let tables = named.filter { Set($0.value.map { $0[1] }).count > 1 }.keys
        // Tables precede their parts.
        let actions =
            single.compactMap(Self.table) + tables.map { .createTable(TableName($0), several) }
            + single.joined().compactMap(Self.part)
        operations = actions.map { SchemaOperation($0, at: SourceLocation(file: "", line: 1, column: 1)) }
    }

    private static func table(_ rows: [[String?]]) -> SchemaOperation.Action? {
        let columns = rows.filter { $0[0] == "column" }
        guard let first = columns.first, let name = first[2] else { return nil }
        // Those of the table itself have no column.
        let told = Dictionary(grouping: rows.filter { $0[0] == "trait" }) { $0[3] }
        let traits = told.mapValues { $0.compactMap { $0[4] } }
        var table = NewTable()
        table.isPartlyKnown = true
        table.columns = columns.map { row in
            ColumnDefinition(
                name: row[3] ?? "", type: row[4].flatMap(DataType.init), isNullable: row[5] != "true",
                dependents: traits[row[3]] ?? [])
        }
        table.traits = traits[String?.none] ?? []
        table.isPartitioned = table.traits?.contains("is partitioned") == true
        table.parent = rows.first { $0[0] == "parent" }.flatMap { row in row[5].map { TableName($0, in: row[4]) } }
        return .createTable(TableName(name, in: first[1]), table)
    }

    private static func part(_ row: [String?]) -> SchemaOperation.Action? {
        guard let name = row[2] else { return nil }
        let table = TableName(name, in: row[1])
        switch row[0] {
        case "key":
            let target = row[5].map { TableName($0, in: row[4]) }
            return .addForeignKey(table, ForeignKey(name: row[3], target: target))
        case "index": return .createIndex(table, NewIndex(name: row[3]))
        case "domain": return .createDomain(name, of: row[4].flatMap(DataType.init), isChecked: row[5] == "true")
        case "type": return .createObject(name)
        default: return nil
        }
    }

    /// An SQL statement that reads the catalog, with a parameter for each `?`.
    package typealias Question = (sql: String, parameters: [String])

    /// Queries tables, indexes and types by name; `nil` for engines with unknown costs.
    package static func question(about names: Set<String>, on engine: DatabaseEngineName?) -> Question? {
        guard !names.isEmpty else { return nil }
        let all = names.map { $0.lowercased() }.sorted()
        let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
        let sql: String
        switch engine {
        case .postgresql: sql = postgreSQL.replacing("ASKED", with: "ARRAY[\(marks)]")
        case .mysql, .mariadb: sql = mariaDB.replacing("ASKED", with: "(\(marks))")
        case .oracle, .mssql, .sqlite, .h2, .other, nil: return nil
        }
        return (sql, Array(repeating: all, count: sql.count { $0 == "?" } / names.count).flatMap(\.self))
    }

    /// A column is not null if it is declared so or if a valid constraint says exactly that.
    private static let postgreSQL = """
        WITH asked AS (SELECT unnest(ASKED)::text AS name),
        named AS (SELECT oid FROM pg_class WHERE lower(relname) IN (SELECT name FROM asked)),
        t AS (SELECT c.oid, n.nspname, c.relname, c.relkind, c.relispartition
          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.oid IN (SELECT oid FROM named
            UNION SELECT indrelid FROM pg_index JOIN named ON indexrelid = named.oid
            UNION SELECT confrelid FROM pg_constraint JOIN named ON conrelid = named.oid
            UNION SELECT inhparent FROM pg_inherits JOIN named ON inhrelid = named.oid))
        SELECT 'column', t.nspname, t.relname, a.attname,
          format_type(coalesce(nullif(y.typbasetype, 0), y.oid), CASE y.typbasetype WHEN 0 THEN a.atttypmod END)
            || coalesce((SELECT ' collate ' || l.collname FROM pg_collation l
              WHERE l.oid = a.attcollation AND l.collname <> 'default'), ''),
          (a.attnotnull AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = t.oid
              AND k.contype = 'n' AND NOT k.convalidated AND k.conkey = ARRAY[a.attnum])
            OR EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = t.oid AND k.contype = 'c' AND k.convalidated
              AND pg_get_expr(k.conbin, k.conrelid) = '(' || quote_ident(a.attname) || ' IS NOT NULL)'))::text
        FROM t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
          JOIN pg_type y ON y.oid = a.atttypid
        UNION ALL SELECT 'trait', nspname, relname, NULL,
          CASE relkind WHEN 'p' THEN 'is partitioned' ELSE 'has children' END, NULL
        FROM t WHERE relkind = 'p' OR EXISTS (SELECT FROM pg_inherits WHERE inhparent = t.oid)
        UNION ALL SELECT 'parent', t.nspname, t.relname, NULL, n.nspname, c.relname
        FROM t JOIN pg_inherits h ON h.inhrelid = t.oid JOIN pg_class c ON c.oid = h.inhparent
          JOIN pg_namespace n ON n.oid = c.relnamespace WHERE t.relispartition
        UNION SELECT 'trait', t.nspname, t.relname, a.attname,
          CASE k.contype WHEN 'f' THEN 'key' ELSE 'expression' END, NULL
        FROM t JOIN pg_attribute a ON a.attrelid = t.oid JOIN pg_depend d
            ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid AND d.refobjsubid = a.attnum
          LEFT JOIN pg_constraint k ON d.classid = 'pg_constraint'::regclass AND k.oid = d.objid
          LEFT JOIN pg_index x ON d.classid = 'pg_class'::regclass AND x.indexrelid = d.objid
        WHERE k.contype = 'f' OR k.contype = 'c' AND k.convalidated OR x.indexprs IS NOT NULL OR x.indpred IS NOT NULL
        UNION ALL SELECT 'key', n.nspname, c.relname, k.conname, m.nspname, f.relname
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
          JOIN pg_class f ON f.oid = k.confrelid JOIN pg_namespace m ON m.oid = f.relnamespace
        WHERE k.contype = 'f' AND k.conrelid IN (SELECT oid FROM t)
        UNION ALL SELECT 'index', n.nspname, c.relname, i.relname, NULL, NULL
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
          JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE lower(i.relname) IN (SELECT name FROM asked)
        UNION ALL SELECT CASE y.typtype WHEN 'd' THEN 'domain' ELSE 'type' END, n.nspname, y.typname, NULL,
          format_type(y.typbasetype, y.typtypmod),
          (y.typnotnull OR EXISTS (SELECT FROM pg_constraint k WHERE k.contypid = y.oid))::text
        FROM pg_type y JOIN pg_namespace n ON n.oid = y.typnamespace
        WHERE lower(y.typname) IN (SELECT name FROM asked)
          AND NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = y.typrelid AND c.relkind <> 'c')
        """

    private static let mariaDB = """
        SELECT 'column', c.table_schema, c.table_name, c.column_name,
          CONCAT(c.column_type, CASE WHEN c.collation_name <> t.table_collation
            THEN CONCAT(' collate ', c.collation_name) ELSE '' END),
          CASE c.is_nullable WHEN 'NO' THEN 'true' ELSE 'false' END
        FROM information_schema.columns c JOIN information_schema.tables t
          ON t.table_schema = c.table_schema AND t.table_name = c.table_name
        WHERE c.table_schema = DATABASE() AND LOWER(c.table_name) IN ASKED
        UNION ALL SELECT DISTINCT 'trait', table_schema, table_name, NULL, 'has generated columns', NULL
        FROM information_schema.columns
        WHERE table_schema = DATABASE() AND LOWER(table_name) IN ASKED AND generation_expression <> ''
        UNION ALL SELECT DISTINCT 'trait', table_schema, table_name, NULL, CONCAT('has a ', index_type, ' index'),
          NULL
        FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND LOWER(table_name) IN ASKED AND index_type <> 'BTREE'
        UNION ALL SELECT 'trait', table_schema, table_name, NULL, 'has a unique key, but no primary key', NULL
        FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND LOWER(table_name) IN ASKED
        GROUP BY table_schema, table_name HAVING MIN(non_unique) = 0 AND SUM(index_name = 'PRIMARY') = 0
        UNION ALL SELECT 'trait', table_schema, table_name, NULL,
          CASE WHEN engine <> 'InnoDB' THEN CONCAT('has the engine ', engine)
            WHEN table_type <> 'BASE TABLE' THEN CONCAT('has the type ', table_type)
            ELSE CONCAT('has the options ', create_options) END, NULL
        FROM information_schema.tables
        WHERE table_schema = DATABASE() AND LOWER(table_name) IN ASKED
          AND (engine <> 'InnoDB' OR table_type <> 'BASE TABLE' OR create_options <> '')
        """
}
