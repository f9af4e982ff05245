extension BoardCard {
    /// The card that an element of `cards` describes, without what other arrays say of it.
    init(_ part: BoardPart) {
        id = part.text("id") ?? ""
        if case .number(let digits) = part["idShort"],
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        {
            number = digits
        }
        title = part.text("name") ?? ""
        description = part.text("desc") ?? ""
        url = part.text("url") ?? part.text("shortUrl") ?? ""
        listID = part.text("idList") ?? ""
        position = Position(part["pos"])
        isArchived = part.isTrue("closed")
        labels = part.list("labels").map(CardLabel.init)
        start = part.text("start")
        due = part.text("due")
        lastActivity = part.text("dateLastActivity")
        isComplete = part.isTrue("dueComplete")
        attachments = part.list("attachments").compactMap { $0.text("url") }
        counts = Counts(part)
    }
}

extension BoardCard.Counts {
    /// The counts in a card's `badges`, or else what the card itself has to be counted.
    fileprivate init(_ card: BoardPart) {
        let badges = card["badges"] ?? .null
        attachments = badges.count("attachments") ?? card.list("attachments").count
        items = badges.count("checkItems") ?? 0
        completeItems = badges.count("checkItemsChecked") ?? 0
        votes = badges.count("votes") ?? card.list("idMembersVoted").count
        comments = badges.count("comments") ?? 0
    }
}

extension BoardList {
    /// The list that an element of `lists` describes, without its cards.
    init(_ part: BoardPart) {
        id = part.text("id") ?? ""
        title = part.text("name") ?? ""
        isArchived = part.isTrue("closed")
        position = Position(part["pos"])
    }
}

extension CardLabel {
    /// The label that an element of `labels` describes.
    init(_ part: BoardPart) {
        name = part.text("name") ?? ""
        color = part.text("color") ?? ""
    }
}

extension Checklist {
    /// The checklist that an element of `checklists` describes.
    init(_ part: BoardPart) {
        title = part.text("name") ?? ""
        position = Position(part["pos"])
        items = part.list("checkItems").map { item in
            Item(
                title: item.text("name") ?? "", position: Position(item["pos"]),
                isComplete: item.text("state") == "complete")
        }.ordered(by: \.position, then: \.title)
    }
}
