import Scanning

extension CharacterEncoding {
    /// Looks up a label such as `utf8`, ignoring case and surrounding white space (Encoding 4.2); `nil` if it is
    /// unknown.
    package init?(label: [UInt8]) {
        let trimmed = label.trimming(.asciiWhiteSpace).map(\.asciiLowercased)
        // Most pages use the standard's name, and the table of labels takes time to load.
        let named = Self.allCases.first { $0.name.utf8.lazy.map(\.asciiLowercased).elementsEqual(trimmed) }
        guard let encoding = named ?? Self.byLabel[String(decoding: trimmed, as: UTF8.self)] else { return nil }
        self = encoding
    }

    package init?(label: String) { self.init(label: Array(label.utf8)) }

    private static let byLabel: [String: CharacterEncoding] = {
        let encodings = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name.lowercased(), $0) })
        return labelTable.namedLists.reduce(into: [:]) { labels, list in
            guard let encoding = encodings[list.key] else { return }
            for label in list.value { labels[String(label)] = encoding }
        }
    }()
}
