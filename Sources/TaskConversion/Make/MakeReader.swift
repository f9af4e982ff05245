import Scanning
import Shell

/// Converts a makefile: rules whose parts are all literal become tasks; others are delegated to make.
struct MakeReader {
    private let surroundings: ConversionSurroundings
    private var statements: [LocatedStatement] = []
    private var includeCount = 0
    private var project: ConvertedProject
    var variables = MakeVariables(assigning: [:])
    private(set) var targets: [MakeTarget] = []
    private(set) var indices: [String: Int] = [:]
    /// Targets with their own variables, which their prerequisites inherit.
    private var targetVariables: [(name: String, line: Int)] = []
    private(set) var phony: Set<String> = []
    /// The line of a `.PHONY` with computed names.
    private(set) var computedPhony: Int?
    private(set) var deletesOnError = false
    /// Whether there are rules for files with computed names.
    private(set) var hasComputedFiles = false
    private var hasDefault = true
    private var obstacle: (reason: String, line: Int)?
    private var comments: [String] = []
    /// The last heading, such as `##@ Build`.
    private var group: String?

    static func project(named name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings)
        throws(ConversionFailure) -> ConvertedProject
    {
        // Without -f, make reads the first of these.
        let first = ["GNUmakefile", "makefile", "Makefile"].first { $0 == name || surroundings.read($0) != nil }
        let options = first == name ? "" : "-f \(ShellText.quoted(name)) "
        let runner = OriginalRunner(program: "make", options: ConvertedText(options), passing: .arguments)
        var reader = MakeReader(ConvertedProject(of: name, runner: runner), surroundings)
        try reader.collect(MakefileParser.parse(bytes))
        reader.read()
        return reader.converted()
    }

    private init(_ project: ConvertedProject, _ surroundings: ConversionSurroundings) {
        self.project = project
        self.surroundings = surroundings
        self.project.readsDotenv = false
    }

    private mutating func delegateAll(_ reason: String, at line: Int) { obstacle = obstacle ?? (reason, line) }

    private mutating func leaveUnread(_ text: String, at line: Int) {
        project.unreadable.append((line, text))
        delegateAll("may be changed by \(text), which devtool cannot read", at: line)
    }

    // MARK: files

    private mutating func collect(_ parsed: [LocatedStatement], at line: Int? = nil, isConditional: Bool = false)
        throws(ConversionFailure)
    {
        for var located in parsed {
            located.line = line ?? located.line
            located.isConditional = located.isConditional || isConditional
            guard case .include(let names, let isOptional) = located.statement else {
                statements.append(located)
                continue
            }
            for name in MakeText.words(names) { try include(name, isOptional: isOptional, located) }
        }
    }

    private mutating func include(_ name: String, isOptional: Bool, _ located: LocatedStatement)
        throws(ConversionFailure)
    {
        includeCount += 1
        let base = RelativePath.name(of: name)
        if base.hasPrefix(".env") || base.hasSuffix(".env") {
            return delegateAll("includes '\(name)'", at: located.line)
        }
        guard MakeText.isFileName(name), let path = RelativePath.normalized(name),
            includeCount <= ConversionSurroundings.fileLimit
        else { return leaveUnread("'include \(name)'", at: located.line) }
        guard let bytes = surroundings.read(path) else {
            if !isOptional { leaveUnread("'include \(name)'", at: located.line) }
            return
        }
        try collect(MakefileParser.parse(bytes, in: path), at: located.line, isConditional: located.isConditional)
    }

    // MARK: statements

    private mutating func read() {
        var last: [String: Int] = [:]
        for (position, located) in statements.enumerated() {
            if case .variable(let assignment, nil) = located.statement { last[assignment.name] = position }
        }
        variables = MakeVariables(assigning: last)
        var isAtTop = true
        for (position, located) in statements.enumerated() {
            if case .comment(let text) = located.statement {
                read(comment: text, isAtTop: isAtTop)
            } else {
                isAtTop = false
                read(located, at: position)
                comments = []
            }
        }
        project.finalComments += comments
    }

    private mutating func read(comment text: String, isAtTop: Bool) {
        if text.isEmpty {
            if isAtTop {
                project.comments += comments
                comments = []
            }
        } else if text.hasPrefix("##@") {
            group = text.dropFirst(3).trimmed
        } else {
            comments.append(text)
        }
    }

    private mutating func read(_ located: LocatedStatement, at position: Int) {
        let line = located.line
        switch located.statement {
        case .comment, .include: break
        case .variable(let assignment, nil):
            variables.assign(
                assignment, at: position, line: line, isConditional: located.isConditional, comments: comments)
        case .variable(_, let names?):
            guard let words = variables.words(names), !words.contains(where: { $0.contains("%") }) else {
                return delegateAll("sets a variable for computed targets", at: line)
            }
            targetVariables += words.map { ($0, line) }
        case .export(let names):
            if located.isConditional { delegateAll("exports variables conditionally", at: line) }
            guard let words = variables.words(names) else {
                return delegateAll("exports variables with computed names", at: line)
            }
            variables.exportsAll = variables.exportsAll || names.isEmpty
            variables.exported.formUnion(words)
        case .rule(let rule): read(rule, located)
        case .other(let text): readOther(text, line)
        }
    }

    /// A function call, which may define rules, or an unsupported directive.
    private mutating func readOther(_ text: String, _ line: Int) {
        let words = text.trimmed.split { " \t(){},".contains($0) }.map(String.init)
        guard words.first == "$", words.count > 1 else { return delegateAll("has '\(words.first ?? "")'", at: line) }
        switch words[1] {
        case "info", "warning", "error", "shell": delegateAll("uses $(\(words[1])) outside rules", at: line)
        default: leaveUnread("'\(text.prefix(60))'", at: line)
        }
    }

    // MARK: rules

    private mutating func read(_ rule: MakeRule, _ located: LocatedStatement) {
        let line = located.line
        guard let names = variables.words(rule.targets), names.allSatisfy({ $0.isTarget }) else {
            return readComputed(rule, line)
        }
        let needed = variables.words(rule.prerequisites.replacing("|", with: " | "))
        if let name = names.first, name.isSpecialTarget {
            return readSpecial(name, needed, line, located.isConditional)
        }
        for name in names where !name.isPattern {
            if targets.isEmpty, located.isConditional { hasDefault = false }
            let index = index(of: name.unescaped, line)
            targets[index].comments += comments
            targets[index].group = targets[index].group ?? group
            add(rule, needed, located, to: index)
            targets[index].takeDescription()
        }
    }

    private mutating func index(of name: String, _ line: Int) -> Int {
        if let index = indices[name] { return index }
        indices[name] = targets.count
        targets.append(MakeTarget(name, line: line))
        return targets.count - 1
    }

    private mutating func add(_ rule: MakeRule, _ needed: [String]?, _ located: LocatedStatement, to index: Int) {
        let line = located.line
        if located.isConditional { targets[index].delegate("depends on a condition", at: line) }
        if rule.separator != ":" { targets[index].delegate("has a rule with '\(rule.separator)'", at: line) }
        if needed?.contains("|") == true { targets[index].delegate("has order-only prerequisites", at: line) }
        let names = needed?.filter { $0 != "|" } ?? []
        if needed == nil || !names.allSatisfy({ $0.isTarget && !$0.contains("%") }) {
            targets[index].mayNeedMore = true
            targets[index].delegate("has computed prerequisites", at: line)
        }
        targets[index].add(rule, needing: names.map(\.unescaped), at: line)
    }

    /// A rule with computed targets: files if they have folders, otherwise possibly tasks.
    private mutating func readComputed(_ rule: MakeRule, _ line: Int) {
        if targets.isEmpty { hasDefault = false }
        let text = variables.text(rule.targets)
        let known = variables.flattened(text) ?? text
        let isOfFiles =
            known.contains(anyOf: ["/"]) || known.references.contains { $0 == .root || $0.text?.contains("/") == true }
        if isOfFiles || rule.targets.contains("/") {
            hasComputedFiles = true
            project.finalComments += comments + ["# \(project.sourceName):\(line): rule left to make: \(rule.targets)"]
        } else {
            leaveUnread("the rule for '\(rule.targets.prefix(60))'", at: line)
        }
    }

    private mutating func readSpecial(_ name: String, _ needed: [String]?, _ line: Int, _ isConditional: Bool) {
        if isConditional, name != ".PHONY" { delegateAll("uses '\(name)' in a conditional", at: line) }
        switch name {
        case ".PHONY":
            phony.formUnion((needed ?? []).map(\.unescaped))
            if needed == nil || isConditional { computedPhony = line }
        case ".SILENT" where needed == []: project.isSilent = true
        case ".DELETE_ON_ERROR": deletesOnError = true
        case ".EXPORT_ALL_VARIABLES": variables.exportsAll = true
        case ".NOTPARALLEL", ".PRECIOUS": break
        case ".SUFFIXES" where needed == []: break
        default: delegateAll("has '\(name)'", at: line)
        }
    }

    // MARK: results

    private mutating func converted() -> ConvertedProject {
        for (name, line) in targetVariables {
            guard let index = indices[name] else { continue }
            targets[index].delegate("has a target-specific variable", at: line)
        }
        readSettings()
        for target in targets { project.tasks.append(task(of: target)) }
        if variables.setsVariables { delegateAll("sets variables with $(eval)", at: 1) }
        project.variables = variables.converted
        project.writtenOut = variables.writtenOut
        project.environment = variables.environment
        addDefault()
        if let obstacle { project.delegateAll(obstacle.reason, at: obstacle.line) }
        project.shell = project.shell ?? ["sh", "-c"]
        return project
    }

    private mutating func readSettings() {
        let line = 1
        if variables.isAssigned("VPATH") { delegateAll("sets VPATH", at: line) }
        if variables.isAssigned("MAKEFLAGS") {
            let harmless: Set = [
                "--no-print-directory", "--warn-undefined-variables", "--no-builtin-rules", "--no-builtin-variables",
                "-r", "-R", "-rR",
            ]
            if variables.words("$(MAKEFLAGS)").map(harmless.isSuperset) != true {
                delegateAll("sets MAKEFLAGS", at: line)
            }
        }
        guard variables.isAssigned("SHELL") || variables.isAssigned(".SHELLFLAGS") else { return }
        let words = variables.isAssigned("SHELL") ? variables.words("$(SHELL)") : ["sh"]
        let flags = variables.isAssigned(".SHELLFLAGS") ? variables.words("$(.SHELLFLAGS)") : ["-c"]
        project.shell = words.flatMap { words in flags.flatMap { ConvertedProject.shell(of: words + $0) } }
        if project.shell == nil { delegateAll("sets a shell that devtool does not know", at: line) }
    }

    /// Without a name, make runs the first target, but devtool runs the task `default`.
    private mutating func addDefault() {
        var name = targets.first { !$0.name.hasPrefix(".") || $0.name.contains("/") }?.name
        if variables.isAssigned(".DEFAULT_GOAL") {
            name = variables.words("$(.DEFAULT_GOAL)")?.first
            hasDefault = true
        }
        guard hasDefault, let name, name != "default", indices["default"] == nil, let index = indices[name] else {
            return
        }
        project.tasks[index].aliases.append("default")
    }
}

extension String {
    fileprivate var isTarget: Bool { MakeText.isFileName(replacing("\\:", with: ":").replacing("%", with: "")) }

    /// Such as `%.o` or `.c.o`.
    fileprivate var isPattern: Bool { contains("%") || hasPrefix(".") && wholeMatch(of: /\.\w{1,3}\.\w{1,3}/) != nil }

    fileprivate var unescaped: String { replacing("\\:", with: ":") }

    /// Such as `.PHONY`.
    fileprivate var isSpecialTarget: Bool {
        hasPrefix(".") && count > 1 && dropFirst().allSatisfy { $0.isUppercase || $0 == "_" }
    }
}
