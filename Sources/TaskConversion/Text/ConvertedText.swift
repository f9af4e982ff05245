/// A text with references: what a reader makes of a shell line, of a value, of a path.
struct ConvertedText: Hashable {
    /// A part of a text.
    indirect enum Piece: Hashable {
        case text(String)
        case reference(Reference)
        /// A reference that is used in a way of its own.
        case formed(Reference, ReferenceForm)
        /// The output of a shell line; `mayFail` where the line that it is put into must fail with it.
        case command(ConvertedText, mayFail: Bool = false)
        /// A part that cannot be said, and why.
        case unsayable(String)
    }

    var pieces: [Piece]

    init(_ pieces: [Piece]) { self.pieces = pieces }

    init(_ text: String) { pieces = text.isEmpty ? [] : [.text(text)] }

    /// Why it cannot be said in a shell line; nil where it can.
    var problem: String? {
        for piece in pieces {
            switch piece {
            case .unsayable(let reason): return reason
            case .command(let line, _): if let problem = line.problem { return problem }
            case .text, .reference, .formed: break
            }
        }
        return nil
    }

    /// Why it cannot be said where no shell reads it; nil where it can.
    var plainProblem: String? {
        for piece in pieces {
            switch piece {
            case .unsayable(let reason): return reason
            case .command: return "a condition"
            case .reference(.arguments), .formed(.arguments, _):
                return "the words of the command line"
            case .formed(_, let form) where form.isOneWord:
                return "a quoted value outside of a shell line"
            case .text, .reference, .formed: break
            }
        }
        return nil
    }

    /// The text, if it has no references.
    var literal: String? {
        var text = ""
        for piece in pieces {
            guard case .text(let part) = piece else { return nil }
            text += part
        }
        return text
    }

    var references: [Reference] {
        pieces.flatMap { piece in
            switch piece {
            case .reference(let reference), .formed(let reference, _): [reference]
            case .command(let line, _): line.references
            case .text, .unsayable: [Reference]()
            }
        }
    }

    mutating func append(_ text: String) {
        if case .text(let last) = pieces.last {
            pieces[pieces.count - 1] = .text(last + text)
        } else if !text.isEmpty {
            pieces.append(.text(text))
        }
    }

    mutating func append(_ piece: Piece) {
        if case .text(let text) = piece { append(text) } else { pieces.append(piece) }
    }

    static func + (first: ConvertedText, second: ConvertedText) -> ConvertedText {
        var sum = first
        second.pieces.forEach { sum.append($0) }
        return sum
    }

    /// The text with other texts in the place of some references.
    func replacing(_ replacement: (Reference) -> ConvertedText?) -> ConvertedText {
        var result = ConvertedText("")
        for piece in pieces {
            if case .reference(let reference) = piece, let text = replacement(reference) {
                text.pieces.forEach { result.append($0) }
            } else if case .formed(let reference, let form) = piece,
                let text = replacement(reference)
            {
                text.formed(form).pieces.forEach { result.append($0) }
            } else if case .command(let line, let mayFail) = piece {
                result.append(.command(line.replacing(replacement), mayFail: mayFail))
            } else {
                result.append(piece)
            }
        }
        return result
    }

    /// The text as a shell reads it as one word, whatever it has.
    var asOneWord: ConvertedText {
        if literal == "" { return ConvertedText("''") }
        var result = ConvertedText("")
        for piece in pieces {
            switch piece {
            case .text(let text):
                result.append(PlainWords.words(of: text) == [text] ? text : text.inQuotes)
            case .reference(let reference):
                result.append(.formed(reference, ReferenceForm(isOneWord: true)))
            case .formed(let reference, let form):
                let other = ReferenceForm(isOneWord: true, orElse: form.orElse)
                result.append(.formed(reference, other))
            case .command:
                result = result + ConvertedText("\"") + ConvertedText([piece]) + ConvertedText("\"")
            case .unsayable: result.append(piece)
            }
        }
        return result
    }

    /// The text cut at blanks.
    var words: [ConvertedText] {
        var words = [ConvertedText("")]
        for piece in pieces {
            guard case .text(let part) = piece else {
                words[words.count - 1].append(piece)
                continue
            }
            let parts = part.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
            for (index, word) in parts.enumerated() {
                if index > 0 { words.append(ConvertedText("")) }
                words[words.count - 1].append(String(word))
            }
        }
        return words.filter { !$0.pieces.isEmpty }
    }

    /// Whether it has the output of a shell line that may fail.
    var mayFail: Bool {
        pieces.contains { if case .command(_, mayFail: true) = $0 { true } else { false } }
    }

    /// The text of a shell line with `$(…)` for the output of others.
    ///
    /// A shell does not look at how a `$(…)` among other words ends, but it does so where one is assigned.
    var shellText: ConvertedText {
        guard pieces.contains(where: { if case .command = $0 { true } else { false } }) else {
            return self
        }
        var context = ShellContext()
        var assignments = ConvertedText("")
        var count = 0
        var result = ConvertedText("")
        for piece in pieces {
            switch piece {
            case .text(let text): context.read(text)
            case .reference, .formed, .unsayable: context.readReference()
            case .command(let line, let mayFail):
                let isQuoted = context.quotes == .single
                context.readReference()
                guard !isQuoted else {
                    result.append(.unsayable("a condition inside single quotes"))
                    continue
                }
                let output = ConvertedText("$(") + line.shellText + ConvertedText(")")
                guard mayFail else {
                    result = result + output
                    continue
                }
                count += 1
                let name = unusedName("output\(count)")
                assignments =
                    assignments + ConvertedText("\(name)=") + output + ConvertedText(" || exit; ")
                result.append("${\(name)}")
                continue
            }
            result.append(piece)
        }
        return assignments + result
    }

    /// A name for a variable of a shell that the text does not mention.
    func unusedName(_ name: String) -> String {
        var name = name
        func isUsed(_ text: ConvertedText) -> Bool {
            text.pieces.contains { piece in
                switch piece {
                case .text(let text): text.contains(name)
                case .command(let line, _): isUsed(line)
                case .reference, .formed, .unsayable: false
                }
            }
        }
        while isUsed(self) { name += "_" }
        return name
    }
}

/// What a reference in a text stands for.
enum Reference: Hashable {
    /// A variable of the file or the task.
    case variable(String)
    case parameter(String)
    /// A variable of the environment, and what stands in for one that is not set.
    case environment(String, orElse: String?)
    /// The name of the task.
    case taskName
    /// The folder of devtool.yml.
    case root
    /// The folder devtool was started in.
    case invocationFolder
    /// The words after `--`.
    case arguments
}

extension ConvertedText {
    /// The text where no shell reads it: a dollar sign is written twice.
    var plainText: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text.replacing("$", with: "$$")
            case .reference(let reference): reference.plainText
            case .formed(let reference, let form): reference.plainText(form)
            case .command, .unsayable: ""
            }
        }.joined()
    }
}

extension String {
    /// The text as a word of a shell line.
    var inQuotes: String { "'\(replacing("'", with: "'\\''"))'" }
}

extension Reference {
    /// The reference as devtool.yml has it.
    var plainText: String {
        switch self {
        case .variable(let name): "${vars.\(name)}"
        case .parameter(let name): "${params.\(name)}"
        case .environment(let name, nil): "${env.\(name)}"
        case .environment(let name, let other?): "${env.\(name):-\(other)}"
        case .taskName: "${task.name}"
        case .root: "${project.root}"
        case .invocationFolder: "${project.invocation-dir}"
        // No text but a shell line can have them.
        case .arguments: ""
        }
    }
}
