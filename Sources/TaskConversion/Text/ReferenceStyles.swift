/// Which variables and parameters are written as lists: those that a shell would split wherever they are used.
struct ReferenceStyles {
    private(set) var variables: Set<String> = []
    private(set) var taskVariables: [Int: Set<String>] = [:]
    private(set) var parameters: [Int: Set<String>] = [:]
    /// The parameters whose text a shell splits where they are a word, by task.
    private(set) var splitParameters: [Int: Set<String>] = [:]

    /// Looks at all uses.
    init(_ project: ConvertedProject) {
        var uses = project.variables.compactMap(\.value.shellLine).flatMap(\.shellUses)
        uses += project.environment.compactMap(\.value.shellLine).flatMap(\.shellUses)
        // In other places a list would be joined.
        uses += (project.variables + project.environment).compactMap(\.value.plainText)
            .flatMap(\.joinedUses)
        var listNames: [String: Set<String>] = [:]
        for (index, task) in project.tasks.enumerated() {
            let own = task.shellUses(listNames)
            let lists = Self.lists(among: task.parameters, own)
            parameters[index] = lists
            splitParameters[index] = Self.split(among: task.parameters, own, lists)
            listNames[task.name] = lists
        }
        for (index, task) in project.tasks.enumerated() {
            let own = task.shellUses(listNames)
            let names = Set(task.variables.map(\.name))
            uses += own.filter { use in
                switch use.reference {
                case .variable(let name): !names.contains(name)
                default: false
                }
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

    /// A parameter that is empty or has several words by default, and is a word wherever it is used.
    private static func lists(
        among parameters: [ConvertedParameter], _ uses: [ConvertedText.Use]
    ) -> Set<String> {
        let lists = parameters.filter { parameter in
            if parameter.isRest { return true }
            let own = uses.filter { $0.reference == .parameter(parameter.name) }
            guard !own.isEmpty, own.allSatisfy(\.isWord), let text = parameter.defaultText else {
                return false
            }
            guard let words = text.literal.flatMap(PlainWords.words(of:)) else { return false }
            return words.count != 1
        }
        return Set(lists.map(\.name))
    }

    /// A parameter that is empty or has several words where nothing is given for it, and is a word in some line.
    private static func split(
        among parameters: [ConvertedParameter], _ uses: [ConvertedText.Use], _ lists: Set<String>
    ) -> Set<String> {
        let split = parameters.filter { parameter in
            guard let text = parameter.defaultText, !parameter.isRest else { return false }
            var known = text.literal
            if text.pieces.count == 1, case .environment(_, let other?)? = text.references.first {
                known = other
            }
            guard let known, PlainWords.words(of: known)?.count != 1 else { return false }
            let own = uses.filter { $0.reference == .parameter(parameter.name) && $0.isWord }
            // Without quotes around it, a list is as many words.
            return !own.isEmpty && !lists.contains(parameter.name)
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
        var uses = shellLines.flatMap(\.shellUses)
        // In other places a list would be joined.
        uses += ownPlainTexts.flatMap(\.joinedUses)
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
