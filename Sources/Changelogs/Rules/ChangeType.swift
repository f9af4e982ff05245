struct ChangeType: Sendable {
    let name: String
    let needsLicense: Bool
    let rollsBack: Bool
    let attributes: Set<String>
    let required: [String]
    let numbers: [String]

    static let all = Dictionary(uniqueKeysWithValues: read(table).map { ($0.name, $0) })

    /// The attributes of columns in all changes.
    ///
    /// In YAML or JSON, Liquibase rejects other attributes.
    static let columnAttributes: Set = [
        "afterColumn", "allowUpdate", "autoIncrement", "beforeColumn", "computed", "constraints", "defaultOnNull",
        "defaultValue", "defaultValueBoolean", "defaultValueComputed", "defaultValueConstraintName", "defaultValueDate",
        "defaultValueNumeric", "defaultValueSequenceNext", "descending", "encoding", "generationType", "header",
        "incrementBy", "index", "loadType", "name", "position", "remarks", "startWith", "type", "value",
        "valueBlobFile", "valueBoolean", "valueClobFile", "valueComputed", "valueDate", "valueNumeric",
        "valueSequenceCurrent", "valueSequenceNext",
    ]

    /// The attributes of a column's constraints; Liquibase ignores others.
    static let constraintAttributes: Set = [
        "checkConstraint", "deferrable", "deleteCascade", "foreignKeyName", "initiallyDeferred",
        "notNullConstraintName", "nullable", "primaryKey", "primaryKeyName", "primaryKeyTablespace",
        "referencedColumnNames", "referencedTableCatalogName", "referencedTableName", "referencedTableSchemaName",
        "references", "unique", "uniqueConstraintName", "validateForeignKey", "validateNullable", "validatePrimaryKey",
        "validateUnique",
    ]

    /// The attributes and parts of a changeset other than changes.
    static let changeSetAttributes: Set = [
        "id", "author", "alwaysRun", "comment", "context", "contextFilter", "contexts", "created", "dbms",
        "failOnError", "ignore", "labels", "logicalFilePath", "objectQuotingStrategy", "onValidationFail", "runAlways",
        "runInTransaction", "runOnChange", "runOrder", "runWith", "runWithSpoolFile", "validCheckSum", "validCheckSums",
        "preConditions", "changes", "rollback", "modifySql",
    ]

    /// The values of attributes of changesets and preconditions; Liquibase rejects others.
    static let words = [
        "onFail": ["HALT", "CONTINUE", "MARK_RAN", "WARN"], "onError": ["HALT", "CONTINUE", "MARK_RAN", "WARN"],
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
        needsLicense = first.hasSuffix("*")
        rollsBack = words.contains("~")
        self.attributes = Set(attributes.map(name))
        required = attributes.filter { $0.hasSuffix("!") }.map(name)
        numbers = attributes.filter { $0.contains("#") }.map(name)
    }
}
