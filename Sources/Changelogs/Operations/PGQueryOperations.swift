import JSON
import Reporting

/// The operations of a statement, from the syntax tree of PostgreSQL's parser.
struct PostgreSQLOperations {
    private let location: SourceLocation
    private var operations: [SchemaOperation] = []

    /// `nil` if the parser is not installed; throws `PostgreSQLParser.NotSQL`.
    static func operations(of text: String, at location: SourceLocation) throws(PostgreSQLParser.NotSQL)
        -> [SchemaOperation]?
    {
        guard let trees = try PostgreSQLParser.trees(of: text) else { return nil }
        var reader = PostgreSQLOperations(location: location)
        for case .object(let members) in trees {
            guard let (name, node) = members.first else { continue }
            reader.read(name, node)
        }
        return reader.operations
    }

    private init(location: SourceLocation) { self.location = location }

    private mutating func add(
        _ action: SchemaOperation.Action, isDefinition: Bool = true, isRepeatable: Bool = false,
        refusedInTransaction: String? = nil
    ) {
        operations.append(
            SchemaOperation(
                action, at: location, isDefinition: isDefinition, isRepeatable: isRepeatable,
                refusedInTransaction: refusedInTransaction))
    }

    private mutating func read(_ name: String, _ node: JSONValue) {
        for expression in node["withClause"]?["ctes"]?.items ?? [] {
            // A query that only reads is not an operation.
            if case .object(let members)? = expression["CommonTableExpr"]?["ctequery"],
                let (name, node) = members.first, name != "SelectStmt"
            {
                read(name, node)
            }
        }
        switch name {
        case "CreateStmt": readTable(node)
        case "CreateTableAsStmt":
            guard let into = node["into"], let table = Self.table(into, "rel") else { return }
            if node["objtype"]?.string == "OBJECT_MATVIEW" {
                return add(.createObject("\(table)"), isRepeatable: node.isSet("if_not_exists"))
            }
            var new = NewTable()
            new.isPartlyKnown = true
            new.isFilled = true
            new.isTemporary = into["rel"]?["relpersistence"]?.string == "t"
            add(.createTable(table, new), isRepeatable: node.isSet("if_not_exists"))
        case "IndexStmt": readIndex(node)
        case "AlterTableStmt": readAlter(node)
        case "RenameStmt": readRename(node)
        case "DropStmt": readDrop(node)
        case "ViewStmt":
            guard let view = Self.table(node, "view") else { return }
            let replaces = node.isSet("replace")
            add(.createObject("\(view)"), isRepeatable: replaces)
            if replaces { add(.alter(view, "CREATE OR REPLACE VIEW"), isRepeatable: true) }
        case "CreateSeqStmt":
            add(
                .createObject(Self.table(node, "sequence")?.description ?? ""),
                isRepeatable: node.isSet("if_not_exists"))
        case "CreateFunctionStmt":
            add(.createObject(Self.names(node["funcname"]).joined(separator: ".")), isRepeatable: node.isSet("replace"))
        case "CreateTrigStmt":
            let replaces = node.isSet("replace")
            add(.alter(Self.table(node, "relation"), "CREATE TRIGGER"), isRepeatable: replaces)
            add(.createObject(node["trigname"]?.string ?? ""), isRepeatable: replaces)
        case "CompositeTypeStmt": add(.createObject(Self.table(node, "typevar")?.description ?? ""))
        case "RuleStmt": add(.alter(Self.table(node, "relation"), "CREATE RULE"), isRepeatable: node.isSet("replace"))
        case "CreatePolicyStmt": add(.alter(Self.table(node, "table"), "CREATE POLICY"))
        case "AlterPolicyStmt": add(.alter(Self.table(node, "table"), "ALTER POLICY"), isRepeatable: true)
        case "CreateStatsStmt":
            add(
                .alter(Self.tables(node["relations"]).first, "CREATE STATISTICS"), isRepeatable: Self.isRepeatable(node)
            )
        case "CommentStmt":
            let names = Self.names(node["object"]?["List"]?["items"])
            let table =
                switch node["objtype"]?.string {
                case "OBJECT_TABLE": names[...]
                case "OBJECT_COLUMN": names.dropLast()
                default: [][...] as ArraySlice<String>
                }
            let name = table.last.map { TableName($0, in: table.dropLast().last) }
            add(name.map { .alter($0, "COMMENT ON") } ?? .other("COMMENT"), isDefinition: false, isRepeatable: true)
        case "TransactionStmt":
            let words = node["kind"]?.string?.replacing("TRANS_STMT_", with: "") ?? ""
            add(.transaction(words), isDefinition: false, isRepeatable: true)
        case "AlterEnumStmt":
            guard let old = node["oldVal"]?.string, let new = node["newVal"]?.string else {
                return add(.other(name), isRepeatable: Self.isRepeatable(node))
            }
            add(.renameObject("value", TableName(old), to: new))
        case "ExplainStmt":
            guard Self.options(node["options"]).contains("analyze"), case .object(let members)? = node["query"],
                let (name, query) = members.first
            else { return add(.other(name), isDefinition: false, isRepeatable: true) }
            read(name, query)
        case "DropOwnedStmt":
            for role in node["roles"]?.items ?? [] {
                add(.dropOwned(role["RoleSpec"]?["rolename"]?.string ?? "the current role"))
            }
        case "AlterObjectSchemaStmt":
            guard node["objectType"]?.string == "OBJECT_TABLE", let table = Self.table(node, "relation") else {
                return add(.other("ALTER"))
            }
            add(.renameObject("table", table, to: node["newschema"]?.string ?? ""))
        case "DropdbStmt":
            add(
                .dropSchema(node["dbname"]?.string ?? ""), isRepeatable: node.isSet("missing_ok"),
                refusedInTransaction: "DROP DATABASE")
        case "CreatedbStmt": add(.other("CREATE"), refusedInTransaction: "CREATE DATABASE")
        case "CreateTableSpaceStmt": add(.other("CREATE"), refusedInTransaction: "CREATE TABLESPACE")
        case "DropTableSpaceStmt":
            add(.other("DROP"), isRepeatable: node.isSet("missing_ok"), refusedInTransaction: "DROP TABLESPACE")
        case "AlterDatabaseStmt":
            let moves = Self.options(node["options"]).contains("tablespace")
            add(.other("ALTER"), refusedInTransaction: moves ? "ALTER DATABASE … SET TABLESPACE" : nil)
        case "DiscardStmt":
            let isAll = ["DISCARD_ALL", nil].contains(node["target"]?.string)
            add(
                .other("DISCARD"), isDefinition: false, isRepeatable: true,
                refusedInTransaction: isAll ? "DISCARD ALL" : nil)
        case "AlterDomainStmt":
            // 'C' adds a constraint, 'V' validates one, 'O' sets NOT NULL.
            let isChecked =
                ["C", "V", "O"].contains(node["subtype"]?.string)
                && node["def"]?["Constraint"]?.isSet("skip_validation") != true
            add(isChecked ? .checkDomain(Self.names(node["typeName"]).last ?? "") : .other(name))
        case "AlterSystemStmt": add(.other("ALTER"), refusedInTransaction: "ALTER SYSTEM")
        case "TruncateStmt":
            add(.truncate(Self.tables(node["relations"]), cascades: node["behavior"]?.string == "DROP_CASCADE"))
        case "DeleteStmt":
            guard let table = Self.table(node, "relation") else { return }
            add(.delete(table, hasCondition: Self.isCondition(node["whereClause"])), isDefinition: false)
        case "UpdateStmt":
            guard let table = Self.table(node, "relation") else { return }
            add(.update(table, hasCondition: Self.isCondition(node["whereClause"])), isDefinition: false)
        case "MergeStmt":
            guard let table = Self.table(node, "relation") else { return }
            add(.update(table, hasCondition: true), isDefinition: false)
        case "LockStmt":
            let mode = node["mode"]?.integer ?? 8
            let locks = TableLock.allCases
            add(
                .lockTables(
                    Self.tables(node["relations"]),
                    mode: locks.indices.contains(mode - 1) ? locks[mode - 1] : .accessExclusive), isDefinition: false,
                isRepeatable: true)
        case "VacuumStmt": readVacuum(node)
        case "ClusterStmt":
            let table = Self.table(node, "relation")
            add(
                .alter(table, "CLUSTER"), isRepeatable: true,
                refusedInTransaction: table == nil ? "CLUSTER of all tables" : nil)
        case "ReindexStmt":
            let isConcurrent = Self.options(node["params"]).contains("concurrently")
            let kind = node["kind"]?.string ?? ""
            let many = ["SCHEMA", "DATABASE", "SYSTEM"].first { kind == "REINDEX_OBJECT_\($0)" }
            let relation = Self.table(node, "relation")
            let words = isConcurrent ? "REINDEX CONCURRENTLY" : "REINDEX"
            let refused = isConcurrent ? words : many.map { "REINDEX \($0)" }
            add(
                .alter(kind == "REINDEX_OBJECT_TABLE" ? relation : nil, words), isRepeatable: true,
                refusedInTransaction: refused)
        case "RefreshMatViewStmt":
            let words = node.isSet("concurrent") ? " CONCURRENTLY" : ""
            add(
                .alter(Self.table(node, "relation"), "REFRESH MATERIALIZED VIEW\(words)"), isDefinition: false,
                isRepeatable: true)
        case "CreateSubscriptionStmt":
            let options = Self.options(node["options"])
            let isLocal = options.contains("connect") || options.contains("create_slot")
            add(.other(name), refusedInTransaction: isLocal ? nil : "CREATE SUBSCRIPTION")
        case "CreateDomainStmt":
            let constraints = (node["constraints"]?.items ?? []).compactMap { $0["Constraint"]?["contype"]?.string }
            add(
                .createDomain(
                    Self.names(node["domainname"]).joined(separator: "."), of: Self.columnType(node),
                    isChecked: constraints.contains { ["CONSTR_CHECK", "CONSTR_NOTNULL"].contains($0) }))
        case "CreateEnumStmt":
            let names = Self.names(node["typeName"])
            add(.createEnum(names.last ?? "", Self.names(node["vals"])))
            add(.createObject(names.joined(separator: ".")))
        case "InsertStmt":
            guard let table = Self.table(node, "relation") else { return }
            add(.insert(table), isDefinition: false)
        case "DoStmt", "CallStmt": add(.other(name), isDefinition: false)
        case "SelectStmt", "GrantStmt", "GrantRoleStmt", "VariableSetStmt":
            add(.other(name), isDefinition: false, isRepeatable: true)
        default: add(.other(name), isRepeatable: Self.isRepeatable(node))
        }
    }

    /// `IF EXISTS`, `IF NOT EXISTS` or `OR REPLACE`, under their names in syntax trees.
    private static func isRepeatable(_ node: JSONValue) -> Bool {
        ["replace", "if_not_exists", "missing_ok", "skipIfNewValExists"].contains { node[$0]?.isTrue == true }
    }

    private mutating func readVacuum(_ node: JSONValue) {
        let isVacuum = node.isSet("is_vacuumcmd")
        let words = Self.options(node["options"]).contains("full") ? "VACUUM FULL" : "VACUUM"
        let tables = (node["rels"]?.items ?? []).map { item in item["VacuumRelation"]?["relation"].flatMap(Self.table) }
        for table in tables.isEmpty ? [nil] : tables {
            add(
                .alter(table, isVacuum ? words : "ANALYZE"), isDefinition: false, isRepeatable: true,
                refusedInTransaction: isVacuum ? "VACUUM" : nil)
        }
    }

    private mutating func readTable(_ node: JSONValue) {
        guard let name = Self.table(node, "relation") else { return }
        var table = NewTable()
        table.isTemporary = node["relation"]?["relpersistence"]?.string == "t"
        table.isPartlyKnown = node["inhRelations"] != nil || node["ofTypename"] != nil
        table.isPartitioned = node["partspec"] != nil
        if node["partbound"] != nil { table.parent = Self.tables(node["inhRelations"]).first }
        for element in node["tableElts"]?.items ?? [] {
            if let definition = element["ColumnDef"] {
                let column = Self.column(definition)
                table.columns.append(column)
                if column.isPrimaryKey { table.primaryKey.append(column.name) }
            } else if let constraint = element["Constraint"] {
                if constraint["contype"]?.string == "CONSTR_PRIMARY" {
                    table.primaryKey = Self.names(constraint["keys"])
                }
                if constraint["contype"]?.string == "CONSTR_FOREIGN" {
                    table.foreignKeys.append(Self.foreignKey(constraint))
                }
            } else if element["TableLikeClause"] != nil {
                table.isPartlyKnown = true
            }
        }
        add(.createTable(name, table), isRepeatable: node.isSet("if_not_exists"))
    }

    private mutating func readIndex(_ node: JSONValue) {
        guard let table = Self.table(node, "relation") else { return }
        var index = NewIndex()
        index.name = node["idxname"]?.string
        index.columns = (node["indexParams"]?.items ?? []).compactMap { $0["IndexElem"]?["name"]?.string }
        index.isUnique = node.isSet("unique")
        index.isConcurrent = node.isSet("concurrent")
        index.isOnly = node["relation"]?.isSet("inh") != true
        add(
            .createIndex(table, index), isRepeatable: node.isSet("if_not_exists"),
            refusedInTransaction: index.isConcurrent ? "CREATE INDEX CONCURRENTLY" : nil)
    }

    private mutating func readRename(_ node: JSONValue) {
        let table = Self.table(node, "relation")
        let new = node["newname"]?.string ?? ""
        switch (node["renameType"]?.string, table) {
        case ("OBJECT_TABLE", let table?): add(.renameTable(table, to: new))
        case ("OBJECT_VIEW", let view?), ("OBJECT_MATVIEW", let view?): add(.renameObject("view", view, to: new))
        case ("OBJECT_TYPE", _), ("OBJECT_DOMAIN", _):
            let names = Self.names(node["object"]?["List"]?["items"])
            add(.renameObject("type", TableName(names.last ?? ""), to: new))
        case ("OBJECT_SCHEMA", _):
            let schema = TableName(node["subname"]?.string ?? "")
            add(.renameObject("schema", schema, to: new))
        case ("OBJECT_COLUMN", let table?) where ["OBJECT_TABLE", "OBJECT_VIEW"].contains(node["relationType"]?.string):
            add(.renameColumn(table, node["subname"]?.string ?? "", to: new))
        case ("OBJECT_TABCONSTRAINT", let table?): add(.alter(table, "RENAME CONSTRAINT"))
        case ("OBJECT_TRIGGER", let table?): add(.alter(table, "RENAME TRIGGER"))
        case ("OBJECT_POLICY", let table?): add(.alter(table, "RENAME POLICY"))
        case ("OBJECT_RULE", let table?): add(.alter(table, "RENAME RULE"))
        case (_, nil), ("OBJECT_INDEX", _), ("OBJECT_SEQUENCE", _): add(.other("RENAME"))
        default: add(.other("ALTER"))
        }
    }

    private mutating func readDrop(_ node: JSONValue) {
        let isRepeatable = node.isSet("missing_ok")
        let cascades = node["behavior"]?.string == "DROP_CASCADE"
        let isConcurrent = node.isSet("concurrent")
        for object in node["objects"]?.items ?? [] {
            let list = object["List"]?["items"] ?? object["ObjectWithArgs"]?["objname"]
            let names = Self.names(list ?? [object])
            guard let last = names.last else { continue }
            let name = TableName(last, in: names.dropLast().last)
            switch node["removeType"]?.string {
            case "OBJECT_TABLE": add(.dropTables([name], cascades: cascades), isRepeatable: isRepeatable)
            case "OBJECT_SCHEMA": add(.dropSchema("\(name)"), isRepeatable: isRepeatable)
            case "OBJECT_VIEW", "OBJECT_MATVIEW": add(.dropObject(.view, name), isRepeatable: isRepeatable)
            case "OBJECT_SEQUENCE": add(.dropObject(.sequence, name), isRepeatable: isRepeatable)
            case "OBJECT_TYPE", "OBJECT_DOMAIN": add(.dropObject(.type, name), isRepeatable: isRepeatable)
            case "OBJECT_FUNCTION", "OBJECT_PROCEDURE", "OBJECT_ROUTINE", "OBJECT_AGGREGATE":
                add(.dropObject(.function, name), isRepeatable: isRepeatable)
            case "OBJECT_TRIGGER", "OBJECT_RULE", "OBJECT_POLICY":
                let of = names.dropLast()
                let table = of.last.map { TableName($0, in: of.dropLast().last) }
                let kind = node["removeType"]?.string?.dropFirst("OBJECT_".count) ?? ""
                add(
                    kind == "TRIGGER"
                        ? .dropObject(.trigger, TableName(last), on: table) : .alter(table, "DROP \(kind)"),
                    isRepeatable: isRepeatable)
            case "OBJECT_INDEX":
                add(
                    .dropIndex("\(name)", on: nil, isConcurrent: isConcurrent), isRepeatable: isRepeatable,
                    refusedInTransaction: isConcurrent ? "DROP INDEX CONCURRENTLY" : nil)
            default: add(.other("DROP"), isRepeatable: isRepeatable)
            }
            if cascades, node["removeType"]?.string != "OBJECT_TABLE", node["removeType"]?.string != "OBJECT_SCHEMA" {
                add(.dropDependents("\(name)"), isRepeatable: isRepeatable)
            }
        }
    }

    private mutating func readAlter(_ node: JSONValue) {
        guard let table = Self.table(node, "relation") else { return add(.other("ALTER")) }
        switch node["objtype"]?.string {
        case "OBJECT_TABLE": break
        case "OBJECT_VIEW", "OBJECT_MATVIEW": return add(.alter(table, "ALTER VIEW"))
        default: return add(.other("ALTER"))
        }
        for command in node["cmds"]?.items ?? [] {
            guard let command = command["AlterTableCmd"] else { continue }
            readCommand(command, of: table)
        }
    }

    private mutating func readCommand(_ command: JSONValue, of table: TableName) {
        let column = command["name"]?.string ?? ""
        switch command["subtype"]?.string {
        case "AT_AddColumn":
            guard let definition = command["def"]?["ColumnDef"] else { return }
            let isRepeatable = command.isSet("missing_ok")
            add(.addColumn(table, Self.column(definition)), isRepeatable: isRepeatable)
            // All rows are checked, although the column is new.
            let constraints = (definition["constraints"]?.items ?? []).compactMap { $0["Constraint"] }
            for constraint in constraints where constraint["contype"]?.string == "CONSTR_CHECK" {
                readConstraint(constraint, of: table)
            }
        case "AT_DropColumn":
            if command["behavior"]?.string == "DROP_CASCADE" { add(.dropDependents(column)) }
            add(.dropColumns(table, [column]), isRepeatable: command.isSet("missing_ok"))
        case "AT_AlterColumnType":
            let definition = command["def"]?["ColumnDef"]
            let value = definition?["raw_default"]
            let cast = value?["TypeCast"]
            let isDirect =
                value == nil
                || (cast == nil ? value : cast?["arg"])?["ColumnRef"] != nil
                    && (cast == nil
                        || cast?["typeName"].flatMap(Self.type) == definition?["typeName"].flatMap(Self.type))
            let isComputed = value.map { !Self.isColumn(column, $0) } ?? false
            add(
                .changeType(
                    table, column: column, to: definition.flatMap(Self.columnType),
                    isComputed: isComputed || isDirect ? isComputed : nil))
        case "AT_SetNotNull": add(.setNotNull(table, column: column))
        case "AT_DropNotNull": add(.dropNotNull(table, column: column))
        case "AT_DropConstraint":
            if command["behavior"]?.string == "DROP_CASCADE" { add(.dropDependents(column)) }
            add(.dropConstraint(table, column), isRepeatable: command.isSet("missing_ok"))
        case "AT_ColumnDefault": add(.alter(table, "SET DEFAULT"), isRepeatable: true)
        case "AT_AddConstraint":
            guard let constraint = command["def"]?["Constraint"] else { return }
            readConstraint(constraint, of: table)
        case "AT_ValidateConstraint": add(.validateConstraint(table))
        case "AT_AttachPartition":
            guard let partition = command["def"]?["PartitionCmd"]?["name"].flatMap(Self.table) else { return }
            add(.attachPartition(partition, to: table))
        case "AT_DetachPartition":
            let isConcurrent = command["def"]?["PartitionCmd"]?.isSet("concurrent") == true
            guard let partition = command["def"]?["PartitionCmd"]?["name"].flatMap(Self.table) else { return }
            add(
                .detachPartition(partition, from: table, isConcurrent: isConcurrent),
                refusedInTransaction: isConcurrent ? "DETACH PARTITION CONCURRENTLY" : nil)
        case "AT_SetRelOptions", "AT_ResetRelOptions":
            let isForAll = Self.options(command["def"]?["List"]?["items"]).contains("user_catalog_table")
            add(.alter(table, isForAll ? "SET USER CATALOG TABLE" : "SET REL OPTIONS"))
        case "AT_SetUnLogged": add(.alter(table, "SET UNLOGGED"))
        case "AT_SetTableSpace": add(.alter(table, "SET TABLESPACE"))
        case let subtype?: add(.alter(table, subtype.dropFirst("AT_".count).spelled))
        case nil: add(.other("ALTER TABLE"))
        }
    }

    private mutating func readConstraint(_ constraint: JSONValue, of table: TableName) {
        let isValidated = !constraint.isSet("skip_validation")
        let usesIndex = constraint["indexname"] != nil
        switch constraint["contype"]?.string {
        case "CONSTR_FOREIGN": add(.addForeignKey(table, Self.foreignKey(constraint)))
        case "CONSTR_CHECK":
            add(.addCheck(table, notNull: Self.notNullColumn(constraint["raw_expr"]), isValidated: isValidated))
        case "CONSTR_EXCLUSION": add(.alter(table, "ADD EXCLUDE"))
        case "CONSTR_UNIQUE": add(.addUnique(table, columns: Self.names(constraint["keys"]), usesIndex: usesIndex))
        case "CONSTR_PRIMARY": add(.addPrimaryKey(table, columns: Self.names(constraint["keys"]), usesIndex: usesIndex))
        default: add(.other("ALTER TABLE"))
        }
        if let name = constraint["conname"]?.string { add(.createObject(name)) }
    }

    /// The column of a check that is only `column IS NOT NULL`.
    private static func notNullColumn(_ expression: JSONValue?) -> String? {
        guard let test = expression?["NullTest"], test["nulltesttype"]?.string == "IS_NOT_NULL",
            let fields = test["arg"]?["ColumnRef"]?["fields"]
        else { return nil }
        return names(fields).last
    }
}

extension StringProtocol {
    /// The words of a parser's name: `SET STATISTICS` for `SetStatistics`.
    package var spelled: String { String(self).replacing(#/([a-z])([A-Z])/#) { "\($0.1) \($0.2)" }.uppercased() }
}
