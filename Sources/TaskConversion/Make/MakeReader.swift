/// Converts a makefile.
struct MakeReader {
    var project = ConvertedProject()
    var scope = MakeScope()
    /// The phony targets.
    var phony: Set<String> = []
    /// Whether the lines of a recipe are one script.
    var isOneShell = false
    /// The rules' targets, in the order of the file.
    private(set) var rules:
        [(names: [String], rule: MakeRule, line: Int, comments: [String], isConditional: Bool)] = []
    /// What the targets are, once all rules are read.
    private(set) var targets: [String: MakeTarget] = [:]
    /// Variables of targets.
    var targetVariables: [(target: String, assignment: MakeAssignment, line: Int)] = []
    private var comments: [String] = []
    private var isAtTop = true
    /// The last conditional value of each variable.
    private var lastChoices: [String: (conditions: [MakeCondition], value: ConvertedText)] = [:]
    private var exportsAll = false
    private var silentTargets: Set<String> = []
    private var defaultGoal: String?
    private let surroundings: ConversionSurroundings
    private let statements: [MakefileParser.Located]

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
        for located in statements { read(located) }
        project.finalComments = comments
        targets = targetsOfRules()
        for (index, rule) in rules.enumerated() { addTasks(of: rule.rule, index) }
        finishTasks()
        addDefault()
        project.shell = shell
        project.isSilent = silentTargets.contains("")
        return project
    }

    /// The names that texts refer to, before any text is read.
    private mutating func readNames() {
        for located in statements {
            switch located.statement {
            case .variable(let assignment, nil):
                let isFirst = scope.raw[assignment.name] == nil
                if assignment.sign == "+=", let old = scope.raw[assignment.name] {
                    scope.raw[assignment.name] = old + " " + assignment.value
                } else if isFirst || assignment.sign != "?=" {
                    scope.raw[assignment.name] =
                        assignment.sign == "!=" ? "$(shell \(assignment.value))" : assignment.value
                }
                // A text with $(1) is a function.
                if !assignment.value.isFunctionOfMake, !assignment.name.hasPrefix(".") {
                    scope.variables.insert(assignment.name)
                }
                if assignment.isExported { scope.exported.insert(assignment.name) }
                if assignment.sign == "?=" || !located.conditions.isEmpty {
                    scope.changeable.insert(assignment.name)
                }
            case .export(let names):
                if names.isEmpty { exportsAll = true }
                scope.exported.formUnion(MakeWords.words(names))
            case .rule(let rule) where rule.targets == ".EXPORT_ALL_VARIABLES": exportsAll = true
            default: break
            }
        }
        if exportsAll { scope.exported.formUnion(scope.variables) }
        scope.variables.subtract(["SHELL", "MAKEFLAGS", "MAKE"])
        for name in ["MAKEFLAGS", "SHELL"] { scope.exported.remove(name) }
    }

    private mutating func read(_ located: MakefileParser.Located) {
        defer { if case .comment = located.statement {} else { isAtTop = false } }
        switch located.statement {
        case .comment(""):
            guard isAtTop else { break }
            project.comments += comments
            comments = []
        case .comment(let text): comments.append(text)
        case .variable(let assignment, nil): read(assignment, located)
        case .variable(let assignment, let target?):
            targetVariables.append((target, assignment, located.line))
        case .export: break
        case .include(let names, let isOptional):
            include(names, isOptional: isOptional, located.line)
        case .rule(let rule): read(rule, located)
        case .other(let text)
        where ["$(info ", "$(warning "].contains(where: text.trimmed.hasPrefix):
            break
        case .other(let text):
            project.leftovers.append(
                Leftover(line: located.line, reason: "a directive", text: text))
        }
    }

    private mutating func include(_ names: String, isOptional: Bool, _ line: Int) {
        for name in MakeWords.words(names) {
            if name.split(separator: "/").last?.contains(".env") == true || name == ".env" {
                project.dotenv.append(
                    ConvertedDotenv(file: scope.text(name), isOptional: isOptional))
            } else if !isOptional || surroundings.read(name) != nil {
                project.leftovers.append(Leftover(line: line, reason: "'include'", text: name))
            }
        }
    }

    private mutating func read(_ assignment: MakeAssignment, _ located: MakefileParser.Located) {
        if assignment.name == ".DEFAULT_GOAL" { defaultGoal = scope.literal(assignment.value) }
        guard scope.variables.contains(assignment.name) else { return }
        var value = value(of: assignment)
        let isExported = scope.exported.contains(assignment.name)
        let old = (isExported ? project.environment : project.variables)
            .first { $0.name == assignment.name }?.value
        if assignment.sign == "+=", let old {
            value = old.text + ConvertedText(" ") + value
        }
        switch condition(located.conditions) {
        case .never: return
        case .always:
            if assignment.sign == "?=", old != nil { return }
        case .line(let line):
            let conditions = located.conditions
            let own = value
            if let first = lastChoices[assignment.name], first.conditions.opposite == conditions,
                case .line(let line) = condition(first.conditions)
            {
                // The other arm: what was before both is of no use.
                value = Self.choice(line, first.value, value)
            } else {
                value = Self.choice(line, value, old?.text ?? ConvertedText(""))
            }
            lastChoices[assignment.name] = (conditions, own)
        case .unknown(let reason): value = ConvertedText([.unsayable(reason)])
        }
        var variable = ConvertedVariable(
            name: assignment.name, value: ConvertedValue(value), line: located.line,
            original: assignment.value)
        variable.comments = comments
        comments = []
        if isExported {
            project.environment.replace(variable)
        } else {
            project.variables.replace(variable)
        }
    }

    private mutating func value(of assignment: MakeAssignment) -> ConvertedText {
        let text = scope.text(assignment.value)
        switch assignment.sign {
        case "!=": return ConvertedText([.command(text)])
        case "?=":
            // A variable of the environment takes precedence.
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
            if text.pieces.count == 1, case .command(let line) = text.pieces[0] { return line }
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
            project.leftovers.append(
                Leftover(line: located.line, reason: "a pattern rule", text: rule.text))
            return
        }
        if case .never = condition(located.conditions) { return }
        rules.append((names, rule, located.line, taken, !located.conditions.isEmpty))
    }

    /// Without a name, make runs the first target, and devtool the task `default`.
    private mutating func addDefault() {
        let first = defaultGoal ?? rules.first { !($0.names[0].hasPrefix(".")) }?.names[0]
        guard let name = first.map(Self.taskName), name != "default",
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

    /// A name that devtool allows.
    static func taskName(_ target: String) -> String {
        var name = String(
            target.map { $0.isLetter || $0.isNumber || "_-.:".contains($0) ? $0 : "-" })
        while name.hasPrefix("-") { name.removeFirst() }
        return name.isEmpty ? "target" : name
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
    fileprivate var isSuffixRule: Bool {
        hasPrefix(".") && !contains("/") && dropFirst().contains(".") && !contains(" ")
    }

    fileprivate var isFunctionOfMake: Bool {
        contains("$(1)") || contains("${1}") || contains("$1") && !contains("$$1") || contains("\n")
    }
}

extension ConvertedValue {
    /// The value as a text.
    var text: ConvertedText {
        switch self {
        case .text(let text): text
        case .list(let items): ConvertedText(items.joined(separator: " "))
        case .shell(let line): ConvertedText([.command(line)])
        }
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
