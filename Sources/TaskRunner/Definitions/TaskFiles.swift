import DevtoolKit
import SystemPackage

/// Reads the tasks of a project's file and of the files it includes, under their namespaces.
struct TaskFiles {
    /// What is wrong, file by file.
    private(set) var findings: [Diagnostic] = []
    /// The tasks in the files' order.
    private(set) var entries: [TaskEntry] = []
    /// The files in the order in which they are read.
    private(set) var files: [FilePath] = []
    /// The configuration of each file, by its path.
    private(set) var configurations: [String: Configuration] = [:]

    private let context: Context
    private var commands: TaskCommands
    private var readings: [String: ConfigurationReading] = [:]
    private var inclusions = 0
    /// What the files say for all their tasks, each as often as it is included.
    private(set) var scopes: [TaskFileScope] = []

    /// How many files may be included, each as often as it is: a few that include each other twice can
    /// otherwise stand for billions.
    private static let limit = 1000

    init(in context: Context) {
        self.context = context
        commands = TaskCommands(in: context)
    }

    /// A file in the chain of includes from the project's file to the current one.
    private struct Includer {
        let path: FilePath
        let shownAs: String
    }

    /// Reads the tasks of a file.
    mutating func read(_ reading: ConfigurationReading) {
        read(reading, namespace: "", below: [], within: nil)
    }

    private mutating func read(
        _ reading: ConfigurationReading, namespace: String, below includers: [Includer],
        within outer: TaskFileScope?
    ) {
        guard let file = reading.file else { return }
        let path = file.path.heldText
        if configurations[path] == nil {
            files.append(file.path)
            configurations[path] = reading.partialConfiguration
        }
        var reader = TaskReader(file, variables: reading.variables, commands: commands)
        let scope = reader.scope(reading.documents, within: outer, number: scopes.count)
        scopes.append(scope)
        if let tasks = reading.documents["tasks"] {
            for (key, node) in reader.validator.entries(of: tasks, in: "tasks") {
                if let entry = reader.entry(key, node, namespace: namespace, in: scope) {
                    entries.append(entry)
                }
            }
        }
        let includes = reading.documents["includes"].map { reader.includes($0) } ?? []
        findings += reader.validator.findings
        commands = reader.commands
        let here = Includer(path: file.path.resolved ?? file.path, shownAs: file.shownAs)
        for include in includes {
            read(include, namespace: namespace, below: includers + [here], within: scope)
        }
    }

    private mutating func read(
        _ include: TaskInclude, namespace: String, below includers: [Includer],
        within outer: TaskFileScope
    ) {
        func report(_ message: String, hint: String? = nil) {
            findings.append(Diagnostic(message, at: include.place.location, hint: hint))
        }
        guard include.path.isFile else {
            if !include.isOptional {
                report(
                    "file '\(include.shownAs)' not found",
                    hint: "write {file: …, optional: true} if it may be missing")
            }
            return
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
            let reading =
                try readings[path.heldText] ?? context.configurationReading(of: include.path)
            if readings.updateValue(reading, forKey: path.heldText) == nil {
                findings += reading.findings
            }
            read(
                reading, namespace: namespace + include.namespace + ":", below: includers,
                within: outer)
        } catch {
            findings += (error as? any DiagnosableError)?.diagnostics ?? []
        }
    }
}

/// A file that another includes.
struct TaskInclude {
    /// What the names of its tasks begin with.
    let namespace: String
    let path: FilePath
    /// The file as the other names it.
    let shownAs: String
    /// Whether it need not be there.
    let isOptional: Bool
    /// Where it is included.
    let place: TaskPlace
}
