import Scanning
import Shell
import SystemPackage

/// A shell's request: `devtool __complete SHELL …` with the typed words.
///
/// zsh and fish split the line themselves and pass the words after the program's name, with the last one cut at the
/// cursor. bash passes the line, and how it shows and inserts the answer.
enum CompletionRequest {
    case bash(BashLine)
    case zsh(words: [String], current: String)
    case fish(words: [String], current: String)

    static let name = "__complete"

    init?(_ arguments: [String]) {
        guard arguments.first == Self.name, arguments.count > 2, let shell = CompletionShell(rawValue: arguments[1])
        else { return nil }
        let words = Array(arguments.dropFirst(2))
        switch shell {
        case .bash:
            guard let line = BashLine(words) else { return nil }
            self = .bash(line)
        case .zsh: self = .zsh(words: words.dropLast(), current: words[words.count - 1])
        case .fish:
            // fish keeps the quotes in the word at the cursor.
            let current = ShellWords(words[words.count - 1]).current.text
            self = .fish(words: words.dropLast(), current: current)
        }
    }

    /// The words before it, without the program.
    var words: [String] {
        switch self {
        case .bash(let line): line.words
        case .zsh(let words, _), .fish(let words, _): words
        }
    }

    /// The word at the cursor.
    var current: String {
        switch self {
        case .bash(let line): line.typed
        case .zsh(_, let current), .fish(_, let current): current
        }
    }

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

    /// The answer in the format of the shell's script, ending with a newline.
    func answer(of engine: CompletionEngine) -> String {
        switch self {
        case .bash(let line): line.reply(to: line.answer(of: engine))
        case .zsh(let words, let current):
            Self.reply(engine.answer(after: words, current: current)) { candidate in
                // zsh separates the description with a colon.
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

    private static func reply(_ answer: CompletionAnswer, line: (CompletionCandidate) -> String) -> String {
        let candidates = answer.candidates.filter(\.isOneLine).map(line)
        return ([answer.otherwise.line] + candidates).map { $0 + "\n" }.joined()
    }
}

extension CompletionCandidate {
    var isOneLine: Bool { word == word.replacingControlCharacters() }

    var shownDescription: String { description.withoutLineBreaks.replacingControlCharacters() }
}
