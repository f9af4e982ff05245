package import DevtoolKit

/// Something that a task is told when it is run, as with `devtool run deploy --region eu`.
package struct TaskParameter: Sendable {
    /// What values may be.
    package enum Kind: String, CaseIterable, Sendable {
        case string
        case integer
        case boolean

        /// The kind of settings whose values are read alike.
        fileprivate var setting: Setting.Kind {
            switch self {
            case .string: .string
            case .integer: .integer(.min ... .max)
            case .boolean: .boolean
            }
        }
    }

    /// What it is given by, `--NAME`, and used by, `${params.NAME}`.
    package let name: String
    /// What its values may be.
    package let kind: Kind
    /// Its value where none is given; that of a truth value is `false` where the file says nothing.
    package let defaultText: LocatedText?
    /// All values that it may have; none for any.
    package let choices: [String]
    /// Whether a value has to be given.
    package let isRequired: Bool
    /// What it is for.
    package let description: String?
    /// Where it is defined.
    package let place: TaskPlace

    /// Where it is defined, for messages.
    package var location: SourceLocation { place.location }

    /// Why a text is no value of the parameter, as in `must be an integer, not 'x'`; nil when it is one.
    package func check(_ text: String) -> String? {
        if kind.setting.value(of: text) == nil { return kind.setting.refusal(of: text) }
        if choices.isEmpty || choices.contains(text) { return nil }
        return Setting.Kind.choice(choices).refusal(of: text)
    }

    /// What to write in the place of a text that is no value, where that can be told.
    package func hint(for text: String) -> String? {
        if !choices.isEmpty, let hint = Setting.Kind.choice(choices).hint(for: text) { return hint }
        return kind.setting.hint(for: text)
    }
}
