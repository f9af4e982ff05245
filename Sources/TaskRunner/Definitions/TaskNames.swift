import DevtoolKit
import Scanning

/// All names of tasks, and what each refers to.
struct TaskNames {
    /// What a name refers to: a task with all its targets, or one of them.
    struct Meaning {
        let entry: Int
        /// The target; nil for all.
        var target: Int?
        fileprivate let place: TaskPlace
    }

    /// The names in the files' order.
    private(set) var all: [String] = []
    /// Those that the command line cannot name.
    private var `internal`: Set<String> = []
    private var meanings: [String: Meaning] = [:]
    /// What is wrong: a name that stands for two things.
    private(set) var findings: [Diagnostic] = []

    /// Collects the names of all tasks: first their own, then the aliases, which do not come before them.
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
        for (target, definition) in entry.definitions.enumerated()
        where definition.name != entry.name {
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

    /// What a name stands for in a namespace: it is looked up there, and then in those around it.
    func meaning(of name: String, in namespace: String) -> Meaning? {
        var namespace = namespace[...]
        while !namespace.isEmpty {
            if let meaning = meanings["\(namespace):\(name)"] { return meaning }
            namespace = namespace.lastIndex(of: ":").map { namespace[..<$0] } ?? ""
        }
        return meanings[name]
    }

    /// The hint for a name that stands for nothing in a namespace.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - namespace: the namespace.
    ///   - offersInternal: whether the name may be that of an internal task: not on the command line.
    /// - Returns: the hint; nil if no name is similar and there are too many.
    func suggestion(
        for name: String, in namespace: String = "", offersInternal: Bool = true
    ) -> String? {
        let prefix = namespace + ":"
        let all = offersInternal ? all : all.filter { !`internal`.contains($0) }
        let near = all.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
            .distinct
        if let nearest = name.nearest(in: near) { return "did you mean '\(nearest)'?" }
        // Perhaps only the namespace is missing.
        if let whole = all.first(where: { $0.hasSuffix(":" + name) }) {
            return "did you mean '\(whole)'?"
        }
        return .suggestion(
            for: name,
            in: near.filter {
                Self.isShown($0) && !`internal`.contains($0) && !`internal`.contains(prefix + $0)
            })
    }

    private static func isShown(_ name: String) -> Bool {
        !name.split(separator: ":").contains { $0.hasPrefix("_") }
    }
}
