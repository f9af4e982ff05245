import DevtoolKit
import SystemPackage

/// Reads the tasks of a project's file and of included files, under their namespaces.
struct TaskFiles {
    private(set) var findings: [Diagnostic] = []
    private(set) var entries: [TaskEntry] = []
    private(set) var files: [FilePath] = []
    private(set) var configurations: [String: Configuration] = [:]

    private let context: Context
    private var commands: TaskCommands
    private var readings: [String: ConfigurationReading] = [:]
    private var inclusions = 0
    /// The namespaces, each with a colon, whose files cannot be read, so that their tasks are unknown.
    private(set) var unread: [String] = []
    /// One for each inclusion of a file.
    private(set) var scopes: [TaskFileScope] = []

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

    private struct Includer {
        let path: FilePath
        let shownAs: String
    }

    mutating func read(_ reading: ConfigurationReading) {
        read(reading, of: nil, namespace: "", below: [], within: nil)
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
            for (key, node) in reader.validator.entries(of: tasks, in: "tasks") {
                if let entry = reader.entry(key, node, namespace: namespace, in: scope) { entries.append(entry) }
            }
        }
        let includes = reading.documents["includes"].map { reader.includes($0) } ?? []
        if isNew { findings += reader.validator.findings }
        commands = reader.commands
        let here = Includer(path: file.path.resolved ?? file.path, shownAs: file.shownAs)
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
                return report(problem, hint: SharedFile.hint)
            }
            if readings.updateValue(reading, forKey: path.heldText) == nil { findings += reading.findings }
            read(reading, of: include, namespace: full, below: includers, within: outer)
        } catch {
            unread.append(full)
            findings += (error as? any DiagnosableError)?.diagnostics ?? []
        }
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
