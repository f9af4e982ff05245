import Reporting

/// The operations of a typed change, such as `createTable` in XML, YAML or JSON.
struct TypedChangeOperations {
    let node: ParsedNode
    let parameters: Parameters
    let location: SourceLocation
    let columns: [ParsedNode]
    /// The Liquibase that will run it, if known.
    let version: LiquibaseVersion?

    private func text(_ name: String) -> String? { node.text(name).map(parameters.expand) }
    private func text(_ name: String, of part: ParsedNode?) -> String? { part?.text(name).map(parameters.expand) }

    private func table(_ name: String = "tableName", in schema: String = "schemaName") -> TableName {
        TableName(text(name) ?? "", in: text(schema))
    }

    private func names(_ key: String) -> [String] {
        (text(key) ?? "").split(separator: ",").map { name in String(name.filter { !$0.isWhitespace }) }
    }

    private func isTrue(_ text: String?) -> Bool { text?.lowercased() == "true" }

    private func operation(_ action: SchemaOperation.Action, isDefinition: Bool = true, isRepeatable: Bool = false)
        -> SchemaOperation
    { SchemaOperation(action, at: location, isDefinition: isDefinition, isRepeatable: isRepeatable) }

    private func one(_ action: SchemaOperation.Action, isDefinition: Bool = true, isRepeatable: Bool = false)
        -> [SchemaOperation]
    { [operation(action, isDefinition: isDefinition, isRepeatable: isRepeatable)] }

    private func name(_ key: String) -> String { text(key) ?? "" }

    /// In order, followed by names that are too long; empty for SQL.
    var operations: [SchemaOperation] {
        changes + node.longNames(parameters).map { operation(.longName($0), isDefinition: false) }
    }

    private var changes: [SchemaOperation] {
        switch node.name {
        case "createTable": one(.createTable(table(), newTable), isRepeatable: isTrue(text("ifNotExists")))
        case "dropTable": one(.dropTables([table()], cascades: isTrue(text("cascadeConstraints"))))
        case "renameTable": one(.renameTable(table("oldTableName"), to: name("newTableName")))
        case "addColumn": addedColumns
        case "dropColumn": one(.dropColumns(table(), names("columnName") + columns.compactMap { text("name", of: $0) }))
        case "renameView": one(.renameObject("view", table("oldViewName"), to: name("newViewName")))
        case "addLookupTable": lookupTable
        case "renameColumn": one(.renameColumn(table(), name("oldColumnName"), to: name("newColumnName")))
        case "modifyDataType":
            one(.changeType(table(), column: name("columnName"), to: text("newDataType").flatMap(DataType.init)))
        case "addNotNullConstraint": one(.setNotNull(table(), column: name("columnName")))
        case "dropNotNullConstraint": one(.dropNotNull(table(), column: name("columnName")))
        case "addForeignKeyConstraint":
            one(
                .addForeignKey(
                    table("baseTableName", in: "baseTableSchemaName"),
                    ForeignKey(
                        name: text("constraintName"), columns: names("baseColumnNames"),
                        target: table("referencedTableName", in: "referencedTableSchemaName"), isValidated: isValidated)
                )) + named
        case "addCheckConstraint": one(.addCheck(table(), notNull: nil, isValidated: true)) + named
        case "addUniqueConstraint":
            one(.addUnique(table(), columns: names("columnNames"), usesIndex: usesIndex)) + named
        case "addPrimaryKey": one(.addPrimaryKey(table(), columns: names("columnNames"), usesIndex: usesIndex)) + named
        case "createIndex":
            one(
                .createIndex(
                    table(),
                    NewIndex(
                        name: text("indexName"), columns: columns.compactMap { text("name", of: $0) },
                        isUnique: isTrue(text("unique")))))
        case "dropIndex":
            one(.dropIndex(name("indexName"), on: node.text("tableName").map { _ in table() }, isConcurrent: false))
        case "dropSequence": one(.dropObject(.sequence, table("sequenceName")))
        case "dropProcedure": one(.dropObject(.function, table("procedureName")))
        case "dropView": one(.dropObject(.view, table("viewName")), isRepeatable: isTrue(text("ifExists")))
        case "delete": one(.delete(table(), hasCondition: hasCondition), isDefinition: false)
        case "update": one(.update(table(), hasCondition: hasCondition), isDefinition: false)
        case "mergeColumns":
            one(.update(table(), hasCondition: true), isDefinition: false)
                + one(.dropColumns(table(), names("column1Name") + names("column2Name")))
        case "createView" where !replaces: one(.createObject(table("viewName").description))
        case "createSequence": one(.createObject(table("sequenceName").description))
        case "createView", "createProcedure", "createFunction", "createTrigger", "createPackage", "createPackageBody",
            "createSynonym":
            one(.other(node.name), isRepeatable: replaces)
        case "sql", "sqlFile": []
        case "insert", "loadData", "loadUpdateData":
            one(.insert(table()), isDefinition: false, isRepeatable: node.name == "loadUpdateData")
        case "tagDatabase", "empty", "output", "stop", "executeCommand", "customChange":
            one(.other(node.name), isDefinition: false, isRepeatable: true)
        case "dropForeignKeyConstraint":
            one(.dropConstraint(table("baseTableName", in: "baseTableSchemaName"), name("constraintName")))
        case "dropUniqueConstraint", "dropCheckConstraint": one(.dropConstraint(table(), name("constraintName")))
        case "dropPrimaryKey": one(.alter(table(), "DROP PRIMARY KEY"))
        case "addAutoIncrement": one(.alter(table(), "ADD AUTO_INCREMENT"))
        case "dropDefaultValue", "addDefaultValue": one(.alter(table(), "SET DEFAULT"), isRepeatable: true)
        case "setTableRemarks", "setColumnRemarks", "alterSequence": one(.other(node.name), isRepeatable: true)
        default: one(.other(node.name))
        }
    }

    private var usesIndex: Bool { text("forIndexName") != nil }

    private var named: [SchemaOperation] { text("constraintName").map { one(.createObject($0)) } ?? [] }

    /// Whether PostgreSQL checks rows for a foreign key; since 4.12, Liquibase can disable it.
    private var isValidated: Bool {
        text("validate")?.lowercased() != "false" || version.map { $0 < LiquibaseVersion(4, 12) } ?? false
    }

    /// Whether the created object may already exist, according to an attribute or to its SQL.
    private var replaces: Bool {
        if isTrue(text("replaceIfExists")) { return true }
        let body =
            node.value ?? ["selectQuery", "procedureText", "procedureBody"].lazy.compactMap { node.text($0) }.first
        guard let body else { return node.text("path") != nil }
        let words = body.uppercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
        guard let create = words.firstIndex(of: "CREATE") else {
            // Liquibase generates the statement, or a block creates nothing.
            return node.name != "createView"
        }
        return ["REPLACE", "ALTER"].contains(words[(create + 1)...].dropFirst().first)
    }

    private var hasCondition: Bool {
        node.children.contains { child in
            child.name == "where" && child.value.map { !$0.isEmpty && !SQLExpression.isTrue($0) } == true
                || child.name == "whereParams" && !child.children.isEmpty
        }
    }

    private var newTable: NewTable {
        var table = NewTable()
        table.columns = columns.map(column)
        table.primaryKey = table.columns.filter(\.isPrimaryKey).map(\.name)
        return table
    }

    /// The columns, then their foreign keys, then updates of rows, each in its own statement.
    private var addedColumns: [SchemaOperation] {
        var keys: [SchemaOperation] = []
        var updates: [SchemaOperation] = []
        let additions = columns.map { part in
            var column = column(part)
            if let key = column.foreignKey {
                // `validateForeignKey` has no effect here.
                keys.append(operation(.addForeignKey(table(), key)))
                column.foreignKey = nil
            }
            if Self.fillings.contains(where: { part.child($0) != nil }) {
                updates.append(operation(.update(table(), hasCondition: false), isDefinition: false))
            }
            return operation(.addColumn(table(), column))
        }
        return additions + keys + updates
    }

    /// A table with the values of a column, which then gets a foreign key to that table.
    private var lookupTable: [SchemaOperation] {
        var lookup = NewTable()
        lookup.isPartlyKnown = true
        lookup.isFilled = true
        let name = table("newTableName", in: "newTableSchemaName")
        return [
            operation(.createTable(name, lookup)),
            operation(
                .addForeignKey(
                    table("existingTableName", in: "existingTableSchemaName"),
                    ForeignKey(columns: names("existingColumnName"), target: name))),
        ]
    }

    private func column(_ part: ParsedNode) -> ColumnDefinition {
        let constraints = part.child("constraints")
        let type = text("type", of: part)
        var column = ColumnDefinition(name: text("name", of: part) ?? "", type: type.flatMap(DataType.init))
        column.isPrimaryKey = isTrue(text("primaryKey", of: constraints))
        column.isNullable = text("nullable", of: constraints)?.lowercased() != "false" && !column.isPrimaryKey
        column.isUnique = isTrue(text("unique", of: constraints))
        let target =
            text("references", of: constraints).map { TableName(String($0.prefix { $0 != "(" })) }
            ?? text("referencedTableName", of: constraints).map {
                TableName($0, in: text("referencedTableSchemaName", of: constraints))
            }
        column.foreignKey = target.map {
            ForeignKey(name: text("foreignKeyName", of: constraints), columns: [column.name], target: $0)
        }
        column.value = value(of: part, type: type)
        return column
    }

    private func value(of part: ParsedNode, type: String?) -> ColumnDefinition.Value {
        if isTrue(text("autoIncrement", of: part)) { return .computed("autoIncrement") }
        if isTrue(text("computed", of: part)) { return .computed("computed") }
        if let type, type.lowercased().contains("serial") { return .computed(type) }
        if part.child("defaultValueSequenceNext") != nil { return .computed("nextval") }
        if let expression = text("defaultValueComputed", of: part) { return SQLExpression.value(of: expression) }
        let constants = ["defaultValue", "defaultValueBoolean", "defaultValueDate", "defaultValueNumeric"]
        if constants.contains(where: { part.child($0) != nil }) { return .constant }
        return .none
    }

    /// Attributes whose value is set by a subsequent `UPDATE`.
    private static let fillings = [
        "value", "valueBoolean", "valueDate", "valueNumeric", "valueComputed", "valueSequenceNext",
        "valueSequenceCurrent", "valueBlobFile", "valueClobFile",
    ]
}

extension ParsedNode {
    fileprivate func longNames(_ parameters: Parameters) -> [String] {
        children.flatMap { child in
            let isName = child.name == "name" || child.name.hasSuffix("Name")
            let name = isName ? child.value.map(parameters.expand) : nil
            return [name].compactMap(\.self).filter { $0.utf8.count > 63 } + child.longNames(parameters)
        }
    }
}

enum SQLExpression {
    /// Whether the value is the same for all existing rows.
    ///
    /// It may differ if the expression calls a function that is not known to be stable (`pg_proc.provolatile`), or, in
    /// parentheses, refers to another column.
    static func value(of expression: String) -> ColumnDefinition.Value {
        let statements = SQLStatement.statements(of: Array(expression.utf8), dialect: SQLDialect(of: .postgresql))
        guard let statement = statements.first else { return .constant }
        var cursor = SQLCursor(statement)
        let isInParentheses = cursor.isAtSymbol("(")
        var isType = false
        while !cursor.isAtEnd {
            let isString = cursor.isAtString
            if let name = cursor.tableName()?.name {
                if cursor.isAtSymbol("(") {
                    if !isSteady(name) { return value(calling: name) }
                } else if isInParentheses, !isType, !isString, !cursor.isAtString, !words.contains(name.lowercased()) {
                    return .computed(expression)
                }
                isType = false
            } else {
                isType = cursor.isAtSymbol(":") || cursor.isAt("AS")
                cursor.skip()
            }
        }
        return .constant
    }

    static func value(calling function: String) -> ColumnDefinition.Value {
        .computed(function, isSure: volatile.contains(function.lowercased()))
    }

    private static let words: Set = [
        "null", "true", "false", "not", "and", "or", "as", "current_timestamp", "current_date", "current_time",
        "current_user", "localtime", "localtimestamp", "sysdate", "interval", "second", "minute", "hour", "day", "week",
        "month", "year",
    ]

    /// Functions whose value certainly differs between rows.
    private static let volatile: Set = [
        "gen_random_uuid", "uuid_generate_v1", "uuid_generate_v4", "uuidv4", "uuidv7", "random", "clock_timestamp",
        "timeofday", "nextval", "uuid", "uuid_short", "rand", "sysdate", "setval",
    ]

    static func isTrue(_ condition: String) -> Bool {
        SQLStatement.statements(of: Array(condition.utf8), dialect: SQLDialect(of: nil)).first.map {
            SQLCursor($0).isAtTruth()
        } ?? false
    }

    static func isSteady(_ function: String) -> Bool { steady.contains(function.lowercased()) }

    private static let steady: Set = [
        "now", "current_timestamp", "current_date", "current_time", "localtime", "localtimestamp",
        "transaction_timestamp", "statement_timestamp", "current_user", "session_user", "current_setting",
        "current_schema", "current_database", "lower", "upper", "md5", "concat", "coalesce", "nullif", "greatest",
        "least", "cast", "date_trunc", "date_part", "extract", "timezone", "to_char", "to_date", "to_timestamp",
        "to_number", "make_date", "make_timestamp", "make_interval", "interval", "age", "abs", "round", "floor", "ceil",
        "ceiling", "trunc", "length", "char_length", "replace", "trim", "btrim", "ltrim", "rtrim", "substring",
        "substr", "left", "right", "repeat", "decode", "encode", "sha256", "array", "jsonb_build_object",
        "jsonb_build_array", "json_build_object", "json_build_array", "to_json", "to_jsonb", "row", "txid_current",
        "convert_from", "convert_to", "varchar", "char", "numeric", "decimal", "timestamp", "timestamptz", "time",
        "bit", "lpad", "rpad", "array_fill", "string_to_array", "point", "box", "nvarchar", "float", "getdate",
        "systimestamp", "current",
    ]
}
