indirect enum DocumentValue {
    case text(String)
    /// The scalar `true`, which is not a string.
    case `true`
    case list([Item])
    case mapping([Entry])

    struct Item {
        var comments: [String] = []
        let value: DocumentValue

        init(_ value: DocumentValue, comments: [String] = []) {
            self.comments = comments
            self.value = value
        }
    }

    struct Entry {
        var comments: [String] = []
        let key: String
        let value: DocumentValue

        init(_ key: String, _ value: DocumentValue, comments: [String] = []) {
            self.comments = comments
            self.key = key
            self.value = value
        }
    }

    static func texts(_ texts: [String]) -> DocumentValue { .list(texts.map { Item(.text($0)) }) }

    /// The value on one line, such as `{task: build, params: {target: linux}}`; `nil` if that is not possible.
    var flow: String? {
        switch self {
        case .text(let text): return text.contains("\n") ? nil : text.flowScalar
        case .true: return "true"
        case .list(let items):
            let texts = items.compactMap { $0.comments.isEmpty ? $0.value.flow : nil }
            return texts.count == items.count ? "[" + texts.joined(separator: ", ") + "]" : nil
        case .mapping(let entries):
            let texts = entries.compactMap { entry in
                entry.comments.isEmpty ? entry.value.flow.map { "\(entry.key.flowScalar): \($0)" } : nil
            }
            return texts.count == entries.count ? "{" + texts.joined(separator: ", ") + "}" : nil
        }
    }
}
