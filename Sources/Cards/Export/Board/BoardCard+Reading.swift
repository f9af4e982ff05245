import JSON

extension BoardCard {
    /// The card that an element of `cards` describes, without what other arrays say of it.
    init(_ part: JSONValue) {
        id = part["id"]?.string ?? ""
        // A number of any length, as long as it is but digits.
        number = part["idShort"]?.numberSpelling.flatMap { digits in
            digits.utf8.allSatisfy(\.isDigit) ? digits : nil
        }
        title = part["name"]?.string ?? ""
        description = part["desc"]?.string ?? ""
        url = part["url"]?.string ?? part["shortUrl"]?.string ?? ""
        listID = part["idList"]?.string ?? ""
        position = Position(part["pos"])
        isArchived = part["closed"]?.bool ?? false
        labels = part["labels"]?.items?.map(CardLabel.init) ?? []
        start = part["start"]?.string
        due = part["due"]?.string
        lastActivity = part["dateLastActivity"]?.string
        isComplete = part["dueComplete"]?.bool ?? false
        attachments = part["attachments"]?.items?.compactMap { $0["url"]?.string } ?? []
        counts = Counts(part)
    }
}

extension BoardCard.Counts {
    /// The counts in a card's `badges`, or else what the card itself has to be counted.
    fileprivate init(_ card: JSONValue) {
        let badges = card["badges"]
        attachments = badges?["attachments"]?.integer ?? card["attachments"]?.items?.count ?? 0
        items = badges?["checkItems"]?.integer ?? 0
        completeItems = badges?["checkItemsChecked"]?.integer ?? 0
        votes = badges?["votes"]?.integer ?? card["idMembersVoted"]?.items?.count ?? 0
        comments = badges?["comments"]?.integer ?? 0
    }
}

extension BoardList {
    /// The list that an element of `lists` describes, without its cards.
    init(_ part: JSONValue) {
        id = part["id"]?.string ?? ""
        title = part["name"]?.string ?? ""
        isArchived = part["closed"]?.bool ?? false
        position = Position(part["pos"])
    }
}

extension CardLabel {
    /// The label that an element of `labels` describes.
    init(_ part: JSONValue) {
        name = part["name"]?.string ?? ""
        color = part["color"]?.string ?? ""
    }
}

extension Checklist {
    /// The checklist that an element of `checklists` describes.
    init(_ part: JSONValue) {
        title = part["name"]?.string ?? ""
        position = Position(part["pos"])
        items = (part["checkItems"]?.items ?? []).map { item in
            Item(
                title: item["name"]?.string ?? "", position: Position(item["pos"]),
                isComplete: item["state"]?.string == "complete")
        }.ordered(by: \.position, then: \.title)
    }
}
