import SystemPackage

/// A preferred name, such as a file's, to be made distinct from its siblings.
struct PreferredName {
    var name: String
    /// A suffix that stays at the end, such as `.png`.
    var ending = ""
    var id = ""
    /// Whether to append the identifier even if the name is unique.
    var needsID = false
}

extension PreferredName {
    init(title: String, id: String) { self.init(name: SafeFileName.name(of: title), id: id) }

    init(_ card: BoardCard) {
        self.init(title: card.titleWithoutNumber, id: card.id)
        // No real number has more digits.
        if let number = card.number { name = "\(number.prefix(20)) \(name)" }
        needsID = card.number == nil
    }
}

extension [PreferredName] {
    /// The names, made unique without regard to case.
    ///
    /// If several share a name, each gets its identifier, so that renaming one does not rename another. Items without
    /// an identifier are numbered.
    var distinctNames: [String] {
        var uses: [String: Int] = [:]
        for preferred in self { uses[preferred.plainName.lowercased(), default: 0] += 1 }
        var taken: Set<String> = []
        var counts: [String: Int] = [:]
        return map { preferred in
            var stem = preferred.name
            let isShared = uses[preferred.plainName.lowercased(), default: 0] > 1
            if isShared || preferred.needsID, !preferred.id.isEmpty {
                stem += " " + SafeFileName.name(of: String(preferred.id.suffix(8)))
            }
            let key = (stem + preferred.ending).lowercased()
            var name = stem + preferred.ending
            while !taken.insert(name.lowercased()).inserted {
                counts[key, default: 1] += 1
                name = "\(stem) \(counts[key, default: 1])\(preferred.ending)"
            }
            return name
        }
    }
}

extension PreferredName { fileprivate var plainName: String { name + ending } }
