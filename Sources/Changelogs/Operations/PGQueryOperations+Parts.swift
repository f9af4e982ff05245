import JSON

extension PostgreSQLOperations {
    /// A table's name, from a `RangeVar`.
    static func table(_ node: JSONValue) -> TableName? {
        guard let name = node["relname"]?.string else { return nil }
        return TableName(name, in: node["schemaname"]?.string)
    }

    /// The names of a list of tables.
    static func tables(_ list: JSONValue?) -> [TableName] {
        (list?.items ?? []).compactMap { $0["RangeVar"].flatMap(table) }
    }

    /// The texts of a list, or of types by their names.
    static func names(_ list: JSONValue?) -> [String] {
        (list?.items ?? []).flatMap { item -> [String] in
            if let text = item["String"]?["sval"]?.string { return [text] }
            if let type = item["TypeName"] { return names(type["names"]) }
            return []
        }
    }

    /// The names of options in parentheses.
    static func options(_ list: JSONValue?) -> [String] {
        (list?.items ?? []).compactMap { $0["DefElem"]?["defname"]?.string }
    }

    /// A type as changelogs write it.
    static func type(_ node: JSONValue) -> DataType? {
        let names = names(node["names"])
        guard let name = names.last else { return nil }
        let sizes = (node["typmods"]?.items ?? []).compactMap { item in
            item["A_Const"]?["ival"].map { "\($0["ival"]?.integer ?? 0)" }
        }
        let array = node["arrayBounds"] == nil ? "" : "[]"
        return DataType(name + (sizes.isEmpty ? "" : "(\(sizes.joined(separator: ",")))") + array)
    }

    /// A column, from a `ColumnDef`.
    static func column(_ node: JSONValue) -> ColumnDefinition {
        var column = ColumnDefinition(
            name: node["colname"]?.string ?? "", type: node["typeName"].flatMap(type))
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
            case "CONSTR_FOREIGN": column.references = constraint["pktable"].flatMap(table)
            case "CONSTR_IDENTITY": column.value = .computed("GENERATED AS IDENTITY")
            case "CONSTR_GENERATED": column.value = .computed("GENERATED STORED")
            case "CONSTR_DEFAULT": column.value = defaultValue(constraint["raw_expr"])
            default: break
            }
        }
        return column
    }

    private static func defaultValue(_ expression: JSONValue?) -> ColumnDefinition.Value {
        guard let expression else { return .none }
        if expression["A_Const"]?["isnull"]?.isTrue == true { return .none }
        return volatileCall(in: expression).map { .computed($0) } ?? .constant
    }

    /// The first call of a function that may give another value for each row.
    private static func volatileCall(in node: JSONValue) -> String? {
        switch node {
        case .array(let items): return items.lazy.compactMap(volatileCall).first
        case .object(let members):
            for (name, value) in members {
                if name == "FuncCall", let function = names(value["funcname"]).last,
                    !SQLExpression.isSteady(function)
                {
                    return function
                }
                if let call = volatileCall(in: value) { return call }
            }
            return nil
        default: return nil
        }
    }
}

extension JSONValue {
    /// Whether it is `true`.
    var isTrue: Bool {
        if case .bool(true) = self { true } else { false }
    }
}
