import YAML

/// What the names in a Taskfile's templates stand for at one place: Task reads variables from the top of the file to
/// its end, and each sees only those before it.
struct TaskfileScope {
    /// What each name stands for.
    private var texts: [String: ConvertedText] = [:]
    /// The values of the variables that are known before the run.
    private var values: [String: ConvertedText] = [:]
    /// Names that nothing declares, which are those of the environment or of Task's command line.
    private(set) var undeclared: Set<String> = []
    /// Whether it is that of a task, where the command line is known.
    var isTask = false
    /// Whether names that nothing declares may be those of a file of `dotenv`, which come first in templates.
    var hasDotenv = false
    /// The variables that have been referred to.
    private(set) var used: Set<String> = []

    /// The text with references for its templates.
    mutating func text(_ source: String) -> ConvertedText {
        guard source.utf8.contains(UInt8(ascii: "{")) else { return ConvertedText(source) }
        var result = ConvertedText()
        for piece in TaskfileTemplate.pieces(source) {
            switch piece {
            case .text(let text): result.append(text)
            case .unknown(let reason): result.append(.unknown(reason))
            case .value(let operand, nil):
                for piece in value(of: operand).pieces { result.append(piece) }
            case .value(let operand, let other?):
                let known = Self.known(value(of: operand), orElse: value(of: other), values)
                for piece in known.pieces { result.append(piece) }
            }
        }
        return result
    }

    mutating func text(_ node: YAMLNode) -> ConvertedText {
        guard let scalar = TaskfileScalar(node) else {
            return .unknown("has a value that is no text")
        }
        guard let text = scalar.text else {
            return .unknown("has a number that Task writes otherwise")
        }
        return self.text(text)
    }

    private mutating func value(of operand: TaskfileTemplate.Operand) -> ConvertedText {
        switch operand {
        case .text(let text): ConvertedText(text)
        case .name(let name): value(of: name)
        }
    }

    /// What a name stands for.
    mutating func value(of name: String) -> ConvertedText {
        if let text = texts[name] {
            used.formUnion(text.references.compactMap(\.variable))
            return text
        }
        let isSpecial = ["TASK", "CLI_", "ROOT_"].contains(where: name.hasPrefix)
        let others: Set = ["CHECKSUM", "TIMESTAMP", "MATCH", "ITEM", "KEY", "EXIT_CODE", "ALIAS"]
        if isSpecial || others.contains(name) { return .unknown("uses Task's variable '\(name)'") }
        if hasDotenv { return .unknown("uses '\(name)', which a file of 'dotenv' may set") }
        guard isTask else { return .reference(.environment(name)) }
        undeclared.insert(name)
        used.insert(name)
        return .reference(.variable(name))
    }

    /// A value, or what stands in for one that is empty.
    private static func known(
        _ value: ConvertedText, orElse other: ConvertedText, _ values: [String: ConvertedText],
        _ depth: Int = 0
    ) -> ConvertedText {
        if let text = value.literal { return text.isEmpty ? other : value }
        let hasText = value.pieces.contains { if case .text = $0 { true } else { false } }
        if hasText || value.unknown != nil || other.literal == "" { return value }
        guard value.pieces.count == 1, case .reference(let reference) = value.pieces[0] else {
            return .unknown("has a default for several values")
        }
        if case .variable(let name) = reference, let known = values[name], known.literal != "" {
            if known.unknown != nil || depth > 20 { return .unknown("has a default for '\(name)'") }
            let result = Self.known(known, orElse: ConvertedText("?"), values, depth + 1)
            if result == known { return value }
        }
        if reference.isNeverEmpty { return value }
        guard let words = other.literal, reference != .arguments,
            PlainWords.words(of: words) != nil, !words.contains("\n")
        else { return .unknown("has a default that is not plain") }
        if case .environment(let name, _) = reference {
            return .reference(.environment(name, orElse: words))
        }
        return .reference(.defaulted(reference, words))
    }

    // MARK: declarations

    /// Whether something in the file has a name.
    func isDeclared(_ name: String) -> Bool { texts[name] != nil }

    /// Forgets what a name stands for where that is not known.
    mutating func forgetForeign(_ name: String) {
        if texts[name]?.unknown != nil { texts[name] = nil }
    }

    /// Takes over the names that nothing declares from the scope of a part.
    mutating func noteUndeclared(of other: TaskfileScope) {
        if other.undeclared.count > undeclared.count { undeclared = other.undeclared }
    }

    mutating func set(_ name: String, to text: ConvertedText) {
        texts[name] = text.size > 10_000 ? .unknown("uses '\(name)', which is too long") : text
        values[name] = nil
    }

    /// Declares a variable.
    ///
    /// Where other variables refer to what its name stood for before, it is no variable for devtool: its text is written
    /// in its place.
    ///
    /// `isFalse` is for a value that templates take for nothing, whatever its text is.
    ///
    /// - Returns: the variable that is to be written, if there is one.
    mutating func declare(
        _ name: String, _ value: ConvertedValue, isFalse: Bool = false, line: Int
    ) -> ConvertedVariable? {
        if used.contains(name) || value.text.references.contains(where: { $0.variable == name }) {
            guard case .text(let text) = value, !isFalse else {
                set(name, to: .unknown("uses '\(name)', which has several values"))
                return nil
            }
            set(name, to: text)
            return nil
        }
        set(name, to: .reference(.variable(name)))
        if case .text(let text) = value { values[name] = isFalse ? .unknown("is false") : text }
        return ConvertedVariable(name: name, value: value, line: line)
    }

    /// The text with the values of variables in it that a shell would expand, for a place between quotes.
    func expanded(_ text: ConvertedText, _ depth: Int = 0) -> ConvertedText {
        text.replacing { reference in
            guard let name = reference.variable, let value = values[name], depth < 20 else {
                return nil
            }
            let known = expanded(value, depth + 1)
            return known.pieces.contains { $0.isExpanded } ? known : nil
        }
    }
}

extension Reference {
    /// Whether it has a value whatever happens.
    fileprivate var isNeverEmpty: Bool {
        switch self {
        case .root, .taskName, .invocationFolder, .defaulted: true
        case .environment(_, let other): other != ""
        case .variable, .parameter, .arguments: false
        }
    }
}

extension ConvertedText {
    /// How long it is, in bytes and references.
    fileprivate var size: Int {
        pieces.reduce(0) { if case .text(let text) = $1 { $0 + text.utf8.count } else { $0 + 10 } }
    }
}

extension ConvertedText.Piece {
    fileprivate var isExpanded: Bool {
        if case .text(let text) = self { PlainWords.words(of: text) == nil } else { false }
    }
}
