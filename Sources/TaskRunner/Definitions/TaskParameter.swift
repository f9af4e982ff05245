package import DevtoolKit

/// A parameter of a task, as in `devtool run deploy --region eu`.
package struct TaskParameter: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case string
        case integer
        case boolean
        case list

        /// The kind of settings with the same syntax.
        fileprivate var setting: Setting.Kind {
            switch self {
            case .string, .list: .string
            case .integer: .integer(.min ... .max)
            case .boolean: .boolean
            }
        }
    }

    /// Set by `--NAME`, and used as `${params.NAME}`.
    package let name: String
    package let kind: Kind
    /// The default; that of a flag is `false` if the file has none.
    package let defaultValue: LocatedValue?
    package let choices: [String]
    package let isRequired: Bool
    package let takesRest: Bool
    package let description: String?
    package let place: TaskPlace

    package var location: SourceLocation { place.location }

    var defaultTexts: [LocatedText] { defaultValue?.texts ?? [] }

    /// The value as the parameter needs it: a single string becomes a list of one.
    func adapted(_ value: TaskValue) -> TaskValue {
        if kind == .list, case .text(let text) = value { .list([text]) } else { value }
    }

    /// Why a value is invalid, such as `must be an integer, not 'x'`; `nil` if it is valid.
    func check(_ value: TaskValue) -> String? {
        switch value {
        case .text(let text): check(text)
        case .list where kind != .list: "must be one value, not a list"
        case .list(let items): items.lazy.compactMap(check).first
        }
    }

    /// Performs the check on a single string, or on an element of a list.
    package func check(_ text: String) -> String? {
        if kind.setting.value(of: text) == nil { return kind.setting.refusal(of: text) }
        if choices.isEmpty || choices.contains(text) { return nil }
        return Setting.Kind.choice(choices).refusal(of: text)
    }

    package func hint(for text: String) -> String? {
        if !choices.isEmpty, let hint = Setting.Kind.choice(choices).hint(for: text) { return hint }
        return kind.setting.hint(for: text)
    }
}
