import DevtoolKit

/// A text, or a list of texts, before anything is put in.
package enum LocatedValue: Sendable {
    case text(LocatedText)
    case list([LocatedText])

    /// All its texts.
    var texts: [LocatedText] {
        switch self {
        case .text(let text): [text]
        case .list(let texts): texts
        }
    }

    /// The value where nothing has to be put in; nil elsewhere.
    var written: TaskValue? {
        if texts.contains(where: \.mayHaveReferences) { return nil }
        return switch self {
        case .text(let text): .text(text.text)
        case .list(let texts): .list(texts.map(\.text))
        }
    }
}

/// A variable of `vars` or `env`.
package struct TaskVariable: Sendable {
    /// Where the value comes from.
    package enum Source: Sendable {
        /// What is written down.
        case value(LocatedValue)
        /// What a program prints, without the line breaks at its end.
        case command([LocatedText])
        /// What a shell line prints, likewise.
        case shell(LocatedText)
    }

    /// The name.
    package let name: String
    /// Where the value comes from.
    package let source: Source
    /// Where it is defined.
    package let place: TaskPlace

    /// The texts that no shell reads.
    var plainTexts: [LocatedText] {
        switch source {
        case .value(let value): value.texts
        case .command(let texts): texts
        case .shell: []
        }
    }
}

/// A file with variables for programs.
package struct DotenvFile: Sendable {
    /// Its path, from the folder of the file that names it.
    package let name: LocatedText
    /// Whether it need not be there.
    package var isOptional = false
}
