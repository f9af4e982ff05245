package import DevtoolKit

/// A parameter of a task, as in `devtool run deploy --region eu`.
package struct TaskParameter: Sendable {
    /// The type of the values.
    package enum Kind: String, CaseIterable, Sendable {
        case string
        case integer
        case boolean
        /// Any number of texts.
        case list

        /// The kind of settings whose values are read alike.
        fileprivate var setting: Setting.Kind {
            switch self {
            case .string, .list: .string
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
    package let defaultValue: LocatedValue?
    /// All values that it may have; none for any.
    package let choices: [String]
    /// Whether a value has to be given.
    package let isRequired: Bool
    /// Whether it takes all words of the command line that are left.
    package let takesRest: Bool
    /// What it is for.
    package let description: String?
    /// Where it is defined.
    package let place: TaskPlace

    /// Where it is defined, for messages.
    package var location: SourceLocation { place.location }

    /// All texts of the default.
    var defaultTexts: [LocatedText] { defaultValue?.texts ?? [] }
    /// The default where it is one text.
    var defaultText: LocatedText? { if case .text(let text) = defaultValue { text } else { nil } }

    /// A value as the parameter has it: of a list, one text is the only item.
    func adapted(_ value: TaskValue) -> TaskValue {
        if kind == .list, case .text(let text) = value { .list([text]) } else { value }
    }

    /// Why something is not a value of the parameter, as in `must be an integer, not 'x'`; nil if it is one.
    func check(_ value: TaskValue) -> String? {
        switch value {
        case .text(let text): check(text)
        case .list where kind != .list: "must be one value, not a list"
        case .list(let items): items.lazy.compactMap(check).first
        }
    }

    /// Why a text is not a value of the parameter, or an item of it.
    package func check(_ text: String) -> String? {
        if kind.setting.value(of: text) == nil { return kind.setting.refusal(of: text) }
        if choices.isEmpty || choices.contains(text) { return nil }
        return Setting.Kind.choice(choices).refusal(of: text)
    }

    /// What to write instead of an invalid value, if known.
    package func hint(for text: String) -> String? {
        if !choices.isEmpty, let hint = Setting.Kind.choice(choices).hint(for: text) { return hint }
        return kind.setting.hint(for: text)
    }
}
