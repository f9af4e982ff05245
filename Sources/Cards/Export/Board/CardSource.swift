import JSON
import Synchronization

struct CardReferences: Sendable {
    var labels: [String: CardLabel] = [:]
    var memberNames: [String: String] = [:]
    var customFields: [CustomField] = []
    var checklists = PartIndex()
    var comments = PartIndex()

    @inline(__always) func memberName(_ id: String) -> String { memberNames[id] ?? id }
}

/// Reads cards from an export on access, and remembers the first error.
final class CardSource: Sendable {
    fileprivate let source: ExportSource
    fileprivate let references: CardReferences
    private let fronts: CardFronts
    private let problem = Mutex<(any Error)?>(nil)

    init(_ source: ExportSource, _ references: CardReferences, _ fronts: CardFronts) {
        (self.source, self.references, self.fronts) = (source, references, fronts)
    }

    func check() throws { if let problem = problem.withLock({ $0 }) { throw problem } }

    fileprivate func fail(_ error: any Error) { problem.withLock { $0 = $0 ?? error } }

    func front(of cards: ArraySlice<CardEntry>) -> (labels: [CardLabel], members: [String]) {
        var (labels, members): ([CardLabel], [String]) = ([], [])
        for mark in fronts.marks(of: cards) {
            switch mark {
            case .label(let label): labels.append(label)
            case .labelID(let id): if let label = references.labels[id] { labels.append(label) }
            case .member(let id): members.append(references.memberName(id))
            }
        }
        return (labels, members)
    }
}

/// Reads cards, including the parts that are in other arrays of the export.
///
/// Values that are missing or of another type become empty, and ill-formed UTF-8 becomes U+FFFD.
struct CardReader {
    private let source: CardSource
    /// Copies of the source's properties, so that threads do not contend for its reference count.
    private let export: ExportSource
    private let references: CardReferences
    private let hasChecklists, hasComments, hasNames: Bool
    private let spelling: NumberSpelling
    private var cards = ElementReader(.cards)
    private var checklists = ElementReader(.checklists)
    private var comments = ElementReader(.actions)

    init(_ source: CardSource, spelling: NumberSpelling) {
        self.source = source
        self.spelling = spelling
        export = source.source
        references = source.references
        hasChecklists = !references.checklists.isEmpty
        hasComments = !references.comments.isEmpty
        hasNames = !references.memberNames.isEmpty
    }

    /// Reads an entry into `card`; returns `false` if it could not, and reports the error to the source.
    ///
    /// The card is passed `inout` because it has dozens of properties, which returning it would copy.
    mutating func read(_ entry: CardEntry, into card: inout BoardCard) -> Bool {
        do {
            try readParts(of: entry, into: &card)
            return true
        } catch {
            source.fail(error)
            return false
        }
    }

    private mutating func readParts(of entry: CardEntry, into card: inout BoardCard) throws {
        let part = try cards.part(at: entry.place, of: export)
        card.take(part)
        card.spelling = spelling
        card.members = part[.idMembers].texts
        if hasNames {
            for index in card.members.indices { card.members[index] = references.memberName(card.members[index]) }
            for index in card.voters.indices { card.voters[index] = references.memberName(card.voters[index]) }
        }
        if part[.labels] == nil { card.labels = part[.idLabels].texts.compactMap { references.labels[$0] } }
        if hasChecklists, let places = references.checklists[entry.id] {
            card.checklists = try places.map { Checklist(try checklists.part(at: $0, of: export)) }
        }
        if card.checklists.count > 1 { card.checklists = card.checklists.ordered(by: \.position, then: \.id) }
        for list in card.checklists.indices {
            for item in card.checklists[list].items.indices {
                card.checklists[list].items[item].member = card.checklists[list].items[item].member.map(
                    references.memberName)
            }
        }
        if hasComments, let places = references.comments[entry.id] {
            card.comments = try places.map { place in
                var comment = CardComment(try comments.part(at: place, of: export))
                comment.author = references.memberNames[comment.authorID] ?? comment.author
                return comment
            }.inOrder
        }
        if let items = part[.customFieldItems]?.items {
            card.customFields = references.customFields.compactMap { $0.value(in: items) }
            if items.count > card.customFields.count {
                card.customFields += items.compactMap(CustomField.init(ofValue:)).filter { field in
                    !references.customFields.contains { $0.id == field.id }
                }.compactMap { $0.value(in: items) }
            }
        }
        if part[.badges]?[.checkItems]?.integer == nil {
            let items = card.checklists.flatMap(\.items)
            card.counts.items = items.count
            card.counts.completeItems = items.count(where: \.isComplete)
        }
    }
}
