import Scanning
import SystemPackage

/// What a shell asks: `devtool __complete SHELL …`, with the words that have been typed.
///
/// zsh and fish take the line apart by themselves, and tell the words after the program's name, the last of
/// them as far as the cursor. bash tells the line, and how it would show and insert the answer.
enum CompletionRequest {
    case bash(BashLine)
    case zsh(words: [String], current: String)
    case fish(words: [String], current: String)

    /// The word that is no command's name, and in no help.
    static let name = "__complete"

    /// Reads a request; nil where the arguments are none.
    init?(_ arguments: [String]) {
        guard arguments.first == Self.name, arguments.count > 2,
            let shell = CompletionShell(rawValue: arguments[1])
        else { return nil }
        let words = Array(arguments.dropFirst(2))
        switch shell {
        case .bash:
            guard let line = BashLine(words) else { return nil }
            self = .bash(line)
        case .zsh: self = .zsh(words: words.dropLast(), current: words[words.count - 1])
        case .fish:
            // fish leaves the quotes in the word at the cursor.
            let current = ShellWords(words[words.count - 1]).current.text
            self = .fish(words: words.dropLast(), current: current)
        }
    }

    /// The words after the program's name and before the one at the cursor.
    private var words: [String] {
        switch self {
        case .bash(let line): line.words
        case .zsh(let words, _), .fish(let words, _): words
        }
    }

    /// The folder and the configuration that the words name.
    var options: HostOptions {
        var options = HostOptions()
        for (index, word) in words.enumerated() {
            if word == "--" { break }
            let next = words.indices.contains(index + 1) ? words[index + 1] : nil
            if word.hasPrefix("--config=") {
                options.configurationFile = String(word.dropFirst(9))
            } else if word == "--config" {
                options.configurationFile = next
            } else if word == "-C", let next, FilePath(next).isDirectory {
                options.folder = next
            }
        }
        return options
    }

    /// The answer, in the form that the shell's script expects; ends with a line break.
    func answer(of engine: CompletionEngine) -> String {
        switch self {
        case .bash(let line): line.reply(to: line.answer(of: engine))
        case .zsh(let words, let current):
            Self.reply(engine.answer(after: words, current: current)) { candidate in
                // A description begins at a colon of its own.
                let word = candidate.word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
                let mark = candidate.continues ? "+" : "-"
                let text = candidate.shownDescription
                return mark + word + (text.isEmpty ? "" : ":\(text)")
            }
        case .fish(let words, let current):
            Self.reply(engine.answer(after: words, current: current)) { candidate in
                let text = candidate.shownDescription
                return candidate.word + (text.isEmpty ? "" : "\t\(text)")
            }
        }
    }

    private static func reply(
        _ answer: CompletionAnswer, line: (CompletionCandidate) -> String
    ) -> String {
        let candidates = answer.candidates.filter(\.isOneLine).map(line)
        return ([answer.otherwise.line] + candidates).map { $0 + "\n" }.joined()
    }
}

extension CompletionCandidate {
    /// Whether the word can be told in a line, and typed.
    var isOneLine: Bool { word == word.replacingControlCharacters() }

    /// The description as one line that leaves the terminal alone.
    var shownDescription: String {
        description.withoutLineBreaks.replacingControlCharacters()
    }
}
