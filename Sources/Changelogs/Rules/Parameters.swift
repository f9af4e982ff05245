import Scanning

/// The parameters `${name}` of a changelog, with their values.
struct Parameters {
    /// The defined parameters; a value is `nil` if it depends on the database or the context.
    private var values: [String: String?]
    private var definedBytes = 0
    /// References that are not defined so far, with their locations.
    private(set) var undefined: [(name: String, place: TextPlace, text: ChangelogText)] = []

    init(_ values: [String: String?]) { self.values = values }

    /// As in Liquibase, the first definition wins.
    mutating func define(_ name: String, as value: String?) {
        guard values[name] == nil else { return }
        definedBytes += value?.utf8.count ?? 0
        values[name] = .some(definedBytes <= Self.byteLimit ? value : nil)
    }

    func isDefined(_ name: String) -> Bool { values[name] != nil || name.hasPrefix("database.") }

    func expand(_ text: String) -> String {
        guard isUncertain(text) else { return text }
        var expanded = ""
        var rest = text[...]
        // A value may refer to other parameters, or to itself.
        for _ in 0..<Self.expansionLimit {
            // Ten lines with ten references to the previous line each would expand to ten billion.
            guard expanded.utf8.count <= text.utf8.count + Self.byteLimit, let found = Self.reference(in: rest) else {
                break
            }
            expanded += rest[..<found.range.lowerBound]
            let value = values[found.name].flatMap(\.self)
            expanded += value ?? String(rest[found.range])
            rest = rest[found.range.upperBound...]
        }
        return expanded + rest
    }

    private static let expansionLimit = 10_000
    /// The maximum size of all values, and the maximum growth of a string.
    private static let byteLimit = 1 << 20

    /// Whether a string refers to a parameter with an unknown value.
    func isUncertain(_ text: String) -> Bool {
        // A fast path: this is called for every string, and a string search would first build a table.
        var follows = false
        for byte in text.utf8 {
            if follows, byte == UInt8(ascii: "{") { return true }
            follows = byte == UInt8(ascii: "$")
        }
        return false
    }

    mutating func note(referencesOf text: String, at place: TextPlace, in file: ChangelogText) {
        guard isUncertain(text), undefined.count < Self.expansionLimit else { return }
        var rest = text[...]
        while let found = Self.reference(in: rest) {
            if !isDefined(found.name) { undefined.append((found.name, place, file)) }
            rest = rest[found.range.upperBound...]
        }
    }

    /// The first `${name}`; `${:name}` is Liquibase's escape.
    private static func reference(in text: Substring) -> (name: String, range: Range<Substring.Index>)? {
        var rest = text
        while let dollar = rest.firstIndex(of: "$") {
            rest = rest[rest.index(after: dollar)...]
            guard rest.first == "{" else { continue }
            // Stops at the first character that cannot be in a name, so that each character is scanned at most twice.
            let name = rest.dropFirst().prefix { !"{}\n".contains($0) }
            guard name.endIndex < rest.endIndex else { return nil }
            if rest[name.endIndex] == "}", !name.hasPrefix(":"), !name.isEmpty {
                return (String(name), dollar..<rest.index(after: name.endIndex))
            }
        }
        return nil
    }
}
