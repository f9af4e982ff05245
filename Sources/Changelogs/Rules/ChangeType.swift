/// A type of change, as far as the lint knows it.
struct ChangeType: Sendable {
    /// Its name in changelogs.
    let name: String
    /// Whether Liquibase runs it with a licence only.
    let needsLicence: Bool
    /// Whether Liquibase can roll it back without being told how.
    let rollsBack: Bool
    /// All its attributes.
    let attributes: Set<String>
    /// Those without which Liquibase refuses it.
    let required: [String]
    /// Those that are whole numbers.
    let numbers: [String]

    /// The kinds by their names.
    static let all = Dictionary(
        uniqueKeysWithValues: read(table).map { ($0.name, $0) })

    /// What a column may have, whatever the change.
    ///
    /// Liquibase refuses a changelog in YAML or JSON where a column has anything else.
    static let columnAttributes: Set = [
        "afterColumn", "allowUpdate", "autoIncrement", "beforeColumn", "computed", "constraints",
        "defaultOnNull", "defaultValue", "defaultValueBoolean", "defaultValueComputed",
        "defaultValueConstraintName", "defaultValueDate", "defaultValueNumeric",
        "defaultValueSequenceNext", "descending", "encoding", "generationType", "header",
        "incrementBy", "index", "loadType", "name", "position", "remarks", "startWith", "type",
        "value", "valueBlobFile", "valueBoolean", "valueClobFile", "valueComputed", "valueDate",
        "valueNumeric", "valueSequenceCurrent", "valueSequenceNext",
    ]

    /// What the constraints of a column may have; Liquibase passes over anything else.
    static let constraintAttributes: Set = [
        "checkConstraint", "deferrable", "deleteCascade", "foreignKeyName", "initiallyDeferred",
        "notNullConstraintName", "nullable", "primaryKey", "primaryKeyName",
        "primaryKeyTablespace", "referencedColumnNames", "referencedTableCatalogName",
        "referencedTableName", "referencedTableSchemaName", "references", "unique",
        "uniqueConstraintName", "validateForeignKey", "validateNullable", "validatePrimaryKey",
        "validateUnique",
    ]

    /// What a changeset may have beside its changes.
    static let changeSetAttributes: Set = [
        "id", "author", "alwaysRun", "comment", "context", "contextFilter", "contexts", "created",
        "dbms",
        "failOnError", "ignore", "labels", "logicalFilePath", "objectQuotingStrategy",
        "onValidationFail", "runAlways", "runInTransaction", "runOnChange", "runOrder", "runWith",
        "runWithSpoolFile", "validCheckSum", "validCheckSums", "preConditions", "changes",
        "rollback", "modifySql",
    ]

    /// The values that three attributes of changesets may have; Liquibase refuses any other.
    static let words = [
        "onValidationFail": ["HALT", "MARK_RAN"],
        "objectQuotingStrategy": ["LEGACY", "QUOTE_ALL_OBJECTS", "QUOTE_ONLY_RESERVED_WORDS"],
        "runOrder": ["first", "last"],
    ]

    private static func read(_ table: String) -> [ChangeType] {
        var entries: [[Substring]] = []
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix(" "), let last = entries.indices.last {
                entries[last] += words
            } else {
                entries.append(words)
            }
        }
        return entries.compactMap(ChangeType.init(words:))
    }

    private init?(words: [Substring]) {
        guard let first = words.first else { return nil }
        let attributes = words.dropFirst().filter { $0 != "~" }
        func name(_ word: Substring) -> String { String(word.filter { !"*#!".contains($0) }) }
        self.name = name(first)
        needsLicence = first.hasSuffix("*")
        rollsBack = words.contains("~")
        self.attributes = Set(attributes.map(name))
        required = attributes.filter { $0.hasSuffix("!") }.map(name)
        numbers = attributes.filter { $0.contains("#") }.map(name)
    }
}
