import DevtoolKit
import JSON

struct ImportFacts: Sendable {
    var scan = ScanResult(spelling: .standard)
    /// The board's offset, and whether a byte order mark or a comment precedes it, which no importer accepts.
    var start = 0
    var hasHeader = false
    /// The required members that the board lacks, with the values that devtool adds.
    var additions: [(name: String, value: String)] = []
    var problems: [(place: Int?, text: String)] = []
    var losses: [(offset: Int, diagnostic: Diagnostic)] = []

    func findings(for importer: Importer) -> [(offset: Int, diagnostic: Diagnostic)] {
        let name = importer.rawValue
        var lacks = additions.map { ("an export without '\($0.name)'", hint: "use '--to \(name)' to add it") }
        if hasHeader {
            lacks.insert(("a byte order mark or a comment before the board", "use '--to \(name)' to remove it"), at: 0)
        }
        let fixable = lacks.map { lack, hint in
            Diagnostic("\(name) does not accept \(lack)", severity: .warning, hint: hint, rule: .importFailure)
        }
        let failures = problems.map { problem in
            (problem.place ?? 0, Diagnostic("\(problem.text), so the import into \(name) fails", rule: .importFailure))
        }
        return (fixable.map { (0, $0) } + failures + losses).inOrder
    }
}

struct ImportSink: BoardSink {
    private let rules: ImportRules
    private var facts = ImportFacts()
    private var arrays: Set<BoardCollection> = []
    private var known: [BoardCollection: Set<TrelloID>] = [:]
    private var references: [(place: Int, text: String, target: BoardCollection, id: TrelloID)] = []

    init(_ rules: ImportRules) { self.rules = rules }

    let boardKeys: Set<ExportKey> = [.name, .prefs]

    func keys(of collection: BoardCollection) -> Set<ExportKey> { collection.keys.union([.display, .idChecklists]) }

    func innerKeys(of collection: BoardCollection) -> Set<ExportKey> { Set(ExportKey.allCases) }

    mutating func begin(_ collection: BoardCollection) { arrays.insert(collection) }

    mutating func take(_ part: ExportPart, at place: Range<Int>, from collection: BoardCollection) {
        if let id = part[.id]?.identifier { known[collection, default: []].insert(id) }
        if let element = ExportElement(part, from: collection) {
            check(part, as: element, at: place.lowerBound)
            for (_, key, target) in rules.references.filter({ $0.0 == element }) {
                let text =
                    "the '\(key.rawValue)' of this \(element.rawValue) refers to an item that is not in the export"
                for id in element.member(key, of: part)?.references ?? [] {
                    references.append((place.lowerBound, text, target, id))
                }
            }
        }
        for item in part[.checkItems]?.items ?? [] { check(item, as: .item, at: place.lowerBound) }
    }

    private mutating func check(_ part: ExportPart, as element: ExportElement, at place: Int) {
        for (key, kind) in rules.members[element] ?? [] where !kind.includes(element.member(key, of: part)) {
            var problem = "no usable '\(key.rawValue)'"
            if case .named(let most) = kind { problem = "'\(key.rawValue)' with names longer than \(most) characters" }
            facts.problems.append((place, "this \(element.rawValue) has \(problem)"))
        }
    }

    func finish(_ board: JSONValue) -> ImportFacts {
        var facts = facts
        facts.problems += references.filter { known[$0.target]?.contains($0.id) != true }.map { ($0.place, $0.text) }
        let length = board[ExportKey.name.rawValue]?.string?.unicodeScalars.count ?? 0
        if !rules.name.contains(length) {
            let tooLong = "the board's name is longer than \(rules.name.upperBound) characters"
            facts.problems.append((nil, length == 0 ? "the board has no name" : tooLong))
        }
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
    /// The identifiers that a value is, has or lists; an empty one for a value without an identifier.
    fileprivate var references: [TrelloID] {
        if let items { return items.map(\.reference) }
        return isNull ? [] : [reference]
    }

    private var reference: TrelloID { (self[.id] ?? self).identifier ?? TrelloID("") }
}
