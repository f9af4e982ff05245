import SystemPackage

/// A preferred name, such as a file's, to be made distinct from its siblings.
struct NameWish {
    var name: String
    /// A suffix that stays at the end, such as `.png`.
    var ending = ""
    var id = ""
    /// Whether to append the identifier even if the name is unique.
    var needsID = false
}

extension NameWish {
    init(title: String, id: String) { self.init(name: SafeFileName.name(of: title), id: id) }

    init(_ card: BoardCard) {
        self.init(title: card.titleWithoutNumber, id: card.id)
        // No real number has more digits.
        if let number = card.number { name = "\(number.prefix(20)) \(name)" }
        needsID = card.number == nil
    }
}

extension [NameWish] {
    /// The names, made unique without regard to case.
    ///
    /// If several share a name, each gets its identifier, so that renaming one does not rename another. Items without
    /// an identifier are numbered.
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
