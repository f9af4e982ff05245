import Scanning

/// Task's shell knows bash's language (mvdan.cc/sh), and `sh` only a part of it.
extension ConvertedText {
    /// Whether `sh` does the same as bash with a line: commands of plain words and quotes, and lists of them.
    var isPortable: Bool {
        var line = ""
        for piece in pieces {
            if case .text(let text) = piece { line += text } else { line += "x" }
        }
        return line.isPortable
    }
}

extension ConvertedText.Piece {
    /// Whether it has a `$` or a `~`, which Task expands in paths.
    var hasShellCharacter: Bool {
        if case .text(let text) = self { text.contains { "$~`".contains($0) } } else { false }
    }
}

extension String {
    private static let portable = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-./:=,@%+|;\"'$&>?*()#\n"
            .utf8)
    /// The commands of bash itself; those of these that `sh` has too may do something else there.
    private static let builtins: Set = [
        ".", "alias", "bg", "bind", "builtin", "caller", "command", "compgen", "complete",
        "compopt",
        "coproc", "declare", "dirs", "disown", "echo", "enable", "eval", "exec", "export", "fc",
        "fg",
        "function", "getopts", "hash", "help", "history", "jobs", "kill", "let", "local", "logout",
        "mapfile", "popd", "printf", "pushd", "read", "readarray", "readonly", "select", "set",
        "shopt", "source", "suspend", "test", "time", "times", "trap", "type", "typeset", "ulimit",
        "umask", "unalias", "unset", "wait", "if", "then", "else", "elif", "for", "while", "until",
        "do",
        "case",
    ]

    fileprivate var isPortable: Bool {
        let line = replacing("2>&1", with: "")
        let signs = ["&>", ">&", "|&", "((", ">(", "=(", "$\"", "$'"]
        guard line.utf8.allSatisfy(Self.portable.contains), !signs.contains(where: line.contains)
        else { return false }
        return line.split(whereSeparator: { "|;&(\n".contains($0) }).allSatisfy { command in
            let words = command.split(separator: " ")
            guard let first = words.first, Self.builtins.contains(String(first)) else {
                return true
            }
            return first == "echo" && words.dropFirst().first?.hasPrefix("-") != true
        }
    }

    /// The names after `$` in a shell line.
    var shellNames: [String] {
        split(separator: "$").dropFirst(hasPrefix("$") ? 0 : 1).map { part in
            let rest = part.hasPrefix("{") ? part.dropFirst() : part
            return String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }
}

extension TaskfileScope {
    /// The text as one word of a shell line, with references between double quotes.
    func quoted(_ text: ConvertedText) -> ConvertedText {
        var result = ConvertedText()
        for piece in expanded(text).pieces {
            switch piece {
            case .text(let text): result.append(PlainWords.quoted(text))
            case .reference: result = result + ConvertedText([.text("\""), piece, .text("\"")])
            case .unknown: result.append(piece)
            }
        }
        return result.pieces.isEmpty ? ConvertedText("''") : result
    }
}
