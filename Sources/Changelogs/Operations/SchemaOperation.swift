package import Reporting

/// An operation of a changeset on a schema or its data, from a typed change or from SQL.
package struct SchemaOperation: Sendable {
    package let action: Action
    package let location: SourceLocation
    /// The location of the change whose SQL has it.
    package var change: SourceLocation?
    /// Whether a repetition has the same result, as with `IF NOT EXISTS` or `OR REPLACE`.
    package var isRepeatable = false
    /// Whether it changes the schema; some databases commit before and after such a change.
    package var isDefinition = true
    /// Whether it belongs to the same statement or change as the operation before it.
    package var continuesStatement = false
    /// The reason why PostgreSQL rejects it in a transaction, such as `CREATE INDEX CONCURRENTLY`.
    package var refusedInTransaction: String?

    package enum Action: Sendable {
        case createTable(TableName, NewTable)
        case dropTables([TableName], cascades: Bool)
        case renameTable(TableName, to: String)
        /// Renames a view, schema, type or value, or moves a table to another schema; the first value is the kind.
        case renameObject(String, TableName, to: String)
        case addColumn(TableName, ColumnDefinition)
        case dropColumns(TableName, [String])
        case renameColumn(TableName, String, to: String)
        /// `isComputed` if an expression other than a cast computes the new values; `nil` if casts to other types may.
        case changeType(TableName, column: String, to: DataType?, isComputed: Bool? = false)
        case setNotNull(TableName, column: String)
        case dropNotNull(TableName, column: String)
        case addForeignKey(TableName, ForeignKey)
        case addCheck(TableName, notNull: String?, isValidated: Bool)
        case addUnique(TableName, columns: [String], usesIndex: Bool)
        case addPrimaryKey(TableName, columns: [String], usesIndex: Bool)
        case validateConstraint(TableName)
        case dropConstraint(TableName, String)
        case createIndex(TableName, NewIndex)
        case dropIndex(String, on: TableName?, isConcurrent: Bool)
        case dropSchema(String)
        case dropDependents(String)
        /// A table becomes a partition or a separate table.
        case attachPartition(TableName, to: TableName)
        case detachPartition(TableName, from: TableName, isConcurrent: Bool)
        case dropPartitions(TableName, [String])
        /// A domain gets a constraint, which all rows of its columns must meet.
        case checkDomain(String)
        case createDomain(String, of: DataType?, isChecked: Bool)
        case dropOwned(String)
        /// Drops an object other than a table; `on` is a trigger's table.
        case dropObject(ObjectKind, TableName, on: TableName? = nil)
        case createEnum(String, [String])
        /// Any object other than a table, such as a view or a constraint.
        case createObject(String)
        case truncate([TableName], cascades: Bool)
        case insert(TableName)
        case delete(TableName, hasCondition: Bool)
        case update(TableName, hasCondition: Bool)
        case lockTables([TableName], mode: TableLock)
        /// A change to a table or view that is known only by its keywords, such as `VACUUM FULL`.
        case alter(TableName?, String)
        case transaction(String)
        case longName(String)
        /// Anything else, without rules about it.
        case other(String)
        /// SQL that was not understood, with the parser's error if there is one.
        case unread(String, reason: String? = nil)
    }

    package init(
        _ action: Action, at location: SourceLocation, isDefinition: Bool = true, isRepeatable: Bool = false,
        refusedInTransaction: String? = nil
    ) {
        self.action = action
        self.location = location
        self.isDefinition = isDefinition
        self.isRepeatable = isRepeatable
        self.refusedInTransaction = refusedInTransaction
    }
}

package enum ObjectKind: String, Sendable { case view, sequence, type, function, trigger }

package struct TableName: Hashable, Sendable, CustomStringConvertible {
    /// `nil` if the name is unqualified.
    package let schema: String?
    package let name: String

    package init(_ name: String, in schema: String? = nil) {
        self.name = name
        self.schema = schema?.isEmpty == true ? nil : schema
    }

    package var description: String { schema.map { "\($0).\(name)" } ?? name }

    /// Whether both may be the same table: ignores case, and a schema that only one names.
    package func mayBe(_ other: TableName) -> Bool {
        guard name.lowercased() == other.name.lowercased() else { return false }
        guard let schema, let otherSchema = other.schema else { return true }
        return schema.lowercased() == otherSchema.lowercased()
    }
}

package struct NewTable: Sendable {
    package var columns: [ColumnDefinition] = []
    /// Empty if there is none.
    package var primaryKey: [String] = []
    /// Whether the rows are temporary, or the table comes from a query.
    package var isTemporary = false
    /// Whether some columns are unknown, as in `CREATE TABLE … AS`.
    package var isPartlyKnown = false
    /// Whether a query provides the rows.
    package var isFilled = false
    package var foreignKeys: [ForeignKey] = []
    package var parent: TableName?
    package var isPartitioned = false
    /// How it is unlike the tables whose locks were recorded; `nil` if no catalog describes it.
    package var traits: [String]?
}

package struct ForeignKey: Sendable {
    package var name: String?
    package var columns: [String] = []
    package var target: TableName?
    /// Whether existing rows are checked.
    package var isValidated = true

    package init(name: String? = nil, columns: [String] = [], target: TableName? = nil, isValidated: Bool = true) {
        self.name = name
        self.columns = columns
        self.target = target
        self.isValidated = isValidated
    }
}

extension NewTable { package var allForeignKeys: [ForeignKey] { foreignKeys + columns.compactMap(\.foreignKey) } }

package struct ColumnDefinition: Sendable {
    package var name: String
    package var type: DataType?
    package var isNullable = true
    package var isUnique = false
    package var isPrimaryKey = false
    package var value: Value = .none
    package var foreignKey: ForeignKey?
    package var references: TableName? { foreignKey?.target }
    /// The kinds of what depends on it, according to a catalog: `key`, `expression`.
    package var dependents: [String] = []

    package enum Value: Sendable {
        case none
        /// The same value for all rows, which PostgreSQL 11 and later store in the catalog.
        case constant
        /// A value that may differ per row, so that the table is rewritten: the expression, and whether this is
        /// certain, because the expression may call an unknown function.
        case computed(String, isSure: Bool = true)
    }
}

package struct NewIndex: Sendable {
    package var name: String?
    package var columns: [String] = []
    package var isUnique = false
    package var isConcurrent = false
    /// Whether it is one of MySQL's full-text or spatial indexes, which lock the table while they are built.
    package var isSpecial = false
    /// Whether it excludes partitions, so that no rows are read.
    package var isOnly = false
}

extension [SchemaOperation] {
    var asOneStatement: [SchemaOperation] {
        enumerated().map { index, operation in
            var operation = operation
            operation.continuesStatement = index > 0
            return operation
        }
    }
}
