/// The value of a parameter, a variable or a setting.
package enum TaskValue: Hashable, Sendable {
    case text(String)
    case list([String])

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

    var isEmpty: Bool { self == .text("") || self == .list([]) }
}
