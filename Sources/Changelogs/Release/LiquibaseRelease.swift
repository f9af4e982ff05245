/// What is known about the Liquibase that will run a changelog: its version, and what its jars and
/// those of extensions declare.
package struct LiquibaseRelease: Sendable {
    /// The version; nil where it is not known.
    package var version: LiquibaseVersion?
    /// The changes that the jars have by their names, with the attributes of each.
    var changes: [String: Set<String>] = [:]
    /// What a column may have, whatever the change.
    var columnAttributes: Set<String> = []
    /// What the constraints of a column may have.
    var constraintAttributes: Set<String> = []
    /// The texts of the classes that are preconditions: their names are among them.
    var preconditionTexts: Set<String> = []
    /// Whether there may be changes and preconditions that are not known here, since a class could not be
    /// read.
    var isIncomplete = false

    /// Creates the description of a Liquibase that is not installed.
    ///
    /// - Parameter version: its version, where at least that is known.
    package init(version: LiquibaseVersion? = nil) { self.version = version }

    /// Whether Liquibase's own jar is among them, so that all changes are known.
    private var isTold: Bool { !columnAttributes.isEmpty }
    /// Whether there are no other changes than those that the jars have told.
    var isComplete: Bool { isTold && !isIncomplete }

    /// Whether there is a change of a name.
    func hasChange(_ name: String) -> Bool {
        changes[name] != nil || !isTold && ChangeType.all[name] != nil
    }

    /// The names of all changes.
    var changeNames: [String] {
        Set(changes.keys).union(isTold ? [] : Array(ChangeType.all.keys)).sorted()
    }

    /// The attributes that a change has.
    func attributes(of type: ChangeType) -> Set<String> { changes[type.name] ?? type.attributes }

    /// What a column may have.
    var knownColumnAttributes: Set<String> {
        columnAttributes.isEmpty ? ChangeType.columnAttributes : columnAttributes
    }

    /// What the constraints of a column may have.
    var knownConstraintAttributes: Set<String> {
        constraintAttributes.isEmpty ? ChangeType.constraintAttributes : constraintAttributes
    }
}

extension LiquibaseRelease {
    /// What is known as lines of text, to be kept in a file.
    package var text: String {
        var lines = version.map { ["version \($0)"] } ?? []
        func add(_ kind: String, _ words: Set<String>) {
            lines.append(([kind] + words.sorted()).joined(separator: " "))
        }
        for (name, attributes) in changes.sorted(by: { $0.key < $1.key }) {
            add("change \(name)", attributes)
        }
        add("column", columnAttributes)
        add("constraints", constraintAttributes)
        add("preconditions", preconditionTexts)
        if isIncomplete { lines.append("incomplete") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Parses what ``text`` has written.
    package init(text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").dropFirst().map(String.init)
            switch line.prefix(while: { $0 != " " }) {
            case "version": version = words.first.flatMap { LiquibaseVersion($0) }
            case "change": if let name = words.first { changes[name] = Set(words.dropFirst()) }
            case "column": columnAttributes = Set(words)
            case "constraints": constraintAttributes = Set(words)
            case "preconditions": preconditionTexts = Set(words)
            default: isIncomplete = true
            }
        }
    }
}
