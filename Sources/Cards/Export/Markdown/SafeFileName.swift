/// A name for a file or a folder that every file system and Obsidian accept, made of a title.
enum SafeFileName {
    /// The most bytes of a title that are in a name: with what is added, a name has fewer than 255.
    static let titleLimit = 120

    /// The title without what a name cannot have; `untitled` where nothing is left.
    ///
    /// `/` and NUL are Unix's; `\ : * ? " < > |`, dots and blanks at the end, and the names of devices
    /// are Windows'; `# ^ [ ]` are what links of Obsidian cannot have.
    static func name(of title: String) -> String {
        var name = ""
        for scalar in title.unicodeScalars {
            switch scalar {
            case "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "#", "^", "[", "]": name += " "
            default:
                if isInvisible(scalar) {
                    name += " "
                } else {
                    name.unicodeScalars.append(scalar)
                }
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
        // What turns the direction of text makes a name look like another.
        case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
        case .unassigned, .privateUse, .surrogate: true
        default: false
        }
    }

    /// The superscript digits are those of Latin-1, which Windows takes for digits here.
    private static let devices = Set(
        ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
            + "123456789¹²³".flatMap { ["COM\($0)", "LPT\($0)"] })
}
