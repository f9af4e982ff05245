import Scanning

/// Writes a project as a devtool.yml, and counts what could not be said.
struct ProjectWriter {
    /// The source file's name, for the comments that say what is left.
    let sourceName: String
    /// What devtool itself would refuse in a shell line; nil for nothing.
    let shellProblem: (String) -> String?
    /// How many things are left.
    private(set) var leftoverCount = 0

    var styles: ReferenceStyles
    var project: ConvertedProject
    /// The places of the tasks by their names.
    let taskIndices: [String: Int]

    /// Describes what is to be written.
    ///
    /// - Parameters:
    ///   - project: the project.
    ///   - sourceName: the source file's name.
    ///   - kept: the variables that other files refer to.
    ///   - shellProblem: what devtool itself would refuse in a shell line.
    init(
        _ project: ConvertedProject, sourceName: String, keeping kept: Set<String>,
        shellProblem: @escaping (String) -> String?
    ) {
        let sayable = project.withoutBrokenVariables()
        self.project = sayable
        taskIndices = Dictionary(sayable.tasks.enumerated().map { ($1.name, $0) }) { first, _ in
            first
        }
        self.sourceName = sourceName
        self.shellProblem = shellProblem
        styles = ReferenceStyles(sayable)
        removeInlinedVariables(keeping: kept)
        self.project = withoutIgnoredFailures()
    }

    /// The whole text.
    mutating func document() -> String {
        var entries: [DocumentValue.Entry] = []
        if let settings = settings { entries.append(settings) }
        if let migrate = sectionOfMigrate { entries.append(migrate) }
        entries += includes
        let shell = shellOfFile
        if let entry = variables("vars", project.variables, shell, lists: styles.variables) {
            entries.append(entry)
        }
        if let entry = variables("env", project.environment, shell, lists: []) {
            entries.append(entry)
        }
        if let entry = dotenv(project.dotenv) {
            entries.append(entry)
        } else if !project.readsDotenv {
            entries.append(.init("dotenv", .list([])))
        }
        let tasks = project.tasks.indices.map { task(at: $0, shell) }
        if !tasks.isEmpty { entries.append(.init("tasks", .mapping(tasks))) }
        var writer = DocumentWriter()
        let comments = project.comments + notes(project.leftovers)
        writer.document(entries, comments: comments, finalComments: project.finalComments)
        return writer.text
    }

    var shellOfFile: ShellLineWriter {
        var shell = ShellLineWriter(
            variables: values(of: project.variables), lists: styles.variables)
        shell.failsWithOutputs = project.failsWithOutputs
        return shell
    }

    /// The comments that say what is left.
    mutating func notes(_ leftovers: [Leftover]) -> [String] {
        leftoverCount += leftovers.count
        return leftovers.flatMap { leftover in
            let lines = leftover.text.lines.filter { !$0.isEmpty }
            var first =
                "# \(ProjectConversion.mark): \(sourceName):\(leftover.line): \(leftover.reason)"
            if lines.count == 1 { first += ": \(lines[0])" }
            return [first] + (lines.count > 1 ? lines.map { "#   \($0)" } : [])
        }
    }

    private var sectionOfMigrate: DocumentValue.Entry? {
        guard !project.settings.isEmpty else { return nil }
        let entries = project.settings.map { setting -> DocumentValue.Entry in
            switch setting.value {
            case .text(let text): .init(setting.name, .text(text))
            case .environment(let name): .init(setting.name, .mapping([.init("env", .text(name))]))
            case .mapping(let pairs):
                .init(setting.name, .mapping(pairs.map { .init($0.name, .text($0.text)) }))
            }
        }
        return .init("migrate", .mapping(entries))
    }

    private var settings: DocumentValue.Entry? {
        var settings: [DocumentValue.Entry] = []
        if let shell = project.shell { settings.append(.init("shell", .texts(shell))) }
        if project.isSilent { settings.append(.init("silent", .word("true"))) }
        if let output = project.output { settings.append(.init("output", .text(output))) }
        return settings.isEmpty ? nil : .init("run", .mapping(settings))
    }

    private var includes: [DocumentValue.Entry] {
        mutating get {
            guard !project.includes.isEmpty else { return [] }
            let entries = project.includes.map { include in
                var value = DocumentValue.text(include.file)
                if include.isOptional {
                    value = .mapping([
                        .init("file", value), .init("optional", .word("true")),
                    ])
                }
                let comments = include.comments + notes(include.leftovers)
                return DocumentValue.Entry(include.namespace, value, comments: comments)
            }
            return [.init("includes", .mapping(entries))]
        }
    }

    func values(of variables: [ConvertedVariable]) -> [String: ConvertedValue] {
        Dictionary(variables.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// The entry of variables; nil where there are none.
    mutating func variables(
        _ key: String, _ variables: [ConvertedVariable], _ shell: ShellLineWriter,
        lists: Set<String>
    ) -> DocumentValue.Entry? {
        guard !variables.isEmpty else { return nil }
        let entries = variables.map { variable in
            let (value, problems) = value(
                of: variable, shell, isList: lists.contains(variable.name))
            return DocumentValue.Entry(
                variable.name, value,
                comments: variable.comments + notes(variable.leftovers) + problems)
        }
        return .init(key, .mapping(entries))
    }

    /// The value, and comments that say what is left of it.
    private mutating func value(
        of variable: ConvertedVariable, _ shell: ShellLineWriter, isList: Bool
    ) -> (DocumentValue, [String]) {
        switch variable.value {
        case .list(let items): return (.texts(items), [])
        case .text(let text):
            guard isList, let literal = text.literal else { return (.text(text.plainText), []) }
            let words = PlainWords.words(of: literal) ?? [literal]
            return (.texts(words.map { ConvertedText($0).plainText }), [])
        case .shell(let line):
            let (text, comments) = self.line(line, shell, at: variable.line)
            return (.mapping([.init("shell", .text(text))]), comments)
        }
    }

    /// The entry of files with variables; nil where there are none.
    ///
    /// One whose name cannot be said is a file that does not exist, so that no task runs without it.
    mutating func dotenv(_ files: [ConvertedDotenv]) -> DocumentValue.Entry? {
        guard !files.isEmpty else { return nil }
        let items = files.map { file in
            if let problem = file.file.plainProblem {
                let leftover = Leftover(line: file.line, reason: "dotenv: \(problem)")
                return DocumentValue.Item(
                    .text(notConverted(at: file.line)), comments: notes([leftover]))
            }
            return DocumentValue.Item(
                file.isOptional
                    ? .mapping([
                        .init("file", .text(file.file.plainText)), .init("optional", .word("true")),
                    ]) : .text(file.file.plainText))
        }
        return .init("dotenv", .list(items), comments: files.flatMap(\.comments))
    }
}
