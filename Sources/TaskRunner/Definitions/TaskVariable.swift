package import DevtoolKit

/// A string or a list of strings, with unexpanded references.
package enum LocatedValue: Sendable {
    case text(LocatedText)
    case list([LocatedText])

    var texts: [LocatedText] {
        switch self {
        case .text(let text): [text]
        case .list(let texts): texts
        }
    }

    var written: TaskValue? { texts.contains(where: \.mayHaveReferences) ? nil : asWritten }

    var asWritten: TaskValue {
        switch self {
        case .text(let text): .text(text.text)
        case .list(let texts): .list(texts.map(\.text))
        }
    }
}

package struct TaskVariable: Sendable {
    package enum Source: Sendable {
        case value(LocatedValue)
        /// The output of a program without trailing line breaks.
        case command([LocatedText])
        /// The output of a shell line without trailing line breaks.
        case shell(LocatedText)
        case secret(SecretReference)
    }

    package let name: String
    package let source: Source
    package let place: TaskPlace

    /// The strings that no shell reads.
    var plainTexts: [LocatedText] {
        switch source {
        case .value(let value): value.texts
        case .command(let texts): texts
        case .shell, .secret: []
        }
    }
}

package struct DotenvFile: Sendable {
    /// Relative to the folder of the file that names it.
    package let name: LocatedText
    package var isOptional = false
}
