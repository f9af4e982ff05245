/// The parameters of a changelog, `${name}`, and their values.
struct Parameters {
    /// What is known to be defined; nil where the value depends on the database or the context.
    private var values: [String: String?]
    /// How many bytes the values have that changelogs define.
    private var definedBytes = 0
    /// The names that something refers to and nothing defines so far, with where.
    private(set) var undefined: [(name: String, place: ParsedNode.Place, text: SourceText)] = []

    /// Creates the parameters that are given from outside.
    init(_ values: [String: String?]) {
        self.values = values
    }

    /// Defines a parameter; the first definition counts, as in Liquibase.
    mutating func define(_ name: String, as value: String?) {
        guard values[name] == nil else { return }
        definedBytes += value?.utf8.count ?? 0
        values[name] = .some(definedBytes <= Self.byteLimit ? value : nil)
    }

    /// Whether a parameter is defined by now.
    func isDefined(_ name: String) -> Bool {
        values[name] != nil || name.hasPrefix("database.")
    }

    /// The text with values for parameters; those that are not known stay.
    func expand(_ text: String) -> String {
        guard isUncertain(text) else { return text }
        var expanded = ""
        var rest = text[...]
        // A value may refer to other parameters, and might refer to itself.
        for _ in 0..<Self.expansionLimit {
            // Ten lines of ten references to the line before would be ten billion.
            guard expanded.utf8.count <= text.utf8.count + Self.byteLimit,
                let found = Self.reference(in: rest)
            else { break }
            expanded += rest[..<found.range.lowerBound]
            let value = values[found.name].flatMap(\.self)
            expanded += value ?? String(rest[found.range])
            rest = rest[found.range.upperBound...]
        }
        return expanded + rest
    }

    private static let expansionLimit = 10_000
    /// The most bytes that values may have together, and by which a text may grow.
    private static let byteLimit = 1 << 20

    /// Whether a text refers to a parameter whose value is not known.
    func isUncertain(_ text: String) -> Bool {
        // Every text is asked, and a search for a string makes a table first.
        var follows = false
        for byte in text.utf8 {
            if follows, byte == UInt8(ascii: "{") { return true }
            follows = byte == UInt8(ascii: "$")
        }
        return false
    }

    /// Remembers what a text refers to that is not defined by now.
    mutating func note(referencesOf text: String, at place: ParsedNode.Place, in file: SourceText) {
        guard isUncertain(text), undefined.count < Self.expansionLimit else { return }
        var rest = text[...]
        while let found = Self.reference(in: rest) {
            if !isDefined(found.name) { undefined.append((found.name, place, file)) }
            rest = rest[found.range.upperBound...]
        }
    }

    /// The first `${name}`; `${:name}` is how Liquibase is told to leave one alone.
    private static func reference(
        in text: Substring
    ) -> (name: String, range: Range<Substring.Index>)? {
        var rest = text
        while let dollar = rest.firstIndex(of: "$") {
            rest = rest[rest.index(after: dollar)...]
            guard rest.first == "{" else { continue }
            // It ends where no name goes on: whatever follows, each character is looked at twice at most.
            let name = rest.dropFirst().prefix { !"{}\n".contains($0) }
            guard name.endIndex < rest.endIndex else { return nil }
            if rest[name.endIndex] == "}", !name.hasPrefix(":"), !name.isEmpty {
                return (String(name), dollar..<rest.index(after: name.endIndex))
            }
        }
        return nil
    }
}
