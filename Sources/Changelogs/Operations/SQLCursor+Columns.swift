extension SQLCursor {
    mutating func column() -> ColumnDefinition? {
        guard let name = name() else { return nil }
        var column = ColumnDefinition(name: name, type: dataType())
        if let type = column.type, type.name.contains("serial") { column.value = .computed(type.name) }
        var constraint: String?
        while !isAtEnd, !isAtSymbol(","), !isAtSymbol(")") {
            if accept("NOT", "NULL") {
                column.isNullable = false
            } else if accept("PRIMARY", "KEY") {
                column.isPrimaryKey = true
                column.isNullable = false
            } else if accept("UNIQUE") {
                column.isUnique = true
            } else if accept("REFERENCES") {
                column.foreignKey = ForeignKey(name: constraint, columns: [name], target: tableName())
            } else if accept("CONSTRAINT") {
                constraint = self.name()
            } else if acceptAny("AUTO_INCREMENT", "AUTOINCREMENT", "IDENTITY") {
                column.value = .computed("AUTO_INCREMENT")
            } else if acceptAny("GENERATED", "AS") {
                column.value = .computed("GENERATED")
            } else if acceptAny("STORED", "PERSISTENT") {
                column.value = .computed("STORED")
            } else if accept("DEFAULT") {
                column.value = defaultValue()
            } else {
                skipPart()
            }
        }
        return column
    }

    private mutating func defaultValue() -> ColumnDefinition.Value {
        if accept("NULL") { return .none }
        let start = offset
        while !isAtEnd, !isAtSymbol(","), !isAtSymbol(")") {
            var rest = self
            if rest.acceptAny("NOT", "NULL", "PRIMARY", "UNIQUE", "REFERENCES", "CHECK", "CONSTRAINT") { break }
            skipPart()
        }
        return SQLExpression.value(of: text(from: start))
    }
}
