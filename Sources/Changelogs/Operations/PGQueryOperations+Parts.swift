import JSON

extension PostgreSQLOperations {
    /// Reads the table of a `RangeVar` node.
    static func table(_ node: JSONValue) -> TableName? {
        guard let name = node["relname"]?.string else { return nil }
        return TableName(name, in: node["schemaname"]?.string)
    }

    static func table(_ node: JSONValue, _ key: String) -> TableName? { node[key].flatMap(table) }

    static func tables(_ list: JSONValue?) -> [TableName] {
        (list?.items ?? []).compactMap { $0["RangeVar"].flatMap(table) }
    }

    /// The strings in a list, or the names of types.
    static func names(_ list: JSONValue?) -> [String] {
        (list?.items ?? []).flatMap { item -> [String] in
            if let text = item["String"]?["sval"]?.string { return [text] }
            if let type = item["TypeName"] { return names(type["names"]) }
            return []
        }
    }

    static func options(_ list: JSONValue?) -> [String] {
        (list?.items ?? []).compactMap { $0["DefElem"]?["defname"]?.string }
    }

    static func type(_ node: JSONValue) -> DataType? {
        let names = names(node["names"])
        guard let name = names.last else { return nil }
        let sizes = (node["typmods"]?.items ?? []).compactMap { item in
            item["A_Const"]?["ival"].map { "\($0["ival"]?.integer ?? 0)" }
        }
        let array = node["arrayBounds"] == nil ? "" : "[]"
        return DataType(name + (sizes.isEmpty ? "" : "(\(sizes.joined(separator: ",")))") + array)
    }

    /// Reads the type of a `ColumnDef` node, with its collation.
    static func columnType(_ node: JSONValue) -> DataType? {
        guard let type = node["typeName"].flatMap(type) else { return nil }
        return names(node["collClause"]?["collname"]).last.map { DataType("\(type) collate \($0)") } ?? type
    }

    /// Reads the foreign key of a `Constraint` node.
    static func foreignKey(_ node: JSONValue) -> ForeignKey {
        ForeignKey(
            name: node["conname"]?.string, columns: names(node["fk_attrs"]), target: table(node, "pktable"),
            isValidated: !node.isSet("skip_validation"))
    }

    /// Reads the column of a `ColumnDef` node.
    static func column(_ node: JSONValue) -> ColumnDefinition {
        var column = ColumnDefinition(name: node["colname"]?.string ?? "", type: columnType(node))
        if let type = column.type, type.name.contains("serial") {
            column.value = .computed(type.name)
            column.isNullable = false
        }
        for item in node["constraints"]?.items ?? [] {
            guard let constraint = item["Constraint"] else { continue }
            switch constraint["contype"]?.string {
            case "CONSTR_NOTNULL": column.isNullable = false
            case "CONSTR_PRIMARY":
                column.isPrimaryKey = true
                column.isNullable = false
            case "CONSTR_UNIQUE": column.isUnique = true
            case "CONSTR_FOREIGN":
                column.foreignKey = foreignKey(constraint)
                column.foreignKey?.columns = [column.name]
            case "CONSTR_IDENTITY": column.value = .computed("GENERATED AS IDENTITY")
            case "CONSTR_GENERATED": column.value = .computed("GENERATED STORED")
            case "CONSTR_DEFAULT": column.value = defaultValue(constraint["raw_expr"])
            default: break
            }
        }
        return column
    }

    /// Whether there is a condition that is not always true.
    static func isCondition(_ node: JSONValue?) -> Bool { node.map { !isTrue($0) } ?? false }

    private static func isTrue(_ node: JSONValue) -> Bool {
        if let value = node["A_Const"] { return value["boolval"]?.isSet("boolval") == true }
        if let cast = node["TypeCast"] {
            return ["t", "true"].contains(cast["arg"]?["A_Const"]?["sval"]?["sval"]?.string)
        }
        if let comparison = node["A_Expr"], let left = comparison["lexpr"]?["A_Const"],
            let right = comparison["rexpr"]?["A_Const"]
        {
            func value(_ constant: JSONValue) -> String? {
                constant["ival"].map { "\($0["ival"]?.integer ?? 0)" } ?? constant["sval"]?["sval"]?.string
            }
            return names(comparison["name"]) == ["="] && value(left) != nil && value(left) == value(right)
        }
        guard let parts = node["BoolExpr"], let items = parts["args"]?.items else { return false }
        switch parts["boolop"]?.string {
        case "OR_EXPR": return items.contains(where: isTrue)
        case "AND_EXPR": return items.allSatisfy(isTrue)
        default: return false
        }
    }

    /// Whether an expression is the column, or casts of it.
    static func isColumn(_ name: String, _ node: JSONValue) -> Bool {
        (node["TypeCast"] ?? node["CollateClause"])?["arg"].map { isColumn(name, $0) }
            ?? (names(node["ColumnRef"]?["fields"]).last == name)
    }

    private static func defaultValue(_ expression: JSONValue?) -> ColumnDefinition.Value {
        guard let expression else { return .none }
        if expression["A_Const"]?.isSet("isnull") == true { return .none }
        return volatileCall(in: expression).map { SQLExpression.value(calling: $0) } ?? .constant
    }

    /// The first call of a function whose value may differ between rows.
    private static func volatileCall(in node: JSONValue) -> String? {
        switch node {
        case .array(let items): return items.lazy.compactMap(volatileCall).first
        case .object(let members):
            for (name, value) in members {
                if name == "FuncCall", let function = names(value["funcname"]).last, !SQLExpression.isSteady(function) {
                    return function
                }
                if let call = volatileCall(in: value) { return call }
            }
            return nil
        case .null, .bool, .integer, .decimal, .string: return nil
        }
    }
}

extension JSONValue {
    func isSet(_ key: String) -> Bool { self[key]?.isTrue ?? false }

    var isTrue: Bool { if case .bool(true) = self { true } else { false } }
}
