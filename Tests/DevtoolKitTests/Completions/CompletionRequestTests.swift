import Shell
import TestSupport
import Testing

@testable import DevtoolKit

/// What shells are answered, in the forms that their scripts expect.
@Suite struct CompletionRequestTests {
    private func reply(_ arguments: [String]) -> String? {
        let engine = CompletionEngine(suite: CompletionSuite.self, context: CompletionSuite.context())
        return CompletionRequest(["__complete"] + arguments)?.answer(of: engine)
    }

    private func bash(_ line: String, type: String = "9", columns: String = "40") -> String? {
        reply(["bash", type, columns, ShellWordsTests.breaks, line])
    }

    @Test(arguments: [
        ("d ta", "nothing\ntasks\n"), ("d tasks d", "nothing\ndb\ndb:staging\n"), ("d tasks db:", "nothing\nstaging\n"),
        (#"d tasks "db:"#, "nothing\ndb:staging\n"), ("d tasks tw", "nothing\ntwo\\ words\n"),
        (#"d tasks "tw"#, "nothing\ntwo words\n"), ("d tasks 'tw", "nothing\ntwo words\n"),
        (#"d tasks two\ w"#, "nothing\ntwo\\ words\n"), ("d tasks --st", "continues\n--stage=\n"),
        ("d save --shape=s", "nothing\nsquare\n"), ("d save --rules=", "files yml\n"),
        ("d save round x <in", "files\n"), ("d odd x", "nothing\n"),
    ]) func bashIsToldWhatToInsert(line: String, expected: String) { #expect(bash(line) == expected) }

    @Test func bashShowsDescriptionsInItsListOnly() {
        #expect(bash("d --qu", type: "63") == "nothing\n--quiet\n")
        #expect(
            bash("d --v", type: "63", columns: "30") == """
                nothing
                --verbose  (Show more detai…)
                --version  (Show the versio…)

                """)
        #expect(bash("d --v", type: "63", columns: "20") == "nothing\n--verbose\n--version\n")
        #expect(bash("d --v", type: "37") == "nothing\n--verbose\n--version\n")
    }

    @Test func theOtherShellsFilterThemselves() {
        #expect(reply(["zsh", "tasks", "x"]) == "nothing\n-db\n-db\\:staging\n-two words\n")
        #expect(reply(["zsh", "tasks", "db", "-"]) == "nothing\n+--stage=\n")
        #expect(reply(["zsh", "help", ""])?.hasPrefix("nothing\n-save:Save it.\n-tasks\n") == true)
        #expect(reply(["fish", "tasks", #""two w"#]) == "nothing\ndb\ndb:staging\ntwo words\n")
        #expect(reply(["fish", "help", ""])?.hasPrefix("nothing\nsave\tSave it.\ntasks\n") == true)
    }

    @Test func whatIsNoRequest() {
        #expect(CompletionRequest(["complete", "zsh", ""]) == nil)
        #expect(CompletionRequest(["__complete", "zsh"]) == nil)
        #expect(CompletionRequest(["__complete", "csh", ""]) == nil)
        #expect(CompletionRequest(["__complete", "bash", "9", "80", "d "]) == nil)
    }

    @Test(arguments: [
        (["--config", "a.yml", "tasks", ""], "a.yml"), (["tasks", "--config=b.yml", ""], "b.yml"),
        (["tasks", "--config", ""], nil), (["tasks", "--", "--config=c", ""], nil),
    ]) func theConfigurationIsTheOneThatIsNamed(words: [String], expected: String?) throws {
        let request = try #require(CompletionRequest(["__complete", "zsh"] + words))
        #expect(request.options.configurationFile == expected)
    }

    /// Words of hard characters, typed in part and inserted as the script does it, are the same words again.
    @Test func whatBashInsertsIsReadAsTheCandidate() throws {
        var random = SplitMix64(seed: 8)
        let alphabet = Array("ab:= \"'\\$`~*?#!{}ä;|&<>()")
        for _ in 0..<rounds(2000) {
            let word = String(
                (0..<Int.random(in: 1...8, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                })
            let typed = String(word.prefix(Int.random(in: 0...word.count, using: &random)))
            let quote = ["", "\"", "'"][Int.random(in: 0..<3, using: &random)]
            var start = "d " + quote
            for character in typed {
                switch quote {
                case "'": start += character == "'" ? #"'\''"# : "\(character)"
                case "\"": start += #"$`"\"#.contains(character) ? "\\\(character)" : "\(character)"
                default: start += character.isLetter || character == ":" ? "\(character)" : "\\\(character)"
                }
            }
            let line = try #require(BashLine(["9", "80", ShellWordsTests.breaks, start]))
            let answer = CompletionAnswer(candidates: [CompletionCandidate(word)])
            let inserted = line.reply(to: answer).split(separator: "\n").dropFirst().first ?? ""
            let whole = kept(of: start) + inserted + quote + " "
            #expect(ShellWords(String(whole)).words == ["d", word], "\(start) → \(whole)")
        }
    }

    /// What bash keeps of a line: all before the quote at the cursor, or before the last character that breaks
    /// words and is not quoted.
    private func kept(of line: String) -> Substring {
        var quote: Character?
        var end = line.startIndex
        var index = line.startIndex
        while index < line.endIndex {
            let character = line[index]
            let next = line.index(after: index)
            if character == "\\", quote != "'" {
                index = next < line.endIndex ? line.index(after: next) : next
                continue
            }
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if ShellWordsTests.breaks.contains(character) {
                end = next
            }
            index = next
        }
        guard let quote, let start = openQuote(quote, in: line) else { return line[..<end] }
        return line[..<start]
    }

    /// The place after the quote that is open at the line's end.
    private func openQuote(_ quote: Character, in line: String) -> String.Index? {
        line.indices.reversed().first { index in
            guard line[index] == quote else { return false }
            let rest = ShellWords(String(line[..<index])).current.quote
            return rest == .none && ShellWords(String(line[...index])).current.quote != .none
        }.map { line.index(after: $0) }
    }
}
