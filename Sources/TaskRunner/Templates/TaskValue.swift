/// The value of a parameter, a variable or a setting in the texts of a task.
package enum TaskValue: Hashable, Sendable {
    /// One text.
    case text(String)
    /// The items of a list.
    case list([String])

    /// The value where only one text can stand.
    var joined: String {
        switch self {
        case .text(let text): text
        case .list(let items): items.joined(separator: ",")
        }
    }

    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let items): items
        }
    }

    /// Whether it is nothing: the text without a character, or a list without items.
    var isEmpty: Bool { self == .text("") || self == .list([]) }
}
