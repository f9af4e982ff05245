extension MakeReader {
    /// The names that texts refer to, before any text is read.
    mutating func readNames() {
        for (index, located) in statements.enumerated() {
            switch located.statement {
            case .variable(let assignment, nil): readName(of: assignment, located, index)
            case .export(let names):
                if names.isEmpty { exportsAll = true }
                scope.exported.formUnion(MakeWords.words(names))
            case .rule(let rule) where rule.targets == ".EXPORT_ALL_VARIABLES": exportsAll = true
            default: break
            }
        }
        readDefinitions()
        scope.variables.subtract(["SHELL", "MAKEFLAGS", "MAKE"])
        if exportsAll {
            scope.exported.formUnion(scope.variables.filter(ProcessNames.isVariable))
        }
        // Those that every process has are exported in any case.
        scope.exported.formUnion(scope.variables.intersection(ProcessNames.usual))
        for name in ["MAKEFLAGS", "SHELL"] { scope.exported.remove(name) }
        addOpenNames()
    }

    private mutating func readName(
        of assignment: MakeAssignment, _ located: MakefileParser.Located, _ index: Int
    ) {
        let name = assignment.name
        let old = scope.raw[name]
        if assignment.sign == "+=", let old {
            scope.raw[name] = old + " " + assignment.value
        } else if old == nil || assignment.sign != "?=" {
            scope.raw[name] =
                assignment.sign == "!=" ? "$(shell \(assignment.value))" : assignment.value
        }
        if old == nil || assignment.sign != "?=" { lastAssignments[name] = index }
        // A text with $(1) is a function.
        if !assignment.value.isFunctionOfMake, !name.hasPrefix(".") { scope.variables.insert(name) }
        if assignment.isExported { scope.exported.insert(name) }
        if assignment.sign == "?=" || !located.conditions.isEmpty { scope.changeable.insert(name) }
    }

    /// The variables of several lines or with prefixes of lines, and those with files; what they are in are such variables, too.
    private mutating func readDefinitions() {
        readPrefixes()
        for (name, text) in scope.raw {
            if text.contains("\n") { scope.definitions.insert(name) }
            if scope.hasFiles(text) { scope.fileLists.insert(name) }
        }
        let names = scope.raw.mapValues(MakeReferences.names(in:))
        func spread(_ set: inout Set<String>) {
            guard !set.isEmpty else { return }
            var count = 0
            while count != set.count {
                count = set.count
                for (name, others) in names where !others.isDisjoint(with: set) { set.insert(name) }
            }
        }
        spread(&scope.definitions)
        spread(&scope.fileLists)
        // A program can have a text of several lines.
        scope.variables.subtract(scope.definitions)
        scope.variables.formUnion(scope.definitions.intersection(scope.exported))
    }

    /// The names that nothing defines, and that texts of the file refer to: they can be given for all tasks.
    private mutating func addOpenNames() {
        var texts: [(text: String, line: Int)] = []
        for located in statements {
            switch located.statement {
            case .variable(let assignment, _) where !assignment.value.isFunctionOfMake:
                texts.append((assignment.value, located.line))
            case .rule(let rule):
                texts.append((rule.targets + " " + rule.prerequisites, located.line))
            default: break
            }
            for condition in located.conditions {
                let isName = condition.directive.hasSuffix("def")
                let text = isName ? "$(\(condition.arguments.trimmed))" : condition.arguments
                texts.append((text, located.line))
            }
        }
        let loopNames = scope.raw.values.reduce(into: Set<String>()) {
            $0.formUnion(MakeReferences.loopNames(in: $1))
        }
        var known = loopNames.union(scope.exported).union(ProcessNames.usual)
        known.formUnion(targetVariableNames)
        known.formUnion(["CURDIR", "PWD", "MAKE", "MAKEFLAGS", "MFLAGS", "MAKEFILE_LIST", "SHELL"])
        known.formUnion(["MAKECMDGOALS"])
        known.formUnion(MakeScope.builtIn.keys)
        for (text, line) in texts {
            for name in MakeReferences.names(in: text).sorted()
            where scope.raw[name] == nil && ProcessNames.isVariable(name)
                && known.insert(name).inserted
            {
                scope.variables.insert(name)
                let value = ConvertedText([.reference(.environment(name, orElse: ""))])
                project.variables.append(
                    ConvertedVariable(name: name, value: .text(value), line: line))
            }
        }
    }

    private var targetVariableNames: Set<String> {
        statements.reduce(into: []) { names, located in
            if case .variable(let assignment, _?) = located.statement {
                names.insert(assignment.name)
            }
        }
    }

    /// What a text refers to, at any distance, that is assigned to only in a later statement.
    func namesAssignedLater(in text: String, of name: String, _ index: Int) -> Set<String> {
        var seen: Set<String> = [name]
        var open = [text]
        while let next = open.popLast() {
            for other in MakeReferences.names(in: next) where seen.insert(other).inserted {
                if let text = scope.raw[other] { open.append(text) }
            }
        }
        return seen.filter { $0 != name && lastAssignments[$0] ?? -1 > index }
    }
}

extension String {
    fileprivate var isFunctionOfMake: Bool {
        contains("$(1)") || contains("${1}") || contains("$1") && !contains("$$1")
    }
}
