/// Writes shell lines for devtool.yml.
///
/// Other runners put the text of a value into a line before a shell reads it; devtool puts a value in as one word.
/// Where a shell would split the text, a variable of the shell gets the value first; where it would do more with a
/// text that is known, or no value can stand, the text itself is written in the place of the reference.
struct LineWriter {
    /// Variables by their names: those of the file, and those of a task, which come first.
    private var variables: [String: ConvertedVariable] = [:]
    private var facts: [String: VariableFacts] = [:]
    /// The variables of the task, which hide those of the file.
    var taskVariables: Set<String> = []
    /// The parameters of the task that take the rest of the command line.
    var restParameters: Set<String> = []
    var shell: [String]?
    /// The variables whose texts are written wherever they are used, as somewhere no value can stand.
    var writtenOut: Set<String> = []
    /// Why devtool itself would refuse a line; nil where it would not.
    let refusal: (String) -> String?

    init(shell: [String]?, refusal: @escaping (String) -> String?) {
        self.shell = shell
        self.refusal = refusal
    }

    /// Whether a shell splits the values of variables, as POSIX wants it.
    static func isOfWords(_ shell: [String]) -> Bool {
        ["sh", "bash", "dash", "ash", "ksh"].contains(
            shell.first?.split(separator: "/").last.map(String.init))
    }

    /// A line, and the variables that it refers to.
    struct Line {
        var text = ""
        var variables: Set<String> = []
        /// The variables whose texts stand in it.
        var writtenOut: Set<String> = []
    }

    /// Adds variables, which hide others of their names.
    mutating func add(_ variables: [ConvertedVariable]) {
        for variable in variables {
            self.variables[variable.name] = variable
            facts[variable.name] = nil
        }
        for variable in variables { _ = facts(of: variable.name, 0) }
    }

    private mutating func facts(of name: String, _ depth: Int) -> VariableFacts? {
        if let known = facts[name] { return known }
        guard let value = variables[name]?.value else { return nil }
        // What names itself, by itself or by others, is found here again.
        facts[name] = VariableFacts(problem: "refers to itself")
        var result = VariableFacts()
        if depth >= VariableFacts.depthLimit { result.problem = "is nested too deep" }
        for piece in result.problem == nil ? value.text.pieces : [] {
            var other = VariableFacts.ofOther
            if case .reference(.variable(let name)) = piece {
                other = facts(of: name, depth + 1) ?? other
            }
            result.add(piece, other)
        }
        if case .shell = value { (result.isWord, result.isExpanded) = (false, false) }
        if value.text.pieces.isEmpty { result.isWord = false }
        if result.problem == nil {
            do throws(NotUnderstood) {
                if case .shell(let text) = value {
                    _ = try line(text)
                } else {
                    _ = try plain(value.text)
                }
            } catch {
                result.problem = error.reason
            }
        }
        facts[name] = result
        return result
    }

    /// Whether a reference is one to a parameter that takes the rest of the command line.
    func isRest(_ reference: Reference) -> Bool {
        if case .parameter(let name) = reference { restParameters.contains(name) } else { false }
    }

    /// The line as devtool.yml has it.
    ///
    /// - Throws: the reason why there is none.
    func line(_ text: ConvertedText) throws(NotUnderstood) -> Line {
        var line = Line()
        let pieces = try inlined(text, &line)
        if pieces.contains(where: { $0.text == nil }) {
            if let shell, !Self.isOfWords(shell) {
                throw NotUnderstood("has values in a line of '\(shell[0])'")
            }
            for case .text(let text) in pieces where text.contains("<<") || text.contains("$'") {
                throw NotUnderstood("has values in a line with '<<' or '$''")
            }
        }
        var assignments = ""
        // With all values where they stand, also those that the shell's own variables have.
        var whole = ""
        var context = ShellContext()
        for (index, piece) in pieces.enumerated() {
            if let text = piece.text {
                let escaped = text.escapingReferences
                line.text += escaped
                whole += escaped
                if index + 1 < pieces.count { context.read(text) }
            }
            guard case .reference(let reference) = piece else { continue }
            if let name = reference.variable { line.variables.insert(name) }
            let next = index + 1 < pieces.count ? pieces[index + 1].text : ""
            let isWord = context.isAtWordStart && next.map(ShellContext.endsWord) == true
            line.text += try written(reference, context.place(before: next), isWord, &assignments)
            whole += reference.text ?? "\"$@\""
            context.readReference()
        }
        line.text = assignments + line.text
        if let refusal = refusal(line.text) ?? (whole == line.text ? nil : refusal(whole)) {
            throw NotUnderstood("devtool refuses it: \(refusal)")
        }
        return line
    }

    /// The text where no shell reads it: a dollar sign is written twice.
    ///
    /// - Throws: the reason why there is none.
    func plain(_ text: ConvertedText) throws(NotUnderstood) -> Line {
        var line = Line()
        for piece in text.pieces {
            switch piece {
            case .text(let text): line.text += text.replacing("$", with: "$$")
            case .unknown(let reason): throw NotUnderstood(reason)
            case .reference(let reference):
                guard let text = reference.text else {
                    throw NotUnderstood("uses the words of the command line outside of a command")
                }
                if let name = reference.variable {
                    try check(name)
                    if writtenOut.contains(name), let value = textual(name) {
                        let other = try plain(value)
                        line.text += other.text
                        line.variables.formUnion(other.variables)
                        continue
                    }
                    line.variables.insert(name)
                }
                line.text += text
            }
        }
        return line
    }

    /// Looks whether the value of a variable is understood.
    private func check(_ name: String) throws(NotUnderstood) {
        if let problem = facts[name]?.problem {
            throw NotUnderstood("uses '\(name)', which \(problem)")
        }
    }

    /// The pieces of a line, with the texts of the variables that are no words of a command where they stand.
    private func inlined(
        _ text: ConvertedText, _ line: inout Line
    ) throws(NotUnderstood) -> [ConvertedText.Piece] {
        var result = ConvertedText()
        var context = ShellContext()
        var rest = Array(text.pieces.reversed())
        while let piece = rest.popLast() {
            switch piece {
            case .unknown(let reason): throw NotUnderstood(reason)
            case .text(let text): if !rest.isEmpty { context.read(text) }
            case .reference(let reference):
                if let name = reference.variable {
                    try check(name)
                    if let value = textual(name),
                        writtenOut.contains(name) || facts[name]?.isExpanded == true
                            || !fits(reference, context.place(before: rest.last.map(\.text) ?? ""))
                    {
                        line.writtenOut.insert(name)
                        rest += value.pieces.reversed()
                        continue
                    }
                }
                context.readReference()
            }
            result.append(piece)
        }
        return result.pieces
    }

    /// The text of a variable that is not the output of a command.
    private func textual(_ name: String) -> ConvertedText? {
        if case .text(let text)? = variables[name]?.value { text } else { nil }
    }

    /// Whether devtool can put a value where it stands.
    private func fits(_ reference: Reference, _ place: ShellContext.Place) -> Bool {
        switch place {
        case .argument, .singleQuotes, .doubleQuotes: true
        case .command: isProgram(reference)
        case .word: isWord(reference)
        case .text: false
        }
    }

    private func isWord(_ reference: Reference) -> Bool {
        switch reference {
        case .taskName, .root, .invocationFolder: true
        case .variable(let name): facts[name]?.isWord ?? false
        case .parameter, .environment, .arguments: false
        }
    }

    /// Whether a value begins with the name of a program, unless one from outside begins otherwise.
    private func isProgram(_ reference: Reference) -> Bool {
        switch reference {
        case .environment(_, let other): return ShellContext.isProgram(other ?? "")
        case .variable(let name):
            switch textual(name)?.pieces.first {
            case .text(let text): return ShellContext.isProgram(text)
            case .reference(let reference): return isProgram(reference)
            case .unknown, nil: return false
            }
        default: return isWord(reference)
        }
    }

    private func written(
        _ reference: Reference, _ place: ShellContext.Place, _ isWord: Bool,
        _ assignments: inout String
    ) throws(NotUnderstood) -> String {
        guard fits(reference, place) else {
            throw NotUnderstood("has a value that may be no word of a command")
        }
        let text = reference.text ?? "\"$@\""
        if !isWord, reference == .arguments || isRest(reference) {
            throw NotUnderstood("has the words of the command line within a word")
        }
        switch reference {
        case .taskName, .root, .invocationFolder, .arguments: return text
        case .parameter where isRest(reference): return text
        case .environment(let name, let other):
            guard PlainWords.words(of: other ?? "") != nil else {
                throw NotUnderstood("has a default that a shell would expand")
            }
            // A shell's own reference splits as the runners do; between single quotes only devtool can put a value.
            return place == .singleQuotes ? text : "${\(name):-\(other ?? "")}"
        case .variable(let name), .parameter(let name):
            if self.isWord(reference) || place == .singleQuotes || place == .doubleQuotes {
                return text
            }
            let words =
                "words_"
                + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            let assignment = "\(words)=\(text); "
            if !assignments.contains(assignment) {
                guard !assignments.contains("\(words)=") else {
                    throw NotUnderstood("has values of almost the same name")
                }
                assignments += assignment
            }
            return isWord ? "$\(words)" : "${\(words)}"
        }
    }
}

/// What is known of the value of a variable.
private struct VariableFacts {
    /// Why it is not understood; nil where it is.
    var problem: String?
    /// Whether a shell would do more with it than split it.
    var isExpanded = false
    /// Whether it is one word whatever happens.
    var isWord = true
    /// Its length as far as it is known, in bytes.
    private var length = 0

    /// How deep variables lie in each other.
    static let depthLimit = 50
    private static let lengthLimit = 100_000

    init(problem: String? = nil) { self.problem = problem }

    /// Those of a variable that the file does not declare.
    static var ofOther: VariableFacts {
        var facts = VariableFacts()
        facts.isWord = false
        return facts
    }

    /// Looks at the next piece of the value; `other` is known of the variable that it refers to, if it refers to one.
    mutating func add(_ piece: ConvertedText.Piece, _ other: VariableFacts) {
        switch piece {
        case .text(let text):
            isWord = isWord && PlainWords.words(of: text) == [text]
            isExpanded = isExpanded || PlainWords.words(of: text) == nil
            length += text.utf8.count
        case .unknown(let reason): problem = problem ?? reason
        case .reference(.variable):
            problem = problem ?? other.problem
            isWord = isWord && other.isWord
            isExpanded = isExpanded || other.isExpanded
            length += other.length
        case .reference(.root), .reference(.taskName), .reference(.invocationFolder): break
        case .reference(.environment(_, let other)):
            isWord = false
            if PlainWords.words(of: other ?? "") == nil {
                problem = problem ?? "has a default that a shell would expand"
            }
        case .reference: isWord = false
        }
        length = min(length, Self.lengthLimit)
        if length == Self.lengthLimit { problem = problem ?? "is too long" }
    }
}

/// That something is beyond what the converter understands: the task is left to its own runner.
struct NotUnderstood: Error {
    let reason: String
    /// The line in the source file, from 1, if it is known to be another than that of the task's name.
    var line: Int?

    init(_ reason: String, at line: Int? = nil) {
        self.reason = reason
        self.line = line
    }
}

extension String {
    /// The text of a shell line, where `${word.rest}` is no reference.
    fileprivate var escapingReferences: String {
        var result = ""
        var rest = self[...]
        while let start = rest.firstRange(of: "${") {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            let word = rest.prefix { $0.isLetter || $0 == "_" || $0 == "-" }
            let isReference = !word.isEmpty && rest.dropFirst(word.count).first == "."
            result += isReference ? "$${" : "${"
        }
        return result + rest
    }
}
