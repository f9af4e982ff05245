import Shell

/// A text with references, such as a shell line, a value or a path.
struct ConvertedText: Hashable {
    enum Piece: Hashable {
        case text(String)
        case reference(Reference)
        /// The reason why a part is not understood, such as `uses replace_regex()`; its task is delegated.
        case unknown(String)
    }

    private(set) var pieces: [Piece] = []

    init() {}

    init(_ pieces: [Piece]) { pieces.forEach { append($0) } }

    init(_ text: String) { append(.text(text)) }

    static func reference(_ reference: Reference) -> ConvertedText { ConvertedText([.reference(reference)]) }

    static func unknown(_ reason: String) -> ConvertedText { ConvertedText([.unknown(reason)]) }

    /// The text with `x` for each reference.
    var skeleton: String { pieces.map { $0.text ?? "x" }.joined() }

    /// The first reason why the text is not understood.
    var unknown: String? {
        for case .unknown(let reason) in pieces { return reason }
        return nil
    }

    /// `nil` if there are references.
    var literal: String? {
        let texts = pieces.compactMap(\.text)
        return texts.count == pieces.count ? texts.joined() : nil
    }

    var references: [Reference] {
        pieces.compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
    }

    /// The text before the first reference.
    var start: String { pieces.first?.text ?? "" }

    func dropping(_ prefix: some StringProtocol) -> ConvertedText {
        if prefix.isEmpty || !start.hasPrefix(prefix) { return self }
        return ConvertedText([.text(String(start.dropFirst(prefix.count)))] + pieces.dropFirst())
    }

    mutating func append(_ piece: Piece) {
        guard case .text(let text) = piece else { return pieces.append(piece) }
        if case .text(var last) = pieces.last {
            // Avoids a copy of the text.
            pieces.removeLast()
            last += text
            pieces.append(.text(last))
        } else if !text.utf8.isEmpty {
            pieces.append(piece)
        }
    }

    mutating func append(_ text: String) { append(.text(text)) }

    mutating func append(contentsOf other: ConvertedText) { other.pieces.forEach { append($0) } }

    /// Checks only the text between references.
    func contains(anyOf words: [String]) -> Bool {
        pieces.compactMap(\.text).contains { words.contains(where: $0.contains) }
    }

    static func + (first: ConvertedText, second: ConvertedText) -> ConvertedText {
        ConvertedText(first.pieces + second.pieces)
    }

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

    /// Whether a shell would at most split it.
    var isPlain: Bool { text.map { ShellText.words(of: $0) != nil } ?? true }
}

enum Reference: Hashable {
    case variable(String)
    case parameter(String)
    /// An environment variable, with the replacement if it is unset; `nil` if it is always set.
    case environment(String, orElse: String? = "")
    case root
    case invocationFolder
    /// The words after `--`.
    case arguments

    var variable: String? { if case .variable(let name) = self { name } else { nil } }

    /// The syntax in devtool.yml; `nil` for what only shell lines can use: the words after `--`, and defaults with
    /// braces.
    var text: String? {
        switch self {
        case .variable(let name): "${vars.\(name)}"
        case .parameter(let name): "${params.\(name)}"
        case .environment(let name, nil): "${env.\(name)}"
        case .environment(let name, ""): "${env.\(name):-}"
        case .environment(let name, let other?):
            other.contains("}") || other.contains("${") ? nil : "${env.\(name)-\(other)}"
        case .root: "${project.root}"
        case .invocationFolder: "${project.invocation-dir}"
        case .arguments: nil
        }
    }
}
