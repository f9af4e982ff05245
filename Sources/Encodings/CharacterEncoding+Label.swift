import Scanning

extension CharacterEncoding {
    /// Gets an encoding from a label, as in `charset=utf8`: letter case and white space around it
    /// do not matter (Encoding 4.2); `nil` if the standard has no such label.
    package init?(label: [UInt8]) {
        let trimmed = label.trimming(.asciiWhiteSpace).map(\.asciiLowercased)
        // Most pages name their encoding as the standard does; the table of labels takes a while.
        let named = Self.allCases.first {
            $0.name.utf8.lazy.map(\.asciiLowercased).elementsEqual(trimmed)
        }
        guard let encoding = named ?? Self.byLabel[String(decoding: trimmed, as: UTF8.self)]
        else { return nil }
        self = encoding
    }

    /// Gets an encoding from a label in text.
    package init?(label: String) {
        self.init(label: Array(label.utf8))
    }

    private static let byLabel: [String: CharacterEncoding] = {
        let encodings = Dictionary(
            uniqueKeysWithValues: allCases.map { ($0.name.lowercased(), $0) })
        return NamedLists.read(labelTable).reduce(into: [:]) { labels, list in
            guard let encoding = encodings[list.key] else { return }
            for label in list.value { labels[String(label)] = encoding }
        }
    }()
}
