package import Reporting

/// Something that a changeset does to a schema or to data, whether a change or a statement of SQL says so.
package struct SchemaOperation: Sendable {
    /// What is done.
    package let action: Action
    /// Where the change or the statement begins.
    package let location: SourceLocation
    /// Whether it can be run again and does the same, as with `IF NOT EXISTS` or `OR REPLACE`.
    package var isRepeatable = false
    /// Whether it changes the schema, so that some databases commit before and after it.
    package var isDefinition = true
    /// Whether it belongs to the statement, or the change, of the operation before it.
    package var continuesStatement = false
    /// Why PostgreSQL refuses it in a transaction, as in `CREATE INDEX CONCURRENTLY`; nil where it does not.
    package var refusedInTransaction: String?

    /// An operation on the schema or the data.
    package enum Action: Sendable {
        case createTable(TableName, NewTable)
        case dropTables([TableName], cascades: Bool)
        case renameTable(TableName, to: String)
        /// A view, a schema, a type or a value that gets another name, or a table another schema, by its kind.
        case renameObject(String, TableName, to: String)
        case addColumn(TableName, ColumnDefinition)
        case dropColumns(TableName, [String])
        case renameColumn(TableName, String, to: String)
        /// Another type, which values are computed for, other than by a cast.
        case changeType(TableName, column: String, to: DataType?, isComputed: Bool = false)
        case setNotNull(TableName, column: String)
        case dropNotNull(TableName, column: String)
        case addForeignKey(TableName, ForeignKey)
        case addCheck(TableName, notNull: String?, isValidated: Bool)
        case addUnique(TableName, columns: [String], usesIndex: Bool)
        case addPrimaryKey(TableName, columns: [String], usesIndex: Bool)
        case validateConstraint(TableName)
        case dropConstraint(TableName, String, cascades: Bool = false)
        case createIndex(TableName, NewIndex)
        case dropIndex(String, on: TableName?, isConcurrent: Bool)
        case dropSchema(String)
        /// What depends on something is dropped with it, which is no table.
        case dropDependents(String)
        /// A table becomes a part of another one, or a table of its own.
        case attachPartition(TableName, to: TableName)
        case detachPartition(TableName, from: TableName, isConcurrent: Bool)
        /// The rows of partitions are removed, by the partitions' names.
        case dropPartitions(TableName, [String])
        /// A domain gets a constraint, which the rows of all its columns must meet, by the domain's name.
        case checkDomain(String)
        case createDomain(String, of: DataType?, isChecked: Bool)
        /// All that a role has is dropped, by the role's name.
        case dropOwned(String)
        /// What is no table is dropped, a trigger from its table.
        case dropObject(ObjectKind, TableName, on: TableName? = nil)
        case createEnum(String, [String])
        /// Something that is no table, such as a view or a constraint, by its name.
        case createObject(String)
        case truncate([TableName], cascades: Bool)
        case insert(TableName)
        case delete(TableName, hasCondition: Bool)
        case update(TableName, hasCondition: Bool)
        case lockTables([TableName], mode: TableLock)
        /// A change of a table, or a view, whose words are all that is to be known of it, such as `VACUUM FULL`.
        case alter(TableName?, String)
        /// A statement such as `COMMIT`.
        case transaction(String)
        /// A name that PostgreSQL cuts.
        case longName(String)
        /// Anything else, which no rule is about.
        case other(String)
        /// SQL that should be one of the above, but is not understood; with the parser's words where it has some.
        case unread(String, reason: String? = nil)
    }

    /// Creates an operation, which begins a statement.
    init(
        _ action: Action, at location: SourceLocation, isDefinition: Bool = true,
        isRepeatable: Bool = false, refusedInTransaction: String? = nil
    ) {
        self.action = action
        self.location = location
        self.isDefinition = isDefinition
        self.isRepeatable = isRepeatable
        self.refusedInTransaction = refusedInTransaction
    }
}

/// What can be dropped that is no table, as people call it.
package enum ObjectKind: String, Sendable {
    case view, sequence, type, function, trigger
}

/// The name of a table, with its schema where that is written.
package struct TableName: Hashable, Sendable, CustomStringConvertible {
    /// The schema; nil where none is named.
    package let schema: String?
    /// The table's own name.
    package let name: String

    init(_ name: String, in schema: String? = nil) {
        self.name = name
        self.schema = schema?.isEmpty == true ? nil : schema
    }

    /// As users would write it.
    package var description: String { schema.map { "\($0).\(name)" } ?? name }

    /// Whether both may be one table: without regard to case, and to a schema that only one names.
    func mayBe(_ other: TableName) -> Bool {
        guard name.lowercased() == other.name.lowercased() else { return false }
        guard let schema, let otherSchema = other.schema else { return true }
        return schema.lowercased() == otherSchema.lowercased()
    }
}

/// A table that is created.
package struct NewTable: Sendable {
    var columns: [ColumnDefinition] = []
    /// The columns of its primary key; empty where it has none.
    var primaryKey: [String] = []
    /// Whether rows for it only live for a while, or come with it from a query.
    var isTemporary = false
    /// Whether the columns are not all known, as for `CREATE TABLE … AS`.
    var isPartlyKnown = false
    /// Whether it is made of the rows of a query.
    var isFilled = false
    /// The foreign keys among its constraints; those of columns are theirs.
    var foreignKeys: [ForeignKey] = []
    /// The table that it is a partition of.
    var parent: TableName?
    /// Whether it has partitions.
    var isPartitioned = false
}

/// A foreign key that is created.
package struct ForeignKey: Sendable {
    /// Its name, where it is written.
    var name: String?
    var columns: [String] = []
    var target: TableName?
    /// Whether the rows that are there are looked at.
    var isValidated = true
}

extension NewTable {
    /// Its foreign keys, those of columns among them.
    var allForeignKeys: [ForeignKey] { foreignKeys + columns.compactMap(\.foreignKey) }
}

/// A column as it is created.
package struct ColumnDefinition: Sendable {
    var name: String
    var type: DataType?
    var isNullable = true
    var isUnique = false
    var isPrimaryKey = false
    var value: Value = .none
    var foreignKey: ForeignKey?
    /// The table that it refers to.
    var references: TableName? { foreignKey?.target }

    /// What existing rows get.
    enum Value: Sendable {
        /// Null.
        case none
        /// The same for all rows, made once: PostgreSQL 11 and later keep it beside the table.
        case constant
        /// One for each row, so that the table is written anew; with the words that say so, which are sure if no
        /// function of an unknown kind gives them.
        case computed(String, isSure: Bool = true)
    }
}

/// An index that is created.
package struct NewIndex: Sendable {
    var name: String?
    var columns: [String] = []
    var isUnique = false
    var isConcurrent = false
    /// Whether it is a full-text or a spatial index of MySQL, which is built under a lock.
    var isSpecial = false
    /// Whether partitions get none, so that no rows are read.
    var isOnly = false
}

extension [SchemaOperation] {
    /// The operations as those of one statement.
    var asOneStatement: [SchemaOperation] {
        enumerated().map { index, operation in
            var operation = operation
            operation.continuesStatement = index > 0
            return operation
        }
    }
}
