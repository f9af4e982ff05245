import SystemPackage

/// What something is to be called among others, such as a file in its folder.
struct NameWish {
    var name: String
    /// What stays at the end, whatever tells the name from others, such as `.png`.
    var ending = ""
    /// Trello's name for it; empty where there is none.
    var id = ""
    /// Whether the name has the identifier even where no other is called so.
    var needsID = false
}

extension NameWish {
    /// A file or a folder that is called as a board or a list.
    init(title: String, id: String) { self.init(name: SafeFileName.name(of: title), id: id) }

    /// A file or a folder that is called as a card: its number tells it from all others.
    init(_ card: BoardCard) {
        self.init(title: card.titleWithoutNumber, id: card.id)
        // More digits than this are no number of a card.
        if let number = card.number { name = "\(number.prefix(20)) \(name)" }
        needsID = card.number == nil
    }
}

extension [NameWish] {
    /// The names, no two of which are equal, also for those who do not tell `a` from `A`.
    ///
    /// A name that several wish for gets the identifier of each, so that what becomes of one of them does not
    /// rename another. What has no identifier is counted.
    var distinctNames: [String] {
        var wishes: [String: Int] = [:]
        for wish in self { wishes[wish.plainName.lowercased(), default: 0] += 1 }
        var taken: Set<String> = []
        var counts: [String: Int] = [:]
        return map { wish in
            var stem = wish.name
            let isShared = wishes[wish.plainName.lowercased(), default: 0] > 1
            if isShared || wish.needsID, !wish.id.isEmpty {
                stem += " " + SafeFileName.name(of: String(wish.id.suffix(8)))
            }
            let key = (stem + wish.ending).lowercased()
            var name = stem + wish.ending
            while !taken.insert(name.lowercased()).inserted {
                counts[key, default: 1] += 1
                name = "\(stem) \(counts[key, default: 1])\(wish.ending)"
            }
            return name
        }
    }
}

extension NameWish {
    fileprivate var plainName: String { name + ending }
}
