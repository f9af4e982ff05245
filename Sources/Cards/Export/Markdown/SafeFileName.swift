enum SafeFileName {
    /// In bytes; with all additions, a name stays below 255.
    static let titleLimit = 120

    /// The title without invalid characters; `untitled` if nothing is left.
    ///
    /// Unix forbids `/` and NUL. Windows forbids `\ : * ? " < > |`, trailing dots and spaces, and the names of devices.
    /// Obsidian's links cannot contain `# ^ [ ]`.
    static func name(of title: String) -> String {
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
