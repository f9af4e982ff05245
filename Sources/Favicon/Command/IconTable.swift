import DevtoolKit

extension IconOrder {
    /// A row for each icon; those that are not taken have no rank.
    var table: Table {
        var table = Table("RANK", "KIND", "SIZES", "URL")
        for (rank, entry) in rankedEntries {
            table.append(
                rank ?? "-", entry.icon.kindName, entry.icon.shortSizes, entry.icon.shortURL)
        }
        return table
    }

    /// A line for each icon that says why it stands where it stands.
    var explanation: [String] {
        rankedEntries.map { rank, entry in
            let place = rank.map { "\($0). " } ?? "-  "
            let reason = (rank == nil ? "not taken: " : "") + entry.reason
            return "\(place)\(entry.icon.shortURL): \(reason)".replacingControlCharacters()
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
    /// The most sizes that are shown of a link.
    private static let shownSizeCount = 5

    /// The kinds of a link, or where else the icon is named.
    fileprivate var kindName: String {
        kinds.isEmpty ? source.rawValue : kinds.map(\.rawValue).joined(separator: " ")
    }

    /// The first few sizes.
    fileprivate var shortSizes: String {
        let shown = sizes.prefix(Self.shownSizeCount).map(\.description)
        return (shown + (shown.count < sizes.count ? ["…"] : [])).joined(separator: " ")
    }

    /// The URL, of a `data:` URL the beginning.
    fileprivate var shortURL: String {
        let text = target.description
        guard case .data = target, text.utf8.count > Self.shownDataLength else { return text }
        return text.prefix(Self.shownDataLength) + "…"
    }
}
