import DevtoolKit
import Scanning
import SystemPackage

/// Which tasks of a project's files are read and checked.
enum TaskChoice {
    case all
    /// All are read, but their texts are not checked.
    case listed
    /// What these words of a command line name, and what that refers to; without words, the default task.
    ///
    /// If a word or a reference is no name, all are read, since it may be a mistake, but no others are checked.
    case named([String])
}

/// Reads the tasks of a project's file and of included files, under their namespaces.
struct TaskFiles {
    private(set) var findings: [Diagnostic] = []
    /// The tasks that were read, in the order of the files.
    private(set) var entries: [TaskEntry] = []
    /// Those to check.
    private(set) var checked: [TaskEntry] = []
    private(set) var files: [FilePath] = []
    private(set) var configurations: [String: Configuration] = [:]

    private let context: Context
    private let commands: TaskCommands
    private var readings: [String: ConfigurationReading] = [:]
    private var inclusions = 0
    /// The namespaces, each with a colon, whose files cannot be read, so that their tasks are unknown.
    private(set) var unread: [String] = []
    /// One for each inclusion of a file.
    private(set) var scopes: [TaskFileScope] = []
    private var readers: [TaskReader] = []
    private var written: [WrittenTask] = []

    /// The maximum number of inclusions: a few files that include each other twice could result in billions.
    private static let limit = 1000

    /// The included files of the web.
    private(set) var shared: [TaskInclude] = []
    /// Whether those are left out, as they are fetched next.
    private let leavesOutShared: Bool

    init(in context: Context, leavingOutShared: Bool = false) {
        self.context = context
        leavesOutShared = leavingOutShared
        commands = TaskCommands(in: context)
    }

    private typealias Includer = (path: FilePath, shownAs: String)

    mutating func read(_ reading: ConfigurationReading, _ choice: TaskChoice = .all) {
        read(reading, of: nil, namespace: "", below: [], within: nil)
        let (needed, isComplete): (Set<Int>, Bool) =
            switch choice {
            case .all, .listed: (Set(written.indices), true)
            case .named(let words): needed(by: words.allSatisfy { $0.hasPrefix("-") } ? ["default"] : words)
            }
        for index in written.indices where !isComplete || needed.contains(index) {
            let findings = read(index)
            if needed.contains(index) { self.findings += findings }
            guard let entry = written[index].entry else { continue }
            entries.append(entry)
            if needed.contains(index) { checked.append(entry) }
        }
        // A file that is included twice has each mistake twice.
        findings = findings.distinct
    }

    /// Reads a task, unless it has been read; returns what is wrong with it.
    @discardableResult private mutating func read(_ index: Int) -> [Diagnostic] {
        if let findings = written[index].findings { return findings }
        let task = written[index]
        let count = readers[task.scope.number].validator.findings.count
        written[index].entry = readers[task.scope.number].entry(
            task.key, task.node, namespace: task.namespace, in: task.scope)
        let findings = Array(readers[task.scope.number].validator.findings[count...])
        written[index].findings = findings
        return findings
    }

    /// The tasks that words may name, and all to which they refer, which may be too many; and whether no word is
    /// anything else.
    private mutating func needed(by words: [String]) -> (tasks: Set<Int>, isComplete: Bool) {
        let index = WrittenTask.Index(written)
        var isComplete = true
        var open: [Int] = []
        for word in words where !word.hasPrefix("-") {
            let found = index.tasks(named: word) + (scopes.count > 1 ? index.tasks(namedInAnyNamespace: word) : [])
            if found.isEmpty { isComplete = false }
            open += found
        }
        var needed = Set(open)
        while let next = open.popLast() {
            read(next)
            for definition in written[next].entry?.definitions ?? [] {
                for name in definition.references.map(\.name.text) {
                    let found = index.tasks(named: name, in: definition.namespace)
                    if found.isEmpty { isComplete = false }
                    open += found.filter { needed.insert($0).inserted }
                }
            }
        }
        return (needed, isComplete)
    }

    private mutating func read(
        _ reading: ConfigurationReading, of include: TaskInclude?, namespace: String, below includers: [Includer],
        within outer: TaskFileScope?
    ) {
        guard let file = reading.file else { return }
        let path = file.path.heldText
        let isNew = configurations[path] == nil
        if isNew {
            files.append(file.path)
            configurations[path] = reading.partialConfiguration
        }
        var reader = TaskReader(file, variables: reading.variables, commands: commands)
        let scope = reader.scope(
            reading.documents, of: include, namespace: namespace, within: outer, number: scopes.count)
        scopes.append(scope)
        if let tasks = reading.documents["tasks"] {
            written += reader.validator.entries(of: tasks, in: "tasks").map {
                WrittenTask(key: $0.key, node: $0.value, namespace: namespace, scope: scope)
            }
        }
        let includes = reading.documents["includes"].map { reader.includes($0) } ?? []
        if isNew { findings += reader.validator.findings }
        readers.append(reader)
        let here = (path: file.path.resolved ?? file.path, shownAs: file.shownAs)
        for include in includes { read(include, namespace: namespace, below: includers + [here], within: scope) }
    }

    private mutating func read(
        _ include: TaskInclude, namespace: String, below includers: [Includer], within outer: TaskFileScope
    ) {
        func report(_ message: String, hint: String? = nil) {
            findings.append(Diagnostic(message, at: include.place.location, hint: hint))
        }
        let full = namespace + include.namespace + ":"
        if include.shared != nil {
            shared.append(include)
            if leavesOutShared { return }
        }
        guard include.path.isFile else {
            if include.isOptional { return }
            unread.append(full)
            if include.path.isDirectory { return report("'\(include.shownAs)' is a folder", hint: "name a file in it") }
            return report(
                "file '\(include.shownAs)' not found",
                hint: include.shared != nil
                    ? SharedFile.hint
                    : include.shownAs.contains("://")
                        ? "write {url: …, sha256: …} for a file on the web"
                        : "write {file: …, optional: true} if it may be missing")
        }
        let path = include.path.resolved ?? include.path
        if let first = includers.firstIndex(where: { $0.path == path }) {
            let circle = includers[first...].map(\.shownAs) + [includers[first].shownAs]
            report("include cycle: \(circle.joined(separator: " → "))")
            return
        }
        inclusions += 1
        guard inclusions <= Self.limit else {
            if inclusions == Self.limit + 1 { report("more than \(Self.limit) files are included") }
            return
        }
        do {
            let reading = try readings[path.heldText] ?? context.configurationReading(of: include.path)
            if let problem = include.shared?.problem(with: reading, shownAs: include.shownAs) {
                unread.append(full)
                return report(problem.message, hint: problem.hint)
            }
            if readings.updateValue(reading, forKey: path.heldText) == nil { findings += reading.findings }
            read(reading, of: include, namespace: full, below: includers, within: outer)
        } catch {
            unread.append(full)
            findings += (error as? any DiagnosableError)?.diagnostics ?? []
        }
    }
}

/// A task that may not have been read.
private struct WrittenTask {
    let key: ConfigurationValidator.Key
    let node: YAMLNode
    let namespace: String
    let scope: TaskFileScope
    /// `nil` if it cannot be read, or has not been.
    var entry: TaskEntry?
    /// `nil` before it is read.
    var findings: [Diagnostic]?

    /// Finds tasks by their names, aliases and targets without reading them.
    struct Index {
        private var tasks: [String: Int] = [:]
        /// Further tasks of names that several have.
        private var others: [String: [Int]] = [:]

        init(_ written: [WrittenTask]) {
            tasks.reserveCapacity(written.count)
            for (index, task) in written.enumerated() {
                let name = task.namespace.isEmpty ? task.key.text : task.namespace + task.key.text
                add(name, index)
                for other in task.otherNames(beside: name) { add(other, index) }
            }
        }

        private mutating func add(_ name: String, _ index: Int) {
            if let other = tasks.updateValue(index, forKey: name) { others[name, default: []].append(other) }
        }

        private subscript(name: String) -> [Int] { tasks[name].map { [$0] + others[name, default: []] } ?? [] }

        private func tasks(where isMeant: (String) -> Bool) -> [Int] { tasks.keys.filter(isMeant).flatMap { self[$0] } }

        /// As ``TaskNames/meanings(of:in:)``; of a pattern, all that it may match.
        func tasks(named name: String, in namespace: String = "") -> [Int] {
            TaskNames.first(of: name, in: namespace) { full in
                TaskPattern(full).map { tasks(where: $0.matches) } ?? self[full]
            }
        }

        /// For a name that depends on the working directory, or is that of a namespace with a default task.
        func tasks(namedInAnyNamespace name: String) -> [Int] {
            tasks { $0.hasSuffix(":" + name) || $0 == name + ":default" }
        }
    }

    /// The aliases, and the targets of all names.
    private func otherNames(beside own: String) -> [String] {
        guard case .mapping(let pairs) = node.value else { return [] }
        var names: [String] = []
        var targets: [YAMLNode] = []
        for (key, value) in pairs {
            guard case .scalar(let key, _) = key.value else { continue }
            if key == TaskKey.aliases.rawValue {
                switch value.value {
                case .scalar(let text, _): names += aliases(text)
                case .sequence(let items): names += items.compactMap(\.text).flatMap(aliases)
                case .mapping: break
                }
            } else if key == TaskKey.targets.rawValue, case .mapping(let pairs) = value.value {
                targets = pairs.map(\.key)
            }
        }
        return names + targets.compactMap(\.text).flatMap { target in ([own] + names).map { "\($0):\(target)" } }
    }

    private func aliases(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map { namespace + $0 }
    }
}

struct TaskInclude {
    let namespace: String
    let path: FilePath
    let shownAs: String
    /// For a file of the web, which is kept at `path`.
    var shared: SharedFile?
    var isOptional = false
    /// The folder that paths in the file start from; `nil` for its own.
    var directory: FilePath?
    var variables: [TaskVariable] = []
    let place: TaskPlace
}
