import Shell
import TestSupport
import Testing

@testable import DevtoolKit

/// A line up to the cursor, as the words that bash would make of it.
@Suite struct ShellWordsTests {
    static let breaks = " \t\n\"'><=;|&(:"

    @Test(arguments: [
        ("", [], "", 0), ("devtool", [], "devtool", 0), ("devtool ", ["devtool"], "", 0),
        ("devtool  a\tb ", ["devtool", "a", "b"], "", 0),
        (#"d "a b" 'c d' e\ f g"#, ["d", "a b", "c d", "e f"], "g", 0), (#"d "" x"#, ["d", ""], "x", 0),
        (#"d "a\"b\x" 'c\' x"#, ["d", #"a"b\x"#, #"c\"#], "x", 0), ("d db:sta", ["d"], "db:sta", 3),
        (#"d db\:sta"#, ["d"], "db:sta", 0), (#"d "db:sta"#, ["d"], "db:sta", 0), (#"d "db":sta"#, ["d"], "db:sta", 3),
        (#"d "a b"c"#, ["d"], "a bc", 0), (#"d x:"a b"#, ["d"], "x:a b", 2), (#"d x:y"a b"#, ["d"], "x:ya b", 3),
        ("d --option=a:b", ["d"], "--option=a:b", 11), ("d a <in 2>err b", ["d", "a"], "b", 0),
        ("d a > ", ["d", "a"], "", 0), ("d a >>b", ["d", "a"], "b", 0), (#"d \"#, ["d"], "", 0),
    ]) func words(line: String, words: [String], current: String, offset: Int) {
        let parsed = ShellWords(line, breaks: Self.breaks)
        #expect(parsed.words == words)
        #expect(parsed.current.text == current)
        #expect(parsed.current.offset == offset)
    }

    @Test(arguments: [
        ("d a", ShellWords.Quote.none, false), (#"d "a"#, .double, false), ("d 'a", .single, false),
        (#"d "a" "#, .none, false), ("d <a", .none, true), ("d <", .none, true), ("d <a ", .none, false),
    ]) func quotesAndRedirections(line: String, quote: ShellWords.Quote, isRedirection: Bool) {
        let current = ShellWords(line, breaks: Self.breaks).current
        #expect(current.quote == quote)
        #expect(current.isRedirection == isRedirection)
    }
}
