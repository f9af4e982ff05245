/// Makes tasks of the targets of a makefile.
struct MakeTasks {
    private let makefile: MakeReader
    private(set) var variables: MakeVariables
    /// The variables that nothing in the makefile defines and several tasks use.
    private(set) var sharedVariables: [ConvertedVariable] = []
    private var tasks: [ConvertedTask] = []
    private var graph: MakeGraph
    private var isAlwaysRemade: [Int: Bool] = [:]
    private let isThere: (String) -> Bool
    /// How many names make's own rules were looked up for.
    private var lookups = 0
    private static let lookupLimit = 1000

    /// Describes what is to be made.
    ///
    /// - Parameters:
    ///   - makefile: the makefile, which has been read.
    ///   - isThere: whether there is a file of a name.
    init(of makefile: MakeReader, isThere: @escaping (String) -> Bool) {
        self.makefile = makefile
        self.isThere = isThere
        variables = makefile.variables
        graph = MakeGraph(count: makefile.targets.count)
    }

    /// The tasks, in the order of the targets.
    mutating func converted() -> [ConvertedTask] {
        for index in makefile.targets.indices { tasks.append(task(index)) }
        for index in graph.sourcesOfCycles() {
            tasks[index].delegate("depends on itself")
        }
        for index in tasks.indices where tasks[index].delegation == nil {
            if let call = graph.callThatRepeats(from: index) {
                tasks[index].delegate("runs '\(tasks[call].name)' with what that needs once more")
            }
            guard let needs = graph.needsInOrder(of: index) else {
                tasks[index].delegate("needs too many others")
                continue
            }
            tasks[index].needs = needs.map { [ConvertedCall(task: tasks[$0].name)] }
        }
        let open = makefile.targets.indices.filter {
            makefile.targets[$0].isOpen || isOpen.contains($0)
        }
        for (index, need) in graph.thoseThatNeed(open) {
            tasks[index].delegate("needs '\(tasks[need].name)', which may need others as well")
        }
        declareUndefined()
        return tasks
    }

    /// The targets that a rule for files may make, by their numbers.
    private var isOpen: Set<Int> = []

    private mutating func task(_ index: Int) -> ConvertedTask {
        let target = makefile.targets[index]
        var task = ConvertedTask(target.name, line: target.line)
        task.comments = target.comments
        task.description = target.description
        task.group = target.group
        task.isSilent = makefile.silent.contains(target.name)
        if let obstacle = target.obstacle { task.delegate(obstacle.reason, at: obstacle.line) }
        if makefile.hasComputedFiles, target.name.contains("/") {
            task.delegate("is a file that a rule for computed targets may make")
        }
        graph.needs[index] = target.prerequisites.compactMap { makefile.indices[$0] }
        task.needs = graph.needs[index].map { [ConvertedCall(task: makefile.targets[$0].name)] }
        requireFiles(of: index, in: &task)
        addStatus(of: index, to: &task)
        addSteps(of: index, to: &task)
        return task
    }

    // MARK: files

    /// Looks for files that no rule makes when its turn comes, as make does.
    private mutating func requireFiles(of index: Int, in task: inout ConvertedTask) {
        let names = makefile.targets[index].prerequisites
        let files = names.filter { makefile.indices[$0] == nil }
        guard !files.isEmpty else { return }
        for file in files {
            if !isThere(file) || makefile.hasComputedFiles || mayMake(file) {
                isOpen.insert(index)
                task.delegate("depends on the file '\(file)', which a rule may make")
            }
        }
        // make stops before what comes after a file that is missing.
        if names.suffix(files.count) != files[...] {
            task.delegate("depends on a file before it depends on other targets")
        }
        let words = files.map(PlainWords.quoted).joined(separator: " ")
        var step = ConvertedStep(
            .line(ConvertedText("ls -d \(words) >/dev/null")), line: task.line)
        step.isSilent = true
        task.steps.append(step)
    }

    /// Whether make may find a rule for a file that no rule names; so it is for the last of very many.
    private mutating func mayMake(_ name: String) -> Bool {
        lookups += 1
        return lookups > Self.lookupLimit
            || makefile.implicitRules.mayMake(name, isThere: isThere)
    }

    /// Makes the recipe of a target that is not phony depend on the file of its name.
    private mutating func addStatus(of index: Int, to task: inout ConvertedTask) {
        let target = makefile.targets[index]
        guard !makefile.phony.contains(target.name) else { return }
        if let line = makefile.computedPhony { task.delegate("may be phony", at: line) }
        if !target.hasRecipe, mayMake(target.name) {
            isOpen.insert(index)
            task.delegate("has no recipe, so that make may have one")
        }
        if makefile.deletesOnError, target.hasRecipe {
            task.delegate("is removed if its recipe fails")
        }
        let needs = graph.needs[index]
        if target.recipe.isEmpty || needs.contains(where: { isAlwaysRemade($0, 0) }) { return }
        if let other = needs.first(where: { makefile.targets[$0].recipe.isEmpty }) {
            task.delegate("depends on '\(makefile.targets[other].name)', which has no recipe")
        }
        let file = PlainWords.quoted(target.name)
        task.status = [ConvertedText("test -e \(file)")]
        task.status += target.prerequisites.map { name in
            let other = PlainWords.quoted(name)
            return ConvertedText("test -e \(other) && ! test \(other) -nt \(file)")
        }
    }

    /// Whether make takes a target for newer than any file, so that it remakes all that need it.
    private mutating func isAlwaysRemade(_ index: Int, _ depth: Int) -> Bool {
        if let known = isAlwaysRemade[index] { return known }
        let target = makefile.targets[index]
        var result = makefile.phony.contains(target.name)
        if !result, target.recipe.isEmpty, depth < 50 {
            let needs = target.prerequisites.compactMap { makefile.indices[$0] }
            result = needs.contains { isAlwaysRemade($0, depth + 1) }
        }
        isAlwaysRemade[index] = result
        return result
    }

    // MARK: steps

    /// The lines of a recipe: make runs each in a shell of its own, unless there is `.ONESHELL`.
    private mutating func addSteps(of index: Int, to task: inout ConvertedTask) {
        let target = makefile.targets[index]
        let automatic = [
            "@": target.name, "<": target.prerequisites.first ?? "",
            "^": target.prerequisites.joined(separator: " "),
        ]
        var steps: [ConvertedStep] = []
        for (text, line) in target.recipe {
            let (signs, rest) = withoutPrefixes(variables.text(text, automatic: automatic))
            if rest.pieces.isEmpty { continue }
            var step = ConvertedStep(.line(rest), line: line)
            if let callee = makefile.callee(of: text) {
                graph.calls[index].append(callee)
                step.action = .call(ConvertedCall(task: makefile.targets[callee].name))
            }
            step.isSilent = signs.contains("@")
            step.ignoresError = signs.contains("-")
            steps.append(step)
        }
        task.steps += makefile.isOneShell ? [Self.joined(steps)].compactMap(\.self) : steps
    }

    /// What make looks at before a line, which may come out of variables, and the rest of it.
    private func withoutPrefixes(_ text: ConvertedText) -> (signs: String, rest: ConvertedText) {
        var signs = ""
        var rest = variables.withPrefixes(text)
        while case .text(let start)? = rest.pieces.first {
            let found = start.prefix { "@-+ \t".contains($0) }
            if found.isEmpty { break }
            signs += found
            rest = variables.withPrefixes(
                ConvertedText(String(start.dropFirst(found.count)))
                    + ConvertedText(Array(rest.pieces.dropFirst())))
        }
        return (signs, rest)
    }

    /// The lines as one script; the signs before the first count for all.
    private static func joined(_ steps: [ConvertedStep]) -> ConvertedStep? {
        guard var first = steps.first else { return nil }
        var script = ConvertedText()
        for step in steps {
            guard case .line(let text) = step.action else {
                script.append(.unknown("calls make within a line"))
                continue
            }
            if !script.pieces.isEmpty { script.append("\n") }
            script = script + text
        }
        first.action = .line(script)
        return first
    }

    // MARK: undefined variables

    /// Makes variables that nothing defines parameters of the tasks that use them, or of the file where others may
    /// start those tasks.
    private mutating func declareUndefined() {
        let inValues = variables.undefinedInValues
        var users: [String: [Int]] = [:]
        for index in tasks.indices where tasks[index].delegation == nil {
            for name in Set(tasks[index].undefined(in: variables)) {
                users[name, default: []].append(index)
            }
        }
        for name in variables.undefined {
            let value = MakeVariables.undefinedValue(name)
            let own = users[name] ?? []
            guard !inValues.contains(name), own.allSatisfy({ graph.startCounts[$0] == 0 }) else {
                sharedVariables.append(
                    ConvertedVariable(name: name, value: .text(value), line: 1))
                continue
            }
            for index in own {
                tasks[index].parameters.append(ConvertedParameter(name: name, defaultText: value))
                tasks[index].replaceTexts { text in
                    text.replacing { $0 == .variable(name) ? .reference(.parameter(name)) : nil }
                }
            }
        }
    }
}

extension ConvertedTask {
    /// The variables in its lines that nothing defines.
    fileprivate func undefined(in variables: MakeVariables) -> [String] {
        steps.flatMap { step -> [String] in
            guard case .line(let text) = step.action else { return [] }
            return text.references.compactMap { reference in
                guard case .variable(let name) = reference, variables.isUndefined(reference) else {
                    return nil
                }
                return name
            }
        }
    }
}

extension MakeReader {
    /// The target of a line that only calls make for it; nil for any other line.
    fileprivate func callee(of line: String) -> Int? {
        var words = MakeText.words(String(line.drop { "@-+ \t".contains($0) }))
        guard let first = words.first, ["$(MAKE)", "${MAKE}"].contains(first) else { return nil }
        words.removeFirst()
        words.removeAll {
            ["--no-print-directory", "-s", "--silent", "--quiet"].contains($0)
        }
        return words.count == 1 ? indices[words[0]] : nil
    }
}
