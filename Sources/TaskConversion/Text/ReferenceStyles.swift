/// Which variables and parameters are written as lists: those that a shell would split wherever they are used.
struct ReferenceStyles {
    /// The variables of the file.
    private(set) var variables: Set<String> = []
    /// The variables of tasks, by task.
    private(set) var taskVariables: [Int: Set<String>] = [:]
    /// The parameters of tasks, by task.
    private(set) var parameters: [Int: Set<String>] = [:]
    /// The parameters that get their default from the environment, as a text that a shell splits, by task.
    private(set) var splitParameters: [Int: Set<String>] = [:]

    /// Looks at all uses.
    init(_ project: ConvertedProject) {
        var uses = project.variables.flatMap(\.value.shellUses)
        uses += project.environment.flatMap(\.value.shellUses)
        // In other places a list would be joined.
        uses += (project.variables + project.environment).compactMap(\.value.plainText)
            .flatMap(\.joinedUses)
        var listNames: [String: Set<String>] = [:]
        for (index, task) in project.tasks.enumerated() {
            let own = task.shellUses(listNames)
            let lists = Self.lists(among: task.parameters, own)
            parameters[index] = lists
            splitParameters[index] = Self.split(among: task.parameters, own)
            listNames[task.name] = lists
        }
        for (index, task) in project.tasks.enumerated() {
            let own = task.shellUses(listNames)
            let names = Set(task.variables.map(\.name))
            uses += own.filter { use in
                if case .variable(let name) = use.reference { !names.contains(name) } else { false }
            }
            taskVariables[index] = Self.lists(among: task.variables, own)
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
            // A list would be several words where it must be one.
            guard own.contains(where: \.isWord), !own.contains(where: \.form.isOneWord),
                let text = parameter.defaultText
            else { return false }
            guard let words = text.literal.flatMap(PlainWords.words(of:)) else { return false }
            return words.count != 1
        }
        return Set(lists.map(\.name))
    }

    /// A parameter that is empty or has several words where the environment has nothing for it, or by default if it
    /// cannot be a list.
    private static func split(
        among parameters: [ConvertedParameter], _ uses: [ConvertedText.Use]
    ) -> Set<String> {
        let split = parameters.filter { parameter in
            let own = uses.filter { $0.reference == .parameter(parameter.name) }
            var other: String?
            if let text = parameter.defaultText, own.contains(where: \.form.isOneWord) {
                other = text.literal
            }
            if let text = parameter.defaultText, text.pieces.count == 1,
                case .environment(_, let standIn?)? = text.references.first
            {
                other = standIn
            }
            guard let other, PlainWords.words(of: other)?.count != 1 else { return false }
            return own.contains(where: \.isWord)
        }
        return Set(split.map(\.name))
    }
}

extension ConvertedTask {
    /// The uses of references in all shell lines, and in other texts.
    ///
    /// - Parameter lists: the parameters that are lists, by the names of their tasks.
    /// - Returns: the uses.
    fileprivate func shellUses(_ lists: [String: Set<String>]) -> [ConvertedText.Use] {
        var uses = status.flatMap(\.shellUses) + (condition?.shellUses ?? [])
        uses += (variables + environment).flatMap(\.value.shellUses)
        for step in steps {
            if case .line(let text) = step.action { uses += text.shellUses }
            if case .script(let text) = step.action { uses += text.shellUses }
        }
        // In other places a list would be joined.
        let texts =
            [dir, confirmation].compactMap(\.self) + sources + outputs
            + parameters.compactMap(\.defaultText)
            + (variables + environment).compactMap(\.value.plainText)
        uses += texts.flatMap(\.joinedUses)
        let calls = needs.flatMap(\.self) + after + finally + steps.flatMap(\.action.calls)
        for call in calls {
            for (name, value) in call.parameters
            // A list can be passed on as it is.
            where value.pieces.count > 1 || lists[call.task]?.contains(name) != true {
                uses += value.joinedUses
            }
        }
        return uses
    }
}

extension ConvertedText {
    /// The references of a text that no shell reads.
    fileprivate var joinedUses: [Use] {
        references.map { Use(reference: $0, quotes: .double, isWord: false) }
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
