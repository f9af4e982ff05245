import JSON

/// Finds the cards whose title began with their own number at some point in the board's history.
///
/// devtool does not write to Trello, so a person wrote these numbers.
struct HistorySink: BoardSink {
    private var beginnings: [String: Set<String>] = [:]

    let boardKeys: Set<ExportKey> = []

    func keys(of collection: BoardCollection) -> Set<ExportKey> { collection == .actions ? [.data] : [] }

    func innerKeys(of collection: BoardCollection) -> Set<ExportKey> { [.card, .old, .name, .idShort] }

    mutating func begin(_ collection: BoardCollection) { if collection == .actions { beginnings = [:] } }

    mutating func take(_ part: ExportPart, at place: Range<Int>, from collection: BoardCollection) {
        guard let card = part[.data]?[.card], let number = card[.idShort]?.numberSpelling else { return }
        for title in [card[.name], part[.data]?[.old]?[.name]].compactMap({ $0?.string }) {
            guard let first = title.unicodeScalars.firstIndex(where: \.isDigit) else { continue }
            let digits = title.unicodeScalars[first...].prefix(while: \.isDigit)
            if String(digits) == number { beginnings[number, default: []].insert(String(title[..<digits.endIndex])) }
        }
    }

    func finish(_ board: JSONValue) -> [String: Set<String>] { beginnings }
}

extension Unicode.Scalar { fileprivate var isDigit: Bool { ("0"..."9").contains(self) } }
