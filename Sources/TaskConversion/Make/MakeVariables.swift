/// The variables of a makefile, assigned one statement after the other (GNU make manual, 6).
struct MakeVariables {
    private struct Variable {
        var text: ConvertedText
        let line: Int
        var comments: [String]
        /// Whether its value was expanded when it was assigned.
        var isSimple: Bool
        /// Whether the text is a shell line whose output is the value.
        var isShell = false
    }

    private var variables: [String: Variable] = [:]
    /// The names of those that are assigned, in the order of the file.
    private(set) var names: [String] = []
    /// The statement that assigns to a variable last.
    private let lastAssignments: [String: Int]
    /// The names that texts refer to and nothing assigns, in the order of their uses.
    private(set) var undefined: [String] = []
    private var isUndefined: Set<String> = []
    private(set) var exported: Set<String> = []
    var exportsAll = false
    /// Whether a text sets variables while make runs.
    private(set) var setsVariables = false

    /// How deep variables lie in each other, and how many there are for one.
    private static let depthLimit = 50
    private static let sizeLimit = 1000

    /// The variables that make defines, as far as it knows their values before it runs ('make -p').
    private static let builtIn = [
        "AR": "ar", "AS": "as", "CC": "cc", "CXX": "g++", "FC": "f77", "LD": "ld", "LEX": "lex",
        "MAKEINFO": "makeinfo", "RM": "rm -f", "TEX": "tex", "YACC": "yacc", "ARFLAGS": "rv",
    ]
    /// Other names with a value that make or the shell gives them.
    private static let reserved: Set = [
        "CPP", "CO", "COFLAGS", "CTANGLE", "CWEAVE", "F77", "GET", "LINT", "M2C", "OBJC", "PC",
        "SHELL", "SUFFIXES", "TANGLE", "TEXI2DVI", "VPATH", "WEAVE",
    ]
    /// What every process has in its environment, so that make gives a recipe what the makefile assigns.
    private static let usual: Set = [
        "HOME", "LANG", "LOGNAME", "OLDPWD", "PATH", "PWD", "TERM", "TMPDIR", "USER",
    ]

    init(assigning lastAssignments: [String: Int]) { self.lastAssignments = lastAssignments }

    // MARK: texts

    /// A text with its references to variables; automatic ones are looked up in `automatic`.
    mutating func text(_ source: String, automatic: [String: String] = [:]) -> ConvertedText {
        var text = ConvertedText()
        for piece in MakeText.pieces(of: source) {
            switch piece {
            case .text(let part): text.append(part)
            case .unknown(let reason):
                setsVariables = setsVariables || reason == MakeText.evaluation
                text.append(.unknown(reason))
            case .reference(let name):
                if let value = automatic[name] {
                    text.append(value)
                } else {
                    text.append(reference(to: name))
                }
            }
        }
        return text
    }

    private mutating func reference(to name: String) -> ConvertedText.Piece {
        if lastAssignments[name] != nil { return .reference(.variable(name)) }
        if name == "CURDIR" || name == "PWD" { return .reference(.root) }
        if name == "MAKE" { return .unknown("calls make within a line") }
        let isName = name.utf8.first != UInt8(ascii: ".") && !["@", "<", "^"].contains(name)
        guard isName, !name.hasPrefix("MAKE"), !Self.reserved.contains(name) else {
            return .unknown("uses $(\(name))")
        }
        if isUndefined.insert(name).inserted { undefined.append(name) }
        return .reference(.variable(name))
    }

    /// The text without references, if it is the same whatever the environment is.
    func literal(_ text: ConvertedText) -> String? {
        var budget = Self.sizeLimit
        return literal(text, 0, &budget)
    }

    private func literal(_ text: ConvertedText, _ depth: Int, _ budget: inout Int) -> String? {
        var result = ""
        for piece in text.pieces {
            budget -= 1
            switch piece {
            case .text(let part): result += part
            case .reference(.variable(let name)):
                guard budget > 0, depth < Self.depthLimit, let variable = variables[name],
                    !variable.isShell,
                    let part = literal(variable.text, depth + 1, &budget)
                else { return nil }
                result += part
            case .reference, .unknown: return nil
            }
        }
        return result
    }

    /// The words of a source, if they are the same whatever the environment is.
    mutating func words(_ source: String) -> [String]? {
        literal(text(source)).map(MakeText.words)
    }

    /// The words of the value of a variable; nil for one that is not assigned, or not known.
    func words(of name: String) -> [String]? {
        variables[name].flatMap { literal($0.text) }.map(MakeText.words)
    }

    /// Whether the text of a variable has a folder, so that it is one of files.
    func hasFolder(_ name: String, _ depth: Int = 0) -> Bool {
        guard depth < 5, let variable = variables[name] else { return false }
        return variable.text.pieces.contains { piece in
            switch piece {
            case .text(let text): text.contains("/")
            case .reference(.root): true
            case .reference(.environment(_, let other)): other?.contains("/") == true
            case .reference(.variable(let other)): hasFolder(other, depth + 1)
            case .reference, .unknown: false
            }
        }
    }

    /// The undefined names in the values of variables, and those that make defines.
    var undefinedInValues: Set<String> {
        var names = isUndefined.filter { Self.builtIn[$0] != nil }
        for variable in variables.values {
            for case .variable(let name) in variable.text.references
            where isUndefined.contains(name) {
                names.insert(name)
            }
        }
        return names
    }

    func isUndefined(_ reference: Reference) -> Bool {
        if case .variable(let name) = reference { isUndefined.contains(name) } else { false }
    }

    func isAssigned(_ name: String) -> Bool { variables[name] != nil }

    /// A text that begins with no variable whose text may have a prefix of a recipe's line: that text is written out.
    func withPrefixes(_ text: ConvertedText) -> ConvertedText {
        var text = text
        for _ in 0..<Self.depthLimit {
            guard let first = text.pieces.first else { return text }
            switch first {
            case .reference(.environment(let name, let other?)) where other.hasPrefix:
                return .unknown("begins with '\(name)', which may be '\(other)'")
            case .reference(.variable(let name)):
                guard let variable = variables[name], !variable.isShell else { return text }
                if case .text(let start)? = variable.text.pieces.first, !start.hasPrefix {
                    return text
                }
                text = variable.text + ConvertedText(Array(text.pieces.dropFirst()))
            case .text, .reference, .unknown: return text
            }
        }
        return .unknown("begins with a variable that is nested too deep")
    }

    // MARK: assignments

    mutating func export(_ names: [String]) { exported.formUnion(names) }

    /// Assigns a value.
    ///
    /// - Parameters:
    ///   - assignment: the assignment.
    ///   - position: the number of the statement.
    ///   - line: its line in the source file.
    ///   - isConditional: whether a conditional is around it.
    ///   - comments: the comments above it.
    mutating func assign(
        _ assignment: MakeAssignment, at position: Int, line: Int, isConditional: Bool,
        comments: [String]
    ) {
        let name = assignment.name
        if assignment.isExported || Self.usual.contains(name) { exported.insert(name) }
        let old = variables[name]
        let text = text(assignment.value)
        var new = Variable(
            text: ConvertedText(), line: old?.line ?? line,
            comments: (old?.comments ?? []) + comments,
            isSimple: assignment.sign == ":=")
        if old == nil { names.append(name) }
        if let obstacle = assignment.obstacle {
            new.text = .unknown(obstacle)
        } else if isConditional {
            new.text = .unknown("depends on a condition")
        } else if let reason = old?.text.unknown, reason == "depends on a condition" {
            new.text = .unknown(reason)
        } else if assignment.sign == "?=", old == nil, let line = shellDefault(of: name, text) {
            new.text = line
            new.isShell = true
        } else if let old, old.isShell, assignment.sign == "?=" {
            new = old
        } else {
            new.text = value(of: assignment, text, at: position, old, &new.isSimple)
        }
        variables[name] = new
    }

    private func value(
        of assignment: MakeAssignment, _ text: ConvertedText, at position: Int, _ old: Variable?,
        _ isSimple: inout Bool
    ) -> ConvertedText {
        let name = assignment.name
        if let old, old.isShell, assignment.sign != "=" {
            return .unknown("adds to a variable of the environment")
        }
        let environment = ConvertedText.reference(
            .environment(name, orElse: Self.builtIn[name] ?? ""))
        switch assignment.sign {
        case "=": return text
        case ":=":
            return expanded(text, of: name, at: position, before: old?.text ?? environment)
        case "?=":
            if let old { return old.text }
            return Self.builtIn[name] == nil ? Self.unless(name, text) : environment
        case "+=":
            guard let old else {
                return Self.builtIn[name] == nil && assignment.isExported == false
                    ? .unknown("adds to a variable of the environment")
                    : environment + ConvertedText(" ") + text
            }
            isSimple = old.isSimple
            let added =
                isSimple ? expanded(text, of: name, at: position, before: old.text) : text
            return old.text.pieces.isEmpty ? added : old.text + ConvertedText(" ") + added
        default: return .unknown("uses '!='")
        }
    }

    /// A value that the environment can set.
    private static func unless(_ name: String, _ text: ConvertedText) -> ConvertedText {
        guard AllowedNames.isEnvironment(name) else { return text }
        if let literal = text.literal, !literal.contains(where: { "}$".contains($0) }) {
            return .reference(.environment(name, orElse: literal))
        }
        return text.unknown == nil ? .unknown("has a default that a shell would expand") : text
    }

    /// A shell line that prints a value which the environment can set and whose default has references; nil where it
    /// needs none, or where the text has anything that the shell would expand.
    private func shellDefault(of name: String, _ text: ConvertedText) -> ConvertedText? {
        guard AllowedNames.isEnvironment(name), Self.builtIn[name] == nil, text.literal == nil,
            text.unknown == nil, !text.references.contains(.variable(name)),
            text.pieces.allSatisfy({ piece in
                guard case .text(let text) = piece else { return true }
                return !text.contains { "\"'`$\\{}".contains($0) }
            })
        else { return nil }
        return ConvertedText("printf %s \"${\(name):-") + text + ConvertedText("}\"")
    }

    /// A text that make expands where it stands, with the value before for the variable itself.
    private func expanded(
        _ text: ConvertedText, of name: String, at position: Int, before: ConvertedText
    ) -> ConvertedText {
        if let other = changed(in: text, of: name, after: position) {
            return .unknown("uses '\(other)' before it has its last value")
        }
        return text.replacing { $0 == .variable(name) ? before : nil }
    }

    /// A variable that a text depends on and that is assigned to later; nil for none.
    private func changed(in text: ConvertedText, of own: String, after position: Int) -> String? {
        var open = text.references
        var seen: Set<Reference> = [.variable(own)]
        while let reference = open.popLast() {
            guard case .variable(let name) = reference, seen.insert(reference).inserted else {
                continue
            }
            if lastAssignments[name].map({ $0 > position }) == true || seen.count > Self.sizeLimit {
                return name
            }
            if let variable = variables[name], !variable.isSimple {
                open += variable.text.references
            }
        }
        return nil
    }

    // MARK: results

    /// The variables, and the environment of recipes.
    mutating func converted() -> (variables: [ConvertedVariable], environment: [ConvertedVariable])
    {
        refuseEndless()
        var result: [ConvertedVariable] = []
        for name in names where !name.hasPrefix(".") {
            guard let variable = variables[name] else { continue }
            result.append(
                ConvertedVariable(
                    name: name,
                    value: variable.isShell ? .shell(variable.text) : .text(variable.text),
                    line: variable.line, comments: variable.comments))
        }
        let environment = result.filter {
            $0.name != "SHELL" && (exported.contains($0.name) || exportsAll)
        }
        return (
            result,
            environment.map { variable in
                ConvertedVariable(
                    name: variable.name, value: .text(.reference(.variable(variable.name))),
                    line: variable.line)
            }
        )
    }

    /// What an undefined variable is: what the environment has, or make's own value.
    static func undefinedValue(_ name: String) -> ConvertedText {
        .reference(.environment(name, orElse: builtIn[name] ?? ""))
    }

    /// Makes variables unknown that lead to themselves, or to too many others.
    private mutating func refuseEndless() {
        var sizes: [String: Int] = [:]
        func size(_ name: String, _ depth: Int) -> Int {
            if let size = sizes[name] { return size }
            guard depth < Self.depthLimit, let variable = variables[name] else {
                return depth < Self.depthLimit ? 1 : Self.sizeLimit
            }
            var sum = variable.text.pieces.count
            for case .variable(let other) in variable.text.references where sum < Self.sizeLimit {
                sum += size(other, depth + 1)
            }
            if sum < Self.sizeLimit { sizes[name] = sum }
            return sum
        }
        for name in names where size(name, 0) >= Self.sizeLimit {
            variables[name]?.text = .unknown("is too long, or refers to itself")
            sizes[name] = 1
        }
    }
}

extension String {
    /// Whether make looks at its first character before it runs a line.
    fileprivate var hasPrefix: Bool { utf8.first.map { "@-+ \t".utf8.contains($0) } ?? false }
}
