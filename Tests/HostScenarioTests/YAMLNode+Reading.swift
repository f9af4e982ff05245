import TestSupport
import Testing
import YAML

/// What tests read of files in YAML that are for other programs.
extension YAMLNode {
    /// The document of a text.
    static func document(_ text: String) throws -> YAMLNode { try #require(try YAMLParser.parse(Array(text.utf8))) }

    /// The keys of a mapping with their values, in the order of the file.
    var entries: [(key: String, value: YAMLNode)] {
        guard case .mapping(let pairs) = value else { return [] }
        return pairs.map { ($0.key.string, $0.value) }
    }

    /// The keys of a mapping.
    var keys: [String] { entries.map(\.key) }

    /// The items of a list.
    var items: [YAMLNode] {
        guard case .sequence(let items) = value else { return [] }
        return items
    }

    /// The text of a scalar; none of anything else.
    var string: String {
        guard case .scalar(let text, _) = value else { return "" }
        return text
    }

    /// The texts of all scalars in it, with the path of keys that leads to each.
    func scalars(at path: [String] = []) -> [(path: [String], text: String)] {
        switch value {
        case .scalar(let text, _): [(path, text)]
        case .sequence(let items): items.flatMap { $0.scalars(at: path) }
        case .mapping: entries.flatMap { $0.value.scalars(at: path + [$0.key]) }
        }
    }

    subscript(key: String) -> YAMLNode? { entries.first { $0.key == key }?.value }
}
