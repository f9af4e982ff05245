/// The capabilities of the Liquibase that will run a changelog: its version, and the declarations in its jars and those
/// of extensions.
package struct LiquibaseRelease: Sendable {
    package var version: LiquibaseVersion?
    /// The attributes of each change in the jars.
    var changes: [String: Set<String>] = [:]
    var columnAttributes: Set<String> = []
    var constraintAttributes: Set<String> = []
    /// The strings in the classes of preconditions, which include their names.
    var preconditionTexts: Set<String> = []
    /// Whether some changes and preconditions may be unknown because a class could not be read.
    var isIncomplete = false

    package init(version: LiquibaseVersion? = nil) { self.version = version }

    /// Whether Liquibase's own jar was read.
    private var isTold: Bool { !columnAttributes.isEmpty }
    /// Whether all changes are known from jars.
    var isComplete: Bool { isTold && !isIncomplete }

    func hasChange(_ name: String) -> Bool { changes[name] != nil || !isTold && ChangeType.all[name] != nil }

    var changeNames: [String] { Set(changes.keys).union(isTold ? [] : Array(ChangeType.all.keys)).sorted() }

    func attributes(of type: ChangeType) -> Set<String> { changes[type.name] ?? type.attributes }

    var knownColumnAttributes: Set<String> { columnAttributes.isEmpty ? ChangeType.columnAttributes : columnAttributes }

    var knownConstraintAttributes: Set<String> {
        constraintAttributes.isEmpty ? ChangeType.constraintAttributes : constraintAttributes
    }
}

extension LiquibaseRelease {
    /// A serialized form for a cache file.
    package var text: String {
        var lines = version.map { ["version \($0)"] } ?? []
        func add(_ kind: String, _ words: Set<String>) {
            lines.append(([kind] + words.sorted()).joined(separator: " "))
        }
        for (name, attributes) in changes.sorted(by: { $0.key < $1.key }) { add("change \(name)", attributes) }
        add("column", columnAttributes)
        add("constraints", constraintAttributes)
        add("preconditions", preconditionTexts)
        if isIncomplete { lines.append("incomplete") }
        return lines.joined(separator: "\n") + "\n"
    }

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
