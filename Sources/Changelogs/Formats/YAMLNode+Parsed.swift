import Reporting
import Scanning
import YAML

extension ParsedNode {
    /// The children are the entries of a mapping, or those of all mappings in a list.
    init(name: String, at place: TextPlace, _ node: YAMLNode) {
        self.name = name
        self.place = place
        children = []
        take(node)
    }

    private mutating func take(_ node: YAMLNode) {
        switch node.value {
        case .scalar(let text, let isPlain): value = node.isNothing ? nil : isPlain ? Self.plainText(text) : text
        case .sequence(let items):
            for item in items {
                if case .scalar = item.value {
                    guard let text = item.text else { continue }
                    loose.append(ParsedNode(name: text, value: text, children: [], place: item.place))
                } else {
                    take(item)
                }
            }
        case .mapping(let entries):
            let start = children.count
            var merged: [[ParsedNode]] = []
            for (key, node) in entries {
                guard let name = key.text else { continue }
                if name == "<<" {
                    merged.append(ParsedNode(name: name, at: place, node).children)
                    continue
                }
                children.append(ParsedNode(name: name, at: key.place, node))
            }
            // The mapping's own entries come after merged ones, and take precedence.
            children.insert(contentsOf: merged.reversed().joined(), at: start)
        }
    }

    /// The text of a plain scalar after Liquibase's YAML parser has converted numbers and Booleans.
    private static func plainText(_ text: String) -> String {
        switch text {
        case "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE": return "true"
        case "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE": return "false"
        default: break
        }
        guard let first = text.utf8.first, first < UInt8(ascii: ":"), text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return text
        }
        let digits = text.filter { $0 != "_" }
        if digits.hasPrefix("0x"), let number = Int(digits.dropFirst(2), radix: 16) { return "\(number)" }
        if digits.hasPrefix("0"), digits.count > 1, let number = Int(digits, radix: 8) { return "\(number)" }
        if let number = Int(digits) { return "\(number)" }
        guard digits.contains("."), digits.allSatisfy({ $0.isNumber || "+-.".contains($0) }),
            let number = Double(digits), abs(number) >= 1e-3, abs(number) < 1e7
        else { return text }
        return "\(number)"
    }
}
