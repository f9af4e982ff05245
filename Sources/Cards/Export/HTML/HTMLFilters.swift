/// The menus for labels, members and lists above a board, which filter by CSS rules instead of a script.
struct HTMLFilters {
    private let boardID: String
    private let labels: Choices<CardLabel>
    private let members: Choices<String>
    private let lists: Choices<String>

    private struct Choices<Key: Hashable & Sendable>: Sendable {
        private(set) var names: [String] = []
        private var classes: [Key: String] = [:]
        private let prefix: String

        init(prefix: String) { self.prefix = prefix }

        mutating func add(_ key: Key, called name: String) {
            guard classes[key] == nil else { return }
            classes[key] = "\(prefix)\(names.count)"
            names.append(name)
        }

        func name(of key: Key) -> String? { classes[key] }

        var all: [(name: String, style: String)] { names.enumerated().map { ($1, "\(prefix)\($0)") } }
    }

    init(_ board: Board, number: Int) {
        boardID = "b\(number)"
        var labels = Choices<CardLabel>(prefix: "\(boardID)l")
        var members = Choices<String>(prefix: "\(boardID)m")
        var lists = Choices<String>(prefix: "\(boardID)t")
        for list in board.lists {
            lists.add(list.id, called: list.title)
            let front = list.cards.front
            for label in front.labels where label.isShown { labels.add(label, called: label.shownName) }
            for member in front.members { members.add(member, called: member) }
        }
        (self.labels, self.members, self.lists) = (labels, members, lists)
    }

    func writeClasses(of card: BoardCard, to html: inout HTMLWriter) {
        func write(_ name: String?) {
            guard let name else { return }
            html.markup(" ")
            html.markup(made: name)
        }
        for label in card.labels { write(labels.name(of: label)) }
        for member in card.members { write(members.name(of: member)) }
    }

    func classes(of list: BoardList) -> String { lists.name(of: list.id).map { " \($0)" } ?? "" }

    var rules: String { menus.map(\.rules).joined() }

    var text: String {
        menus.isEmpty
            ? "" : "<div class=\"filters\" id=\"\(boardID)\">\(menus.map(\.markup).joined(separator: " "))</div>\n"
    }

    private var menus: [(rules: String, markup: String)] {
        [
            menu("Label", labels, hides: ".item"), menu("Member", members, hides: ".item"),
            menu("List", lists, hides: ".list"),
        ].compactMap { $0 }
    }

    private func menu(_ name: String, _ choices: Choices<some Hashable>, hides element: String) -> (
        rules: String, markup: String
    )? {
        // Filtering by the only list has no effect, but filtering by the only label does.
        guard choices.names.count > (element == ".list" ? 1 : 0) else { return nil }
        let id = "\(boardID)-\(name.lowercased())"
        let rules = choices.all.map { choice in
            // `:has` searches only the menus: searching thousands of cards would take seconds.
            "#\(boardID):has(option.\(choice.style):checked)~* \(element):not(.\(choice.style)){display:none}\n"
        }
        let options = choices.all.map { choice in
            "<option class=\"\(choice.style)\">\(HTMLFormat.text(choice.name))</option>"
        }
        return (
            rules.joined(),
            "<label for=\"\(id)\">\(name)</label> <select id=\"\(id)\" autocomplete=\"off\">"
                + "<option>All</option>\(options.joined())</select>"
        )
    }
}
