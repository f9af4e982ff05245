/// The variables of a makefile (GNU make manual, 6) that are assigned once and possibly appended to.
struct MakeVariables {
    private struct Variable {
        var text: ConvertedText
        let line: Int
        var comments: [String]
    }

    private var variables: [String: Variable] = [:]
    private var names: [String] = []
    /// The number of the last statement that assigns each variable.
    private let lastAssignments: [String: Int]
    /// Names that are used but not assigned, in the order of use.
    private var undefined: [String] = []
    private var isUndefined: Set<String> = []
    var exported: Set<String> = []
    var exportsAll = false
    /// Variables whose values affect how make runs a line.
    var writtenOut: Set<String> = []
    /// Whether an expansion sets variables at run time.
    private(set) var setsVariables = false

    /// The maximum nesting of variables, and the maximum number of pieces per text.
    private static let depthLimit = 50
    private static let sizeLimit = 1000

    /// Variables with values that make defines before reading the makefile ('make -p').
    private static let builtIn = [
        "AR": "ar", "AS": "as", "CC": "cc", "CXX": "g++", "FC": "f77", "LD": "ld", "LEX": "lex", "MAKEINFO": "makeinfo",
        "RM": "rm -f", "TEX": "tex", "YACC": "yacc", "ARFLAGS": "rv",
    ]
    /// Other names with a value from make or the shell.
    private static let reserved: Set = [
        "CPP", "CO", "COFLAGS", "CTANGLE", "CWEAVE", "F77", "GET", "LINT", "M2C", "OBJC", "PC", "SHELL", "SUFFIXES",
        "TANGLE", "TEXI2DVI", "VPATH", "WEAVE",
    ]
    /// Variables that every process has in its environment, so that make exports assignments to them.
    private static let usual: Set = ["HOME", "LANG", "LOGNAME", "OLDPWD", "PATH", "PWD", "TERM", "TMPDIR", "USER"]

    init(assigning lastAssignments: [String: Int]) { self.lastAssignments = lastAssignments }

    mutating func text(_ source: String, automatic: [String: String] = [:]) -> ConvertedText {
        var text = ConvertedText()
        for piece in MakeText.pieces(of: source) {
            setsVariables = setsVariables || piece == .unknown(MakeText.evaluation)
            if case .reference(.variable(let name)) = piece {
                text.append(automatic[name].map { .text($0) } ?? reference(to: name))
            } else {
                text.append(piece)
            }
        }
        return text
    }

    private mutating func reference(to name: String) -> ConvertedText.Piece {
        if lastAssignments[name] != nil { return .reference(.variable(name)) }
        if name == "CURDIR" || name == "PWD" { return .reference(.root) }
        if name == "MAKE" { return .unknown("calls make") }
        let isName = name.utf8.first != UInt8(ascii: ".") && !["@", "<", "^"].contains(name)
        guard isName, !name.hasPrefix("MAKE"), !Self.reserved.contains(name) else { return .unknown("uses $(\(name))") }
        if isUndefined.insert(name).inserted { undefined.append(name) }
        return .reference(.variable(name))
    }

    /// Replaces variables with their known values; `nil` if the result has too many pieces.
    func flattened(_ text: ConvertedText) -> ConvertedText? {
        var budget = Self.sizeLimit
        return flattened(text, 0, &budget)
    }

    private func flattened(_ text: ConvertedText, _ depth: Int, _ budget: inout Int) -> ConvertedText? {
        var result = ConvertedText()
        for piece in text.pieces {
            budget -= 1
            guard budget > 0, depth < Self.depthLimit else { return nil }
            guard case .reference(.variable(let name)) = piece, let variable = variables[name] else {
                result.append(piece)
                continue
            }
            guard let value = flattened(variable.text, depth + 1, &budget) else { return nil }
            result.append(contentsOf: value)
        }
        return result
    }

    /// `nil` if the words depend on the environment.
    mutating func words(_ source: String) -> [String]? { flattened(text(source))?.literal.map(MakeText.words) }

    func isAssigned(_ name: String) -> Bool { variables[name] != nil }

    mutating func assign(
        _ assignment: MakeAssignment, at position: Int, line: Int, isConditional: Bool, comments: [String]
    ) {
        let name = assignment.name
        if assignment.isExported || Self.usual.contains(name) { exported.insert(name) }
        let text = text(assignment.value)
        let old = variables[name]
        if old == nil { names.append(name) }
        var new = Variable(text: ConvertedText(), line: old?.line ?? line, comments: (old?.comments ?? []) + comments)
        if let obstacle = assignment.obstacle {
            new.text = .unknown(obstacle)
        } else if isConditional {
            new.text = .unknown("depends on a condition")
        } else if assignment.sign == "?=" {
            new.text = old?.text ?? Self.unlessSet(name, text)
        } else {
            new.text = value(of: assignment, text, at: position, old)
        }
        variables[name] = new
    }

    private func value(of assignment: MakeAssignment, _ text: ConvertedText, at position: Int, _ old: Variable?)
        -> ConvertedText
    {
        switch (assignment.sign, old) {
        case ("=", nil): return text
        case (":=", nil): return expanded(text, of: assignment.name, at: position)
        case ("+=", let old?):
            let added = expanded(text, of: assignment.name, at: position)
            return old.text.pieces.isEmpty ? added : old.text + ConvertedText(" ") + added
        case ("+=", _): return .unknown("appends to a value from the environment")
        case ("!=", _): return .unknown("uses '!='")
        default: return .unknown("is assigned twice")
        }
    }

    /// The environment takes precedence over the value.
    private static func unlessSet(_ name: String, _ text: ConvertedText) -> ConvertedText {
        if !AllowedNames.isEnvironment(name) { return text }
        guard let other = builtIn[name] ?? text.literal, !other.contains(where: "}$".contains) else {
            return text + .unknown("has a default that is not plain text")
        }
        return .reference(.environment(name, orElse: other))
    }

    /// Text that make expands immediately; later assignments to its variables must not exist.
    private func expanded(_ text: ConvertedText, of own: String, at position: Int) -> ConvertedText {
        var open = text.references
        var seen: Set<Reference> = [.variable(own)]
        while let reference = open.popLast() {
            guard case .variable(let name) = reference, seen.insert(reference).inserted else { continue }
            if lastAssignments[name].map({ $0 > position }) == true || seen.count > Self.sizeLimit {
                return .unknown("uses '\(name)' before its last assignment")
            }
            open += variables[name]?.text.references ?? []
        }
        return text.replacing { $0 == .variable(own) ? .reference(Self.environment(own)) : nil }
    }

    /// Unassigned variables have values from the environment or from make.
    var converted: [ConvertedVariable] {
        names.filter { !$0.hasPrefix(".") }.compactMap { name in
            variables[name].map { variable in
                ConvertedVariable(name: name, value: variable.text, line: variable.line, comments: variable.comments)
            }
        } + undefined.map { name in ConvertedVariable(name: name, value: .reference(Self.environment(name)), line: 1) }
    }

    var environment: [ConvertedVariable] {
        names.filter { !$0.hasPrefix(".") && $0 != "SHELL" && (exportsAll || exported.contains($0)) }.map { name in
            ConvertedVariable(name: name, value: .reference(.variable(name)), line: variables[name]?.line ?? 1)
        }
    }

    private static func environment(_ name: String) -> Reference { .environment(name, orElse: builtIn[name] ?? "") }
}
