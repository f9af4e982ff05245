import DevtoolKit

extension IconOrder {
    /// A row for each icon; those that are not taken have no rank.
    var table: Table {
        var table = Table("RANK", "KIND", "SIZES", "URL")
        for (rank, entry) in rankedEntries {
            let sizes = entry.icon.sizes.map(\.description).joined(separator: " ")
            table.append(rank ?? "-", entry.icon.kindName, sizes, entry.icon.shortURL)
        }
        return table
    }

    /// A line for each icon that says why it stands where it stands.
    var explanation: [String] {
        rankedEntries.map { rank, entry in
            let url = entry.icon.shortURL.replacingControlCharacters()
            return rank.map { "\($0). \(url): \(entry.reason)" }
                ?? "-  \(url): not taken: \(entry.reason)"
        }
    }

    /// The entries with their place among those that can be taken.
    private var rankedEntries: [(rank: String?, entry: Entry)] {
        var count = 0
        return entries.map { entry in
            guard entry.rejection == nil else { return (nil, entry) }
            count += 1
            return ("\(count)", entry)
        }
    }
}

extension IconLink {
    /// The longest `data:` URL that is shown whole, in bytes.
    private static let shownDataLength = 64

    /// The kinds of a link, or where else the icon is named.
    fileprivate var kindName: String {
        kinds.isEmpty ? source.rawValue : kinds.map(\.rawValue).joined(separator: " ")
    }

    /// The URL, of a `data:` URL the beginning.
    fileprivate var shortURL: String {
        let text = target.description
        guard case .data = target, text.utf8.count > Self.shownDataLength else { return text }
        return text.prefix(Self.shownDataLength) + "…"
    }
}
