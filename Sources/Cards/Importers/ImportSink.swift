import JSON

/// What an importer will not take of an export.
struct ImportFacts: Sendable {
    /// Where the board begins: before it may be a byte order mark and comments, which no importer takes.
    var start = 0
    /// The members that the board lacks, as a numbered export for the importer begins with.
    var additions: [(name: String, value: String)] = []
    /// What makes the import fail, and where in the export that is, if it is at a place.
    var problems: [(place: Int?, text: String)] = []
}

/// Looks for what an importer requires while an export streams by.
struct ImportSink: BoardSink {
    private let rules: ImportRules
    private var facts = ImportFacts()
    private var arrays: Set<BoardCollection> = []
    private var known: [BoardCollection: Set<TrelloID>] = [:]
    /// What names something that may come later.
    private var references: [(place: Int, text: String, target: BoardCollection, id: TrelloID)] = []

    init() { self.init(ImportRules()) }

    /// A sink that looks for what rules require.
    init(_ rules: ImportRules) { self.rules = rules }

    let boardKeys: Set<ExportKey> = [.name, .prefs]

    func keys(of collection: BoardCollection) -> Set<ExportKey> {
        collection.keys.union([.idBoard, .idChecklists])
    }

    func innerKeys(of collection: BoardCollection) -> Set<ExportKey> { Set(ExportKey.allCases) }

    mutating func begin(_ collection: BoardCollection) { arrays.insert(collection) }

    mutating func take(_ part: ExportPart, at place: Range<Int>, from collection: BoardCollection) {
        if let id = part[.id]?.identifier { known[collection, default: []].insert(id) }
        for element in ExportElement.elements(of: part, from: collection) {
            check(part, as: element, at: place.lowerBound)
            for (_, key, target) in rules.references.filter({ $0.0 == element }) {
                // A comment has its card within its data.
                let value = element == .comment ? part[.data]?[key] : part[key]
                let text = "the '\(key.rawValue)' of this \(element.rawValue) is not in the export"
                for id in value?.identifiers ?? [] {
                    references.append((place.lowerBound, text, target, id))
                }
            }
        }
        for item in part[.checkItems]?.items ?? [] { check(item, as: .item, at: place.lowerBound) }
    }

    private mutating func check(_ part: ExportPart, as element: ExportElement, at place: Int) {
        for (key, kind) in rules.members[element] ?? []
        where part[key].map(kind.includes) != true {
            facts.problems.append(
                (place, "this \(element.rawValue) has no usable '\(key.rawValue)'"))
        }
    }

    func finish(_ board: JSONValue) -> ImportFacts {
        var facts = facts
        facts.problems += references.filter { known[$0.target]?.contains($0.id) != true }
            .map { ($0.place, $0.text) }
        for array in rules.arrays where board[array.rawValue] != nil {
            facts.problems.append((nil, "'\(array.rawValue)' is not an array"))
        }
        facts.additions = rules.arrays.filter { !arrays.contains($0) }.map { ($0.rawValue, "[]") }
        if rules.needsPrefs, board[ExportKey.prefs.rawValue] == nil {
            let prefs = #"{"background":"blue","permissionLevel":"private"}"#
            facts.additions.append((ExportKey.prefs.rawValue, prefs))
        }
        return facts
    }
}

extension ExportPart {
    /// The identifiers that a value is, has, or lists.
    fileprivate var identifiers: [TrelloID] {
        if let identifier { return [identifier] }
        if let items { return items.flatMap(\.identifiers) }
        return isObject ? self[.id].map(\.identifiers) ?? [] : []
    }
}
