import Shell

/// Writes shell lines for devtool.yml.
///
/// Other runners insert a value's text before the shell parses the line, but devtool inserts a value as one word. If a
/// shell would split the text, the value is first assigned to a shell variable. If it would expand known text, or a
/// value is not allowed at the position, the text is inlined.
struct LineWriter {
    /// The variables of the file and of a task, which take precedence.
    private var variables: [String: ConvertedVariable] = [:]
    private var facts: [String: VariableFacts] = [:]
    var taskVariables: Set<String> = []
    var restParameters: Set<String> = []
    var shell: [String]?
    /// Whether lines get the words after `--`.
    var getsArguments = false
    /// Variables that are inlined wherever they are used, because some uses cannot take a value.
    var writtenOut: Set<String> = []
    /// Why devtool would reject a line, if it would.
    let refusal: (String) -> String?

    init(shell: [String]?, refusal: @escaping (String) -> String?) {
        self.shell = shell
        self.refusal = refusal
    }

    /// Whether a shell splits the values of variables according to POSIX.
    static func isOfWords(_ shell: [String]) -> Bool {
        ["sh", "bash", "dash", "ash", "ksh"].contains(shell.first?.split(separator: "/").last.map(String.init))
    }

    struct Line {
        var text = ""
        var variables: Set<String> = []
        var writtenOut: Set<String> = []
    }

    mutating func add(_ variables: [ConvertedVariable]) {
        for variable in variables {
            self.variables[variable.name] = variable
            facts[variable.name] = nil
        }
        for variable in variables { _ = facts(of: variable.name, 0) }
    }

    private mutating func facts(of name: String, _ depth: Int) -> VariableFacts? {
        if let known = facts[name] { return known }
        guard let variable = variables[name] else { return nil }
        // Detects direct and indirect self-references.
        facts[name] = VariableFacts(problem: "refers to itself")
        var result = VariableFacts()
        if depth >= VariableFacts.depthLimit { result.problem = "is nested too deeply" }
        for piece in result.problem == nil ? variable.value.pieces : [] {
            var other = VariableFacts()
            if case .reference(.variable(let name)) = piece { other = facts(of: name, depth + 1) ?? other }
            result.add(piece, other)
        }
        if variable.isShell { result.isExpanded = false }
        if result.problem == nil {
            do throws(NotUnderstood) { _ = try variable.isShell ? line(variable.value) : plain(variable.value) } catch {
                result.problem = error.reason
            }
        }
        facts[name] = result
        return result
    }

    func isRest(_ reference: Reference) -> Bool {
        if case .parameter(let name) = reference { restParameters.contains(name) } else { false }
    }

    /// The line for devtool.yml; throws the reason if it cannot be expressed.
    func line(_ text: ConvertedText) throws(NotUnderstood) -> Line {
        var line = Line()
        let (pieces, template) = try inlined(text, &line)
        let places = template.map(Self.places) ?? [:]
        if template != nil {
            if let shell, !Self.isOfWords(shell) { throw NotUnderstood("inserts values into a line for '\(shell[0])'") }
            for case .text(let text) in pieces where text.contains("<<") || text.contains("$'") {
                throw NotUnderstood("inserts values into a line that contains '<<' or '$''")
            }
        }
        var assignments = ""
        for (index, piece) in pieces.enumerated() {
            guard case .reference(let reference) = piece else {
                line.text += piece.written
                continue
            }
            if let name = reference.variable { line.variables.insert(name) }
            guard let place = places[index], fits(reference, place) else {
                throw NotUnderstood(
                    refusal(pieces.map(\.written).joined()).map { "has a line that devtool rejects: \($0)" }
                        ?? "has a value that might not be a single word")
            }
            line.text += try written(reference, place, &assignments)
        }
        if getsArguments, let template, template.readsArguments {
            throw NotUnderstood("uses the shell's positional parameters, such as $1")
        }
        line.text = assignments + line.text
        if let refusal = refusal(line.text) { throw NotUnderstood("has a line that devtool rejects: \(refusal)") }
        return line
    }

    /// The text outside shell lines, with dollar signs doubled; throws the reason if it cannot be expressed.
    func plain(_ text: ConvertedText) throws(NotUnderstood) -> Line {
        var line = Line()
        for piece in text.pieces {
            switch piece {
            case .text(let text): line.text += text.replacing("$", with: "$$")
            case .unknown(let reason): throw NotUnderstood(reason)
            case .reference(let reference):
                guard let text = reference.text else {
                    throw NotUnderstood("has a value that is available only in a command")
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

    private func check(_ name: String) throws(NotUnderstood) {
        if let problem = facts[name]?.problem { throw NotUnderstood("uses '\(name)', which \(problem)") }
    }

    private typealias Place = (placement: ShellPlacement, role: ShellRole)

    /// The pieces of a line, with the texts of inlined variables, and the line as a shell reads it, if it has values.
    ///
    /// An inlined text may change the places of the values that follow, so this repeats until no variable is left
    /// whose value devtool cannot insert.
    private func inlined(_ text: ConvertedText, _ line: inout Line) throws(NotUnderstood) -> (
        [ConvertedText.Piece], ShellTemplate?
    ) {
        var pieces = text.pieces
        var template: ShellTemplate?
        let isOfWords = shell.map(Self.isOfWords) ?? true
        for _ in 0...2 * VariableFacts.depthLimit {
            if pieces.allSatisfy({ $0.text != nil }) { return (pieces, nil) }
            let places = template.map(Self.places)
            var result = ConvertedText()
            var isChanged = false
            for (index, piece) in pieces.enumerated() {
                if case .unknown(let reason) = piece { throw NotUnderstood(reason) }
                if case .reference(let reference) = piece, let name = reference.variable {
                    try check(name)
                    let isFit = !isOfWords || places.map { fits(reference, $0[index]) } ?? true
                    if let value = textual(name), !isFit || writtenOut.contains(name) || facts[name]?.isExpanded == true
                    {
                        line.writtenOut.insert(name)
                        result.append(contentsOf: value)
                        isChanged = true
                        continue
                    }
                }
                result.append(piece)
            }
            if template != nil, !isChanged { return (pieces, template) }
            pieces = result.pieces
            template = isChanged ? nil : Self.template(of: pieces)
        }
        throw NotUnderstood("has values that change the meaning of other values")
    }

    /// The places of values by the indices of their pieces, without those that a line of devtool.yml does not allow.
    private static func places(in template: ShellTemplate) -> [Int: Place] {
        var places: [Int: Place] = [:]
        for case .reference(let body, let placement, let role, _) in template.pieces {
            if let index = Int(body.dropFirst(6)) { places[index] = (placement, role) }
        }
        return places
    }

    private static func template(of pieces: [ConvertedText.Piece]) -> ShellTemplate {
        ShellTemplate(pieces.enumerated().map { $1.text.map(ShellTemplate.literal) ?? "${piece.\($0)}" }.joined())
    }

    /// `nil` for the output of a command.
    private func textual(_ name: String) -> ConvertedText? { variables[name].flatMap { $0.isShell ? nil : $0.value } }

    /// Whether the value has the meaning of its text at this position.
    private func fits(_ reference: Reference, _ place: Place?) -> Bool {
        switch (place?.placement, place?.role) {
        case (.singleQuotes, _), (.doubleQuotes, _), (_, .argument): true
        case (_, .command): isProgram(reference)
        case (_, .single): isWord(reference)
        default: false
        }
    }

    /// Values that can be set on the command line may be several words.
    private func isWord(_ reference: Reference) -> Bool {
        switch reference {
        case .root, .invocationFolder: true
        case .variable, .parameter, .environment, .arguments: false
        }
    }

    /// Whether a value starts with a program's name, assuming that values from outside do.
    private func isProgram(_ reference: Reference) -> Bool {
        switch reference {
        case .environment(_, let other): return (other ?? "").isProgram
        case .variable(let name):
            switch textual(name)?.pieces.first {
            case .text(let text): return text.isProgram
            case .reference(let reference): return isProgram(reference)
            case .unknown, nil: return false
            }
        case .parameter, .root, .invocationFolder, .arguments: return isWord(reference)
        }
    }

    private func written(_ reference: Reference, _ place: Place, _ assignments: inout String) throws(NotUnderstood)
        -> String
    {
        let text = reference.text ?? "\"$@\""
        let (placement, isWord) = (place.placement, place.placement == .word)
        if !isWord, reference == .arguments || isRest(reference) {
            throw NotUnderstood("inserts command-line arguments into a single word")
        }
        switch reference {
        case .root, .invocationFolder, .arguments: return text
        case .parameter where isRest(reference): return text
        case .environment(let name, let other):
            guard ShellText.words(of: other ?? "") != nil, placement != .singleQuotes || reference.text != nil else {
                throw NotUnderstood("has a default that a shell would expand")
            }
            // The shell's own reference splits as in the other runners; in single quotes only devtool can insert a
            // value.
            return placement == .singleQuotes ? text : "${\(name)-\(other ?? "")}"
        case .variable(let name), .parameter(let name):
            if placement == .singleQuotes || placement == .doubleQuotes { return text }
            let words = "words_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            let assignment = "\(words)=\(text); "
            if !assignments.contains(assignment) {
                guard !assignments.contains("\(words)=") else {
                    throw NotUnderstood("has values with nearly identical names")
                }
                assignments += assignment
            }
            return isWord ? "$\(words)" : "${\(words)}"
        }
    }
}

extension ConvertedText.Piece {
    /// A part of a line of devtool.yml; a reference is its value.
    fileprivate var written: String {
        switch self {
        case .text(let text): ShellTemplate.literal(text)
        case .reference(let reference): reference.text ?? "\"$@\""
        case .unknown: ""
        }
    }
}

private struct VariableFacts {
    var problem: String?
    var isExpanded = false
    private var length = 0

    static let depthLimit = 50
    private static let lengthLimit = 100_000

    init(problem: String? = nil) { self.problem = problem }

    /// Adds a piece; `other` has the properties of a referenced variable.
    mutating func add(_ piece: ConvertedText.Piece, _ other: VariableFacts) {
        switch piece {
        case .text(let text):
            isExpanded = isExpanded || ShellText.words(of: text) == nil
            length += text.utf8.count
        case .unknown(let reason): problem = problem ?? reason
        case .reference(.variable):
            problem = problem ?? other.problem
            isExpanded = isExpanded || other.isExpanded
            length += other.length
        case .reference(.environment(_, let other)):
            if ShellText.words(of: other ?? "") == nil {
                problem = problem ?? "has a default that a shell would expand"
            }
        case .reference: break
        }
        length = min(length, Self.lengthLimit)
        if length == Self.lengthLimit { problem = problem ?? "is too long" }
    }
}

/// The converter does not understand something, so the task must be delegated.
struct NotUnderstood: Error {
    let reason: String
    /// The line in the source file, from 1, if it is not that of the task.
    var line: Int?

    init(_ reason: String, at line: Int? = nil) {
        self.reason = reason
        self.line = line
    }
}

extension String {
    /// Whether a command may begin with the text.
    fileprivate var isProgram: Bool {
        ShellText.words(of: self)?.first.map { !ShellCommandWords.isBeforeCommand($0) } ?? false
    }
}
