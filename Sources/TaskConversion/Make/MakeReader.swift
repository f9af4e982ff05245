/// Converts a makefile.
struct MakeReader {
    var project = ConvertedProject()
    var scope = MakeScope()
    var phony: Set<String> = []
    /// Whether the lines of a recipe are one script.
    var isOneShell = false
    /// The rules' targets, in the order of the file.
    private(set) var rules:
        [(names: [String], rule: MakeRule, line: Int, comments: [String], group: String?)] = []
    /// What the targets are, once all rules are read.
    private(set) var targets: [String: MakeTarget] = [:]
    /// The targets, and their patterns, of rules that are not converted.
    private(set) var leftTargets: [String] = []
    /// The targets of rules that are not converted, with references.
    private(set) var leftTexts: [ConvertedText] = []
    var targetVariables: [(target: String, assignment: MakeAssignment, line: Int)] = []
    private var comments: [String] = []
    /// The last heading, as `##@ Build`.
    private var group: String?
    private var isAtTop = true
    /// The last conditional value of each variable.
    private var lastChoices:
        [String:
            (conditions: [MakeCondition], value: ConvertedText, before: ConvertedText)] = [:]
    /// The variables that have been assigned to where the file has been read to.
    private var assigned: Set<String> = []
    /// The last statement that assigns to each variable.
    var lastAssignments: [String: Int] = [:]
    /// What conditions refer to that is assigned to only after their beginning, by conditions that are not negated.
    private var laterNames: [MakeCondition: Set<String>] = [:]
    var exportsAll = false
    private var silentTargets: Set<String> = []
    private var defaultGoal: String?
    let surroundings: ConversionSurroundings
    let statements: [MakefileParser.Located]

    init(_ name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings)
        throws(ConversionFailure)
    {
        self.surroundings = surroundings
        scope.fileName = name
        var open = try MakefileParser.parse(bytes)[...]
        var all: [MakefileParser.Located] = []
        var count = 0
        while let next = open.popFirst() {
            guard case .include(let names, _) = next.statement,
                count < SourceInclusion.limit,
                next.conditions.allSatisfy({ $0.isThere(names) }),
                let path = RelativePath.normalized(names), !path.hasSuffix(".env"),
                let bytes = surroundings.read(path)
            else {
                all.append(next)
                continue
            }
            count += 1
            open = try MakefileParser.parse(bytes, in: path) + open
        }
        statements = all
    }

    /// The file in devtool's words.
    mutating func converted() -> ConvertedProject {
        readNames()
        for (index, located) in statements.enumerated() {
            read(located, index)
            if case .variable(let assignment, nil) = located.statement {
                assigned.insert(assignment.name)
            }
        }
        project.failsWithOutputs = false
        project.readsDotenv = false
        project.exportsAll = exportsAll
        project.finalComments = comments
        targets = targetsOfRules()
        for (index, rule) in rules.enumerated() { addTasks(of: rule.rule, index) }
        finishTasks()
        addDefault()
        project.shell = shell
        project.isSilent = silentTargets.contains("")
        return project
    }

    private mutating func read(_ located: MakefileParser.Located, _ index: Int) {
        defer { if case .comment = located.statement {} else { isAtTop = false } }
        switch located.statement {
        case .comment(""):
            guard isAtTop else { break }
            project.comments += comments
            comments = []
        case .comment(let text) where text.hasPrefix("##@"): group = text.dropFirst(3).trimmed
        case .comment(let text): comments.append(text)
        case .variable(let assignment, nil): read(assignment, located, index)
        case .variable(let assignment, let target?):
            targetVariables.append((target, assignment, located.line))
        case .export: break
        case .include(let names, let isOptional):
            include(names, isOptional: isOptional, located)
        case .rule(let rule): read(rule, located)
        case .other(let text):
            project.leftovers.append(
                Leftover(line: located.line, reason: "a directive", text: text))
        }
    }

    private mutating func read(
        _ assignment: MakeAssignment, _ located: MakefileParser.Located, _ index: Int
    ) {
        let name = assignment.name
        if let plain = located.withoutOwnCondition,
            project.variables.allSatisfy({ $0.name != name })
        {
            return read(plain.assignment, plain.located, index)
        }
        if name == ".DEFAULT_GOAL" { defaultGoal = scope.literal(assignment.value) }
        guard scope.variables.contains(name) else { return }
        let old = project.variables.first { $0.name == name }?.value.inlineText
        let isExported = scope.exported.contains(name)
        // What is in the environment counts where the file has assigned nothing yet.
        let before =
            old
            ?? (MakeScope.builtIn[name].map { ConvertedText($0) }
                ?? ConvertedText([.reference(.environment(name, orElse: ""))]))
        var value = value(of: assignment).replacing(name, with: before)
        let later = namesAssignedLater(in: assignment.value, of: name, index)
        if assignment.sign == ":=", let other = later.min() {
            value = ConvertedText([.unsayable("'\(other)', which is assigned to later")])
        }
        if isExported, scope.hasFiles(assignment.value) {
            value = ConvertedText([.unsayable("names of files in the environment")])
        }
        if assignment.sign == "+=", old != nil || MakeScope.builtIn[name] != nil {
            value = before + ConvertedText(" ") + value
        }
        switch condition(located.conditions) {
        case .never: return
        case .always:
            if assignment.sign == "?=", old != nil { return }
        case .line(let line):
            let conditions = located.conditions
            let own = value
            if let first = lastChoices[name], first.conditions.opposite == conditions,
                case .line(let line) = condition(first.conditions)
            {
                // The other arm: what was before both is of no use.
                value = Self.choice(line.replacing(name, with: first.before), first.value, value)
            } else {
                value = Self.choice(line.replacing(name, with: before), value, before)
            }
            lastChoices[name] = (conditions, own, before)
        case .unknown(let reason): value = ConvertedText([.unsayable(reason)])
        }
        var variable = ConvertedVariable(
            name: name, value: ConvertedValue(value), line: located.line,
            original: assignment.value)
        variable.comments = comments
        comments = []
        project.variables.replace(variable)
        guard isExported else { return }
        variable.comments = []
        variable.value = .text(ConvertedText([.reference(.variable(name))]))
        project.environment.replace(variable)
    }

    private mutating func value(of assignment: MakeAssignment) -> ConvertedText {
        let text = scope.text(assignment.value)
        switch assignment.sign {
        case "!=": return ConvertedText([.command(text)])
        case "?=":
            // A variable of the environment takes precedence, and so does what make defines itself.
            if let builtIn = MakeScope.builtIn[assignment.name] {
                return ConvertedText([
                    .reference(.environment(assignment.name, orElse: builtIn))
                ])
            }
            if let literal = text.literal, !literal.contains(where: { "}$".contains($0) }) {
                return ConvertedText([.reference(.environment(assignment.name, orElse: literal))])
            }
            guard !text.hasQuotes else { return text }
            return ConvertedText([
                .command(
                    ConvertedText("echo \"${\(assignment.name):-") + text + ConvertedText("}\""))
            ])
        default: return text
        }
    }

    static func choice(
        _ line: ConvertedText, _ then: ConvertedText, _ other: ConvertedText
    ) -> ConvertedText {
        guard !then.hasQuotes, !other.hasQuotes else {
            return ConvertedText([.unsayable("a conditional value with quotes")])
        }
        func echo(_ text: ConvertedText) -> ConvertedText {
            if text.pieces.isEmpty { return ConvertedText(":") }
            if text.pieces.count == 1, case .command(let line, _) = text.pieces[0] { return line }
            return ConvertedText("echo \"") + text + ConvertedText("\"")
        }
        let line =
            ConvertedText("if ") + line + ConvertedText("; then ") + echo(then)
            + ConvertedText("; else ") + echo(other) + ConvertedText("; fi")
        return ConvertedText([.command(line)])
    }

    private mutating func read(_ rule: MakeRule, _ located: MakefileParser.Located) {
        let taken = comments
        comments = []
        guard let targets = scope.literal(rule.targets) else {
            project.comments += taken
            let names = scope.expanded(rule.targets)
            leftTargets += MakeWords.words(names.literal ?? "")
            leftTexts += names.words
            project.leftovers.append(
                Leftover(line: located.line, reason: "a rule for computed targets", text: rule.text)
            )
            return
        }
        let names = MakeWords.words(targets)
        if names.first == ".PHONY" {
            phony.formUnion(scope.literal(rule.prerequisites).map(MakeWords.words) ?? [])
            comments = taken
            return
        }
        if names.first == ".ONESHELL" { isOneShell = true }
        if names.first == ".SILENT" {
            let list = MakeWords.words(rule.prerequisites)
            silentTargets.formUnion(list.isEmpty ? [""] : list)
        }
        if names.allSatisfy(\.isSpecialTarget) { return }
        if names.contains(where: { $0.contains("%") || $0.isSuffixRule })
            || rule.prerequisites.hasPrefix("%")
            || rule.prerequisites.contains(": ")
        {
            project.comments += taken
            leftTargets += names
            project.leftovers.append(
                Leftover(line: located.line, reason: "a pattern rule", text: rule.text))
            return
        }
        if case .never = condition(located.conditions) { return }
        rules.append((names, rule, located.line, taken, group))
    }

    /// Without a name, make runs the first target, and devtool the task `default`.
    private mutating func addDefault() {
        let first = defaultGoal ?? rules.first { !($0.names[0].hasPrefix(".")) }?.names[0]
        guard let name = first, name != "default",
            !project.tasks.contains(where: { $0.name == "default" }),
            let index = project.tasks.firstIndex(where: { $0.name == name })
        else { return }
        project.tasks[index].aliases.append("default")
    }

    /// make runs each line with `sh -c`, without `-e`.
    private var shell: [String]? {
        let name = scope.raw["SHELL"].flatMap { $0.split(separator: " ").first }.map(String.init)
        let flags = scope.raw[".SHELLFLAGS"].map(MakeWords.words)
        if name != nil || flags != nil {
            let shell = name?.split(separator: "/").last.map(String.init) ?? "sh"
            if shell.contains("$") { return ["bash", "-c"] }
            return JustReader.shell(words: [shell] + (flags ?? ["-c"]))
        }
        return project.hasCompoundLines ? ["sh", "-c"] : nil
    }

    /// What a condition refers to that is assigned to only after its beginning: it sees the environment there.
    mutating func laterNames(of condition: MakeCondition, _ names: Set<String>) -> Set<String> {
        var condition = condition
        condition.isNegated = false
        if let known = laterNames[condition] { return known }
        let later = names.filter { scope.raw[$0] != nil && !assigned.contains($0) }
        laterNames[condition] = later
        return later
    }
}

extension [MakeCondition] {
    /// The same conditions, the last of which does not hold.
    fileprivate var opposite: [MakeCondition] {
        var conditions = self
        if let last = conditions.indices.last { conditions[last].isNegated.toggle() }
        return conditions
    }
}

extension MakeRule {
    fileprivate var text: String {
        (["\(targets): \(prerequisites)"] + recipe.map(\.text)).joined(separator: "\n")
    }
}

extension String {
    /// Whether it is a target that tells make something.
    var isSpecialTarget: Bool {
        hasPrefix(".") && dropFirst().allSatisfy { $0.isUppercase || $0 == "_" } && count > 1
    }

    /// Whether it is a suffix rule, as `.c.o`.
    var isSuffixRule: Bool {
        hasPrefix(".") && !contains("/") && dropFirst().contains(".") && !contains(" ")
    }

}

extension [ConvertedVariable] {
    /// Adds a variable, or changes the one of its name.
    mutating func replace(_ variable: ConvertedVariable) {
        guard let index = firstIndex(where: { $0.name == variable.name }) else {
            append(variable)
            return
        }
        self[index].value = variable.value
        self[index].comments += variable.comments
    }
}

extension ConvertedText {
    /// The text with another in the place of a variable.
    fileprivate func replacing(_ name: String, with text: ConvertedText) -> ConvertedText {
        replacing { $0 == .variable(name) ? text : nil }
    }
}

extension MakefileParser.Located {
    /// `ifndef NAME` around `NAME = value` as `NAME ?= value`; nil for anything else.
    fileprivate var withoutOwnCondition: (assignment: MakeAssignment, located: Self)? {
        guard case .variable(var assignment, nil) = statement, conditions.count == 1,
            conditions[0].directive == "ifndef", !conditions[0].isNegated,
            conditions[0].arguments.trimmed == assignment.name,
            assignment.sign == "=" || (assignment.sign == ":=" && !assignment.value.contains("$"))
        else { return nil }
        assignment.sign = "?="
        let statement = MakeStatement.variable(assignment, target: nil)
        return (assignment, Self(statement: statement, line: line, conditions: []))
    }
}
