import JSON

/// Finds cards whose title began with the card's own number at some time, in the history of a board:
/// devtool does not write there, so it was a person.
struct HistorySink: BoardSink {
    /// For the digits of a number, how titles of the card with that number began, up to the number's end.
    private var beginnings: [String: Set<String>] = [:]

    let boardKeys: Set<ExportKey> = []

    func keys(of collection: BoardCollection) -> Set<ExportKey> {
        collection == .actions ? [.data] : []
    }

    func innerKeys(of collection: BoardCollection) -> Set<ExportKey> {
        [.card, .old, .name, .idShort]
    }

    mutating func begin(_ collection: BoardCollection) {
        if collection == .actions { beginnings = [:] }
    }

    mutating func take(_ part: ExportPart, at place: Range<Int>, from collection: BoardCollection) {
        guard let card = part[.data]?[.card], let number = card[.idShort]?.numberSpelling else {
            return
        }
        for title in [card[.name], part[.data]?[.old]?[.name]].compactMap({ $0?.string }) {
            guard let first = title.unicodeScalars.firstIndex(where: \.isDigit) else { continue }
            let digits = title.unicodeScalars[first...].prefix(while: \.isDigit)
            if String(digits) == number {
                beginnings[number, default: []].insert(String(title[..<digits.endIndex]))
            }
        }
    }

    func finish(_ board: JSONValue) -> [String: Set<String>] { beginnings }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
