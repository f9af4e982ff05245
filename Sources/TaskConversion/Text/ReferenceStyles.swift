/// Which variables and parameters are written as lists: those that a shell would split wherever they are used.
struct ReferenceStyles {
    /// The variables of the file.
    private(set) var variables: Set<String> = []
    /// The variables of tasks, by task.
    private(set) var taskVariables: [Int: Set<String>] = [:]
    /// The parameters of tasks, by task.
    private(set) var parameters: [Int: Set<String>] = [:]

    /// Looks at all uses.
    init(_ project: ConvertedProject) {
        var uses = project.variables.flatMap(\.value.shellUses)
        uses += project.environment.flatMap(\.value.shellUses)
        for (index, task) in project.tasks.enumerated() {
            let own = task.shellUses
            let names = Set(task.variables.map(\.name))
            uses += own.filter { use in
                if case .variable(let name) = use.reference { !names.contains(name) } else { false }
            }
            taskVariables[index] = Self.lists(among: task.variables, own)
            parameters[index] = Self.lists(among: task.parameters, own)
        }
        variables = Self.lists(among: project.variables, uses)
    }

    private static func lists(
        among variables: [ConvertedVariable], _ uses: [ConvertedText.Use]
    ) -> Set<String> {
        let lists = variables.filter { variable in
            guard case .text(let text) = variable.value, let literal = text.literal,
                let words = PlainWords.words(of: literal), words.count > 1
            else { return false }
            let own = uses.filter { $0.reference == .variable(variable.name) }
            return !own.isEmpty && own.allSatisfy(\.isWord)
        }
        return Set(lists.map(\.name))
    }

    /// A parameter that is empty or has several words by default, and is a word in some line.
    private static func lists(
        among parameters: [ConvertedParameter], _ uses: [ConvertedText.Use]
    ) -> Set<String> {
        let lists = parameters.filter { parameter in
            if parameter.isRest { return true }
            let own = uses.filter { $0.reference == .parameter(parameter.name) }
            guard own.contains(where: \.isWord), let text = parameter.defaultText else {
                return false
            }
            if case .environment(_, let other) = text.references.first, text.pieces.count == 1 {
                return other == "" || other.flatMap { PlainWords.words(of: $0)?.count } ?? 1 > 1
            }
            guard let words = text.literal.flatMap(PlainWords.words(of:)) else { return false }
            return words.count != 1
        }
        return Set(lists.map(\.name))
    }
}

extension ConvertedTask {
    /// The uses of references in all shell lines.
    fileprivate var shellUses: [ConvertedText.Use] {
        var uses = status.flatMap(\.shellUses) + (condition?.shellUses ?? [])
        uses += (variables + environment).flatMap(\.value.shellUses)
        for step in steps {
            if case .line(let text) = step.action { uses += text.shellUses }
            if case .script(let text) = step.action { uses += text.shellUses }
        }
        // In other places a list would be joined.
        let texts =
            [dir, confirmation].compactMap(\.self) + sources + outputs
            + (needs.flatMap(\.self) + after + finally).flatMap { $0.parameters.map(\.value) }
            + parameters.compactMap(\.defaultText)
            + (variables + environment).compactMap(\.value.plainText)
        uses += texts.flatMap(\.references).map {
            ConvertedText.Use(reference: $0, quotes: .double, isWord: false)
        }
        for step in steps {
            let calls: [ConvertedCall] =
                switch step.action {
                case .call(let call): [call]
                case .calls(let calls): calls
                default: []
                }
            // A list can be passed on as it is.
            for value in calls.flatMap({ $0.parameters.map(\.value) }) where value.pieces.count > 1
            {
                uses += value.references.map {
                    ConvertedText.Use(reference: $0, quotes: .double, isWord: false)
                }
            }
        }
        return uses
    }
}

extension ConvertedValue {
    fileprivate var shellUses: [ConvertedText.Use] {
        if case .shell(let line) = self { line.shellUses } else { [] }
    }

    fileprivate var plainText: ConvertedText? {
        if case .text(let text) = self { text } else { nil }
    }
}
