/// A text of another runner's file with references: a shell line, a value, a path.
struct ConvertedText: Hashable {
    /// A part of a text.
    enum Piece: Hashable {
        case text(String)
        case reference(Reference)
        /// A part beyond what the converter understands, as in `uses replace_regex()`: its task is delegated.
        case unknown(String)
    }

    private(set) var pieces: [Piece] = []

    init() {}

    init(_ pieces: [Piece]) { pieces.forEach { append($0) } }

    init(_ text: String) { append(.text(text)) }

    static func reference(_ reference: Reference) -> ConvertedText {
        ConvertedText([.reference(reference)])
    }

    static func unknown(_ reason: String) -> ConvertedText { ConvertedText([.unknown(reason)]) }

    /// The text with `x` in the place of each value.
    var skeleton: String {
        pieces.map { $0.text ?? "x" }.joined()
    }

    /// What is not understood first; nil for a text that is understood.
    var unknown: String? {
        for case .unknown(let reason) in pieces { return reason }
        return nil
    }

    /// The text, if it has no references.
    var literal: String? {
        let texts = pieces.compactMap(\.text)
        return texts.count == pieces.count ? texts.joined() : nil
    }

    var references: [Reference] {
        pieces.compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
    }

    mutating func append(_ piece: Piece) {
        guard case .text(let text) = piece else { return pieces.append(piece) }
        if case .text(var last) = pieces.last {
            // The text is not copied if nothing else has it.
            pieces.removeLast()
            last += text
            pieces.append(.text(last))
        } else if !text.utf8.isEmpty {
            pieces.append(piece)
        }
    }

    mutating func append(_ text: String) { append(.text(text)) }

    mutating func append(contentsOf other: ConvertedText) { other.pieces.forEach { append($0) } }

    /// Whether the text between its references has one of some words.
    func contains(anyOf words: [String]) -> Bool {
        pieces.compactMap(\.text).contains { words.contains(where: $0.contains) }
    }

    static func + (first: ConvertedText, second: ConvertedText) -> ConvertedText {
        ConvertedText(first.pieces + second.pieces)
    }

    /// The text with other texts in the place of some references.
    func replacing(_ replacement: (Reference) -> ConvertedText?) -> ConvertedText {
        ConvertedText(
            pieces.flatMap { piece in
                guard case .reference(let reference) = piece else { return [piece] }
                return replacement(reference)?.pieces ?? [piece]
            })
    }
}

extension ConvertedText.Piece {
    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// Whether a shell would do no more with it than split it.
    var isPlain: Bool {
        text.map { PlainWords.words(of: $0) != nil } ?? true
    }
}

/// What a reference in a text stands for.
enum Reference: Hashable {
    /// A variable of the file or the task.
    case variable(String)
    case parameter(String)
    /// A variable of the environment, and what stands in for one that is not set or empty; nil for one that always is.
    case environment(String, orElse: String? = "")
    /// The name of the task.
    case taskName
    /// The folder of devtool.yml.
    case root
    /// The folder devtool was started in.
    case invocationFolder
    /// The words after `--`.
    case arguments

    /// The variable of the file or the task that it refers to.
    var variable: String? {
        if case .variable(let name) = self { name } else { nil }
    }

    /// The reference as devtool.yml has it; no text but a shell line can have the words after `--`.
    var text: String? {
        switch self {
        case .variable(let name): "${vars.\(name)}"
        case .parameter(let name): "${params.\(name)}"
        case .environment(let name, nil): "${env.\(name)}"
        case .environment(let name, let other?): "${env.\(name):-\(other)}"
        case .taskName: "${task.name}"
        case .root: "${project.root}"
        case .invocationFolder: "${project.invocation-dir}"
        case .arguments: nil
        }
    }
}

/// What a shell makes of a text without quotes around it (POSIX.1-2024, Shell Command Language, 2.2 and 2.6).
enum PlainWords {
    private static let active = Set("$`\"'\\*?[]{}~()<>|&;#!".utf8)

    /// The words of a text that a shell only splits; nil where it would do more with it.
    static func words(of text: String) -> [String]? {
        if text.utf8.contains(where: active.contains) { return nil }
        return text.utf8.split { " \t\n".utf8.contains($0) }.map { String(Substring($0)) }
    }

    /// The text as one word of a shell line.
    static func quoted(_ text: String) -> String {
        words(of: text) == [text] ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
