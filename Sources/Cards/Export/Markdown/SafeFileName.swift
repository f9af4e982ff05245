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
        return devices.contains(words.prefix { $0 != "." }.uppercased()) ? "_" + words : words
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

    private static let devices: Set<String> = [
        "CON", "PRN", "AUX", "NUL", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8",
        "COM9", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
    ]
}

/// The names that are taken in a folder, on file systems that do not tell `a` from `A` as well.
struct TakenNames {
    private var names: Set<String> = []

    /// The name, or where it is taken the name with something that tells it from the others.
    mutating func take(
        _ name: String, with ending: String = "", distinguishedBy id: String
    ) -> String {
        var candidate = name + ending
        var count = 1
        while !names.insert(candidate.lowercased()).inserted {
            // What is of the thing itself stays the same whatever becomes of the others.
            candidate =
                count == 1 && !id.isEmpty
                ? "\(name) \(SafeFileName.name(of: String(id.suffix(8))))\(ending)"
                : "\(name) \(count + 1)\(ending)"
            count += 1
        }
        return candidate
    }
}
