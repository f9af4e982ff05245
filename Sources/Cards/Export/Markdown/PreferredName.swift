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
    init(title: String, id: String) { self.init(name: Self.safeName(of: title), id: id) }

    init(_ card: BoardCard) {
        self.init(title: card.titleWithoutNumber, id: card.id)
        // No real number has more digits.
        if let number = card.number { name = "\(number.prefix(20)) \(name)" }
        needsID = card.number == nil
    }

    fileprivate var plainName: String { name + ending }
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
                stem += " " + PreferredName.safeName(of: String(preferred.id.suffix(8)))
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

extension PreferredName {
    /// In bytes; with all additions, a name stays below 255.
    static let titleLimit = 120

    /// The title without invalid characters; `untitled` if nothing is left.
    ///
    /// Unix forbids `/` and NUL. Windows forbids `\ : * ? " < > |`, trailing dots and spaces, and the names of devices.
    /// Obsidian's links cannot contain `# ^ [ ]`.
    static func safeName(of title: String) -> String {
        var name = ""
        for scalar in title.unicodeScalars {
            switch scalar {
            case "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "#", "^", "[", "]": name += " "
            default: if isInvisible(scalar) { name += " " } else { name.unicodeScalars.append(scalar) }
            }
        }
        var words = name.split(separator: " ").joined(separator: " ")
        while words.utf8.count > titleLimit { words.removeLast() }
        while let first = words.first, first == "." || first == " " { words.removeFirst() }
        while let last = words.last, last == "." || last == " " { words.removeLast() }
        if words.isEmpty { return "untitled" }
        let stem = words.prefix { $0 != "." }.split(separator: " ").joined(separator: " ")
        return devices.contains(stem.uppercased()) ? "_" + words : words
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Directional marks can make a name look like another one.
        case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
        case .unassigned, .privateUse, .surrogate: true
        default: false
        }
    }

    /// Windows treats the superscript digits of Latin-1 as digits here.
    private static let devices = Set(
        ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + "123456789¹²³".flatMap { ["COM\($0)", "LPT\($0)"] })
}
