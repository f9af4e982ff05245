import DevtoolKit
import Scanning

struct TaskNames {
    struct Meaning {
        let entry: Int
        /// `nil` for all targets.
        var target: Int?
        fileprivate let place: TaskPlace
    }

    private(set) var all: [String] = []
    /// The names that the command line cannot use.
    private var `internal`: Set<String> = []
    private var meanings: [String: Meaning] = [:]
    private(set) var findings: [Diagnostic] = []

    /// Collects the tasks' own names, then the aliases, which must not take precedence.
    init(_ entries: [TaskEntry]) {
        for (index, entry) in entries.enumerated() {
            add(entry.name, Meaning(entry: index, place: entry.place))
            addTargets(of: entry, index, to: entry.name)
            if entry.definitions.allSatisfy(\.isInternal) { `internal`.insert(entry.name) }
        }
        for (index, entry) in entries.enumerated() {
            for alias in entry.aliases {
                add(alias, Meaning(entry: index, place: entry.place), isAlias: true)
                addTargets(of: entry, index, to: alias)
            }
        }
    }

    private mutating func addTargets(of entry: TaskEntry, _ index: Int, to name: String) {
        for (target, definition) in entry.definitions.enumerated() where definition.name != entry.name {
            add(
                name + definition.name.dropFirst(entry.name.count),
                Meaning(entry: index, target: target, place: definition.place))
        }
    }

    private mutating func add(_ name: String, _ meaning: Meaning, isAlias: Bool = false) {
        guard let first = meanings[name] else {
            meanings[name] = meaning
            all.append(name)
            return
        }
        findings.append(
            Diagnostic(
                !isAlias
                    ? "the task '\(name)' is already defined: see \(first.place.line)"
                    : first.entry == meaning.entry
                        ? "the alias '\(name)' is a name of the same task"
                        : "the alias '\(name)' is the name of another task: see \(first.place.line)",
                at: meaning.place.location))
    }

    /// Looks up a name in a namespace, then in the enclosing ones.
    func meaning(of name: String, in namespace: String) -> Meaning? {
        var namespace = namespace[...]
        while !namespace.isEmpty {
            if let meaning = meanings["\(namespace):\(name)"] { return meaning }
            namespace = namespace.lastIndex(of: ":").map { namespace[..<$0] } ?? ""
        }
        return meanings[name]
    }

    /// The hint for an unknown name; `nil` if no name is similar and there are too many to list.
    ///
    /// On the command line, internal tasks are not suggested.
    func suggestion(for name: String, in namespace: String = "", offersInternal: Bool = true) -> String? {
        let prefix = namespace + ":"
        let all = offersInternal ? all : all.filter { !`internal`.contains($0) }
        let near = all.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }.distinct
        if let nearest = name.nearest(in: near) { return "did you mean '\(nearest)'?" }
        // Only the namespace may be missing.
        if let whole = all.first(where: { $0.hasSuffix(":" + name) }) { return "did you mean '\(whole)'?" }
        return .suggestion(
            for: name,
            in: near.filter { Self.isShown($0) && !`internal`.contains($0) && !`internal`.contains(prefix + $0) })
    }

    private static func isShown(_ name: String) -> Bool { !name.split(separator: ":").contains { $0.hasPrefix("_") } }
}
