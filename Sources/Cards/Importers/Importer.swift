import ArgumentParser
import DevtoolKit
import Synchronization

/// A program that imports Trello's own export, or a format made for it.
///
/// Its ``rules`` follow its source, those of Jira and GitHub their documentation; `docs/cards.md` lists commits and dates.
enum Importer: String, CaseIterable, ExpressibleByArgument, Sendable {
    case planka, wekan, deck, focalboard, vikunja, kanboard, jira, gitlab, github, linear

    /// The format that it reads; `nil` for Trello's own export.
    var format: ExportFormat? {
        switch self {
        case .planka, .wekan, .deck, .focalboard: nil
        case .vikunja: .full
        case .kanboard: .kanboard
        case .jira: .jira
        case .gitlab: .gitlab
        case .github: .github
        case .linear: .linear
        }
    }

    var rules: ImportRules {
        switch self {
        case .planka:
            ImportRules(
                arrays: [.labels, .lists, .cards, .checklists, .actions],
                members: [
                    .card: [
                        (.name, .filled), (.idLabels, .list), (.pos, .optional(.number)), (.due, .optional(.date)),
                    ], .list: [(.name, .optional(.filled)), (.pos, .optional(.number))],
                    .checklist: [(.idCard, .text), (.name, .filled), (.pos, .number), (.checkItems, .list)],
                    .item: [(.name, .filled), (.pos, .number)],
                    .comment: [(.card, .object), (.memberCreator, .object)],
                ], references: [(.card, .idLabels, .labels), (.checklist, .idCard, .cards), (.comment, .card, .cards)],
                losses: [
                    .members, .attachments, .customFields, .start, .cover, .votes, .location, .itemFacts,
                    .copiedComments,
                ])
        case .wekan:
            ImportRules(
                arrays: [.members, .lists, .cards, .checklists, .actions], needsPrefs: true, name: 1...Int.max,
                members: [
                    .card: [(.due, .optional(.date))], .list: [(.name, .filled), (.pos, .optional(.number))],
                    .checklist: [(.pos, .number), (.checkItems, .list)], .item: [(.name, .filled), (.pos, .number)],
                    .comment: [(.card, .object), (.date, .optional(.date)), (.text, .filled)],
                    .customField: [(.name, .filled), (.type, .filled), (.display, .object)],
                ], references: [(.card, .idLabels, .labels)], losses: [.start, .itemFacts, .copiedComments],
                numbersCards: true)
        case .deck:
            ImportRules(
                arrays: [.actions], name: 1...100,
                members: [
                    .card: [
                        (.name, .text), (.idList, .text), (.idChecklists, .list), (.dateLastActivity, .milliseconds),
                        (.due, .optional(.milliseconds)), (.labels, .named(atMost: 100)),
                    ], .list: [(.name, .text)], .comment: [(.id, .text), (.date, .milliseconds), (.text, .text)],
                ], references: [(.card, .idList, .lists), (.card, .labels, .labels)],
                losses: [
                    .longTitle, .longListTitle, .archivedList, .members, .customFields, .start, .completion, .cover,
                    .votes, .location, .itemFacts, .copiedComments,
                ])
        case .focalboard:
            ImportRules(
                arrays: [.lists, .cards, .checklists], members: [.checklist: [(.checkItems, .list)]],
                losses: [
                    .archive, .members, .labels, .due, .completion, .start, .comments, .copiedComments, .attachments,
                    .customFields, .cover, .votes, .location, .itemFacts, .checklistTitles,
                ])
        case .vikunja:
            ImportRules(losses: [.archive, .members, .labelCommas, .cover, .votes, .location], guessesSeparator: true)
        case .kanboard: ImportRules(losses: [.archive, .otherMembers, .labelCommas, .cover, .votes, .location])
        case .jira: ImportRules(losses: [.otherMembers, .cover, .votes, .location])
        case .github: ImportRules(losses: [.members, .start, .due, .cover, .votes, .location])
        case .gitlab: ImportRules(losses: [.members, .labelQuotes, .start, .cover, .votes, .location])
        case .linear:
            ImportRules(losses: [.archivedCard, .start, .due, .otherMembers, .labelCommas, .cover, .votes, .location])
        }
    }
}

/// What an importer requires of an export, and which parts of cards it loses.
struct ImportRules: Sendable {
    var arrays: [BoardCollection] = []
    var needsPrefs = false
    /// The allowed length of the board's name.
    var name = 0...Int.max
    var members: [ExportElement: [(ExportKey, MemberKind)]] = [:]
    var references: [(ExportElement, ExportKey, BoardCollection)] = []
    var losses: [CardFeature] = []
    var guessesSeparator = false
    /// Whether the importer itself displays card numbers.
    var numbersCards = false
}

enum ExportElement: String, Sendable {
    case card, list, label, checklist, item = "checklist item", comment
    case customField = "custom field"

    /// The element for a part of a collection; `nil` if importers ignore it.
    init?(_ part: ExportPart, from collection: BoardCollection) {
        switch collection {
        case .cards: self = .card
        case .lists: self = .list
        case .labels: self = .label
        case .checklists: self = .checklist
        case .customFields: self = .customField
        // No importer reads comments that were copied along with a card.
        case .actions where part.string(.type) == "commentCard": self = .comment
        case .actions, .members: return nil
        }
    }

    func member(_ key: ExportKey, of part: ExportPart) -> ExportPart? {
        part[key] ?? (self == .comment ? part[.data]?[key] : nil)
    }
}

indirect enum MemberKind: Sendable {
    case text, filled, number, date, list, object
    /// A timestamp with fractions of a second, which PHP's `Y-m-d\TH:i:s.v\Z` requires.
    case milliseconds
    case optional(MemberKind)
    /// Objects, if any, whose names have at most this number of characters.
    case named(atMost: Int)

    /// Whether a value has the type; importers accept a number wherever they accept a string.
    func includes(_ part: ExportPart?) -> Bool {
        switch self {
        case .text: part?.string != nil || Self.number.includes(part)
        case .filled: part?.string?.isEmpty == false || Self.number.includes(part)
        case .number: part?.decimal != nil
        case .date: part?.string.flatMap { CardDate($0) ?? CardDate($0 + "T00:00:00Z") } != nil
        case .milliseconds: Self.date.includes(part) && part?.string?.contains(/\.[0-9]{1,3}Z/) == true
        case .list: part?.items != nil
        case .object: part?.isObject == true
        case .named(let most): part?.items?.allSatisfy { $0.string(.name)?.unicodeScalars.count ?? 0 <= most } ?? true
        case .optional(let kind): part.map(\.isNull) ?? true || kind.includes(part)
        }
    }
}

final class ImportLosses: Sendable {
    private let name: String
    private let features: [CardFeature]
    private let notes = Mutex<[(offset: Int, diagnostic: Diagnostic)]>([])
    private let guessesSeparator: Bool
    /// How often each byte is in the first three lines of the table.
    private let counts = Mutex<[UInt8: Int]>([:])

    init(_ importer: Importer) {
        (name, features) = (importer.rawValue, importer.rules.losses)
        guessesSeparator = importer.rules.guessesSeparator
    }

    var found: [(offset: Int, diagnostic: Diagnostic)] {
        let (counts, notes) = (counts.withLock { $0 }, notes.withLock { $0 })
        let most = ";\t|".utf8.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? 0
        guard guessesSeparator, counts[most, default: 0] >= counts[UInt8(ascii: ","), default: 0] else { return notes }
        let mark = most == UInt8(ascii: "\t") ? "a tab" : "'\(Unicode.Scalar(most))'"
        let guess = Diagnostic(
            "\(name) may mistake \(mark) for the column separator", severity: .warning,
            hint: "choose the comma as the separator in the import dialog", rule: .importLoss)
        return [(0, guess)] + notes
    }

    /// Takes a row of the table; an importer that guesses the separator counts within quotation marks, too.
    func take(_ row: [UInt8]) {
        let end = UInt8(ascii: "\n")
        counts.withLock { counts in
            if !guessesSeparator || counts[end, default: 0] > 2 { return }
            for byte in row where counts[end, default: 0] < 3 { counts[byte, default: 0] += 1 }
        }
    }

    func take(_ card: BoardCard, in list: BoardList, at place: Int) {
        let lost = features.filter { $0.isThere(on: card, in: list) }
        if lost.isEmpty { return }
        let number = card.number.map { " \($0)" } ?? ""
        let title = String(card.titleWithoutNumber.prefix(60)).replacingControlCharacters()
        let sentence = "card\(number) \"\(title)\": \(name) drops: " + lost.map(\.rawValue).joined(separator: ", ")
        let finding = Diagnostic(sentence, severity: .warning, rule: .importLoss)
        notes.withLock { $0.append((place, finding)) }
    }
}

enum CardFeature: String, CaseIterable, Sendable {
    case archivedCard = "the card itself (it is archived)"
    case archivedList = "the card itself (its list is archived)"
    case longTitle = "the card itself (its title is longer than 255 characters)"
    case longListTitle = "the card itself (its list's title is longer than 100 characters)"
    case archive = "its archived state"
    case members, otherMembers = "all members except the first"
    case labels, labelCommas = "commas in labels", labelQuotes = "quotation marks in labels"
    case start = "start date", due = "due date", completion
    case comments, copiedComments = "comments copied along with the card"
    case attachments, customFields = "custom fields", cover, votes, location
    case checklistTitles = "checklist titles"
    case itemFacts = "members and due dates of checklist items"

    func isThere(on card: BoardCard, in list: BoardList) -> Bool {
        switch self {
        case .archivedCard, .archive: card.isArchived || list.isArchived
        case .archivedList: list.isArchived
        case .longTitle: card.title.unicodeScalars.count > 255
        case .longListTitle: list.title.unicodeScalars.count > 100
        case .members: !card.members.isEmpty
        case .otherMembers: card.members.count > 1
        case .labels: !card.labels.isEmpty
        case .labelCommas: card.labels.contains { $0.name.contains(",") }
        case .labelQuotes: card.labels.contains { $0.name.contains("\"") }
        case .start: card.start != nil
        case .due: card.due != nil
        case .completion: card.isComplete
        case .comments: card.comments.contains { !$0.isCopied }
        case .copiedComments: card.comments.contains(where: \.isCopied)
        case .attachments: !card.attachments.isEmpty
        case .customFields: !card.customFields.isEmpty
        case .cover: card.cover != nil
        case .votes: card.counts.votes > 0
        case .location: card.location != nil
        case .checklistTitles: !card.checklists.isEmpty
        case .itemFacts: card.checklists.contains { $0.items.contains { $0.due != nil || $0.member != nil } }
        }
    }
}
