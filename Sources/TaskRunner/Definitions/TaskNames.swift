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
    /// How many of the names are not aliases.
    private var ownCount = 0
    /// The names that the command line cannot use.
    private var `internal`: Set<String> = []
    /// The names that must not be run by mistake, as they ask first or change databases.
    private var grave: Set<String> = []
    private var meanings: [String: Meaning] = [:]
    private(set) var findings: [Diagnostic] = []

    /// Collects the tasks' own names, then the aliases, which must not take precedence.
    init(_ entries: [TaskEntry]) {
        for (index, entry) in entries.enumerated() {
            let first = all.count
            add(entry.name, Meaning(entry: index, place: entry.place))
            addTargets(of: entry, index, to: entry.name)
            if entry.definitions.contains(where: { $0.isGrave }) { grave.formUnion(all[first...]) }
            if entry.definitions.allSatisfy({ $0.isInternal }) { `internal`.formUnion(all[first...]) }
        }
        ownCount = all.count
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
                        ? "the alias '\(name)' is already a name of this task"
                        : "the alias '\(name)' is already a name of another task: see \(first.place.line)",
                at: meaning.place.location))
    }

    /// Looks up a name or a pattern in a namespace, then in the enclosing ones.
    func meanings(of name: String, in namespace: String) -> [Meaning] {
        Self.first(of: name, in: namespace) { meanings(of: $0) }
    }

    /// What is found under a name in a namespace, or else in the nearest enclosing one.
    static func first<Found>(of name: String, in namespace: String, _ find: (String) -> [Found]) -> [Found] {
        var namespace = namespace[...]
        while !namespace.isEmpty {
            let found = find("\(namespace):\(name)")
            if !found.isEmpty { return found }
            namespace = namespace.lastIndex(of: ":").map { namespace[..<$0] } ?? ""
        }
        return find(name)
    }

    func meanings(of name: String) -> [Meaning] {
        guard let pattern = TaskPattern(name) else { return meanings[name].map { [$0] } ?? [] }
        return listed.filter(pattern.matches).compactMap { meanings[$0] }
    }

    /// The names, aliases aside, that patterns can match: those that lists show.
    private var listed: [String] { all[..<ownCount].filter { Self.isShown($0) && !`internal`.contains($0) } }

    /// The listed tasks of a namespace.
    func members(of namespace: String) -> [String] { listed.filter { $0.hasPrefix(namespace + ":") } }

    /// The hint for an unknown name; `nil` if no name is similar and there are too many to list.
    ///
    /// On the command line, neither internal tasks nor grave ones are suggested.
    func suggestion(for name: String, in namespace: String = "", isForCommandLine: Bool = false) -> String? {
        if TaskPattern(name) != nil {
            let known = listed.flatMap { $0.split(separator: ":").map(String.init) }.distinct
            let parts = name.split(separator: ":").map(String.init).map {
                $0.contains("*") ? $0 : $0.nearest(in: known) ?? $0
            }
            let corrected = parts.joined(separator: ":")
            return corrected == name || meanings(of: corrected, in: namespace).isEmpty
                ? nil : "did you mean '\(corrected)'?"
        }
        let prefix = namespace + ":"
        var all = isForCommandLine ? all.filter { !`internal`.contains($0) && !grave.contains($0) } : all
        if !namespace.isEmpty { all = all.filter { $0.hasPrefix(prefix) } + all.filter { !$0.hasPrefix(prefix) } }
        let near = all.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }.distinct
        let namespaces = isForCommandLine ? all.filter { $0.contains(":") }.map { String($0.prefix { $0 != ":" }) } : []
        if let nearest = name.nearest(in: near + namespaces.distinct) { return "did you mean '\(nearest)'?" }
        // Only the namespace may be missing.
        let whole = all.filter { $0.hasSuffix(":" + name) }.prefix(5).map { "'\($0)'" }
        if !whole.isEmpty { return "did you mean \(whole.joined(separator: " or "))?" }
        return .suggestion(
            for: name,
            in: near.filter { Self.isShown($0) && !`internal`.contains($0) && !`internal`.contains(prefix + $0) })
    }

    private static func isShown(_ name: String) -> Bool { !name.split(separator: ":").contains { $0.hasPrefix("_") } }
}
