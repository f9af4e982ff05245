import Testing

@testable import DevtoolKit

@Suite struct NearestNameTests {
    @Test(
        arguments: [
            ("usrname", ["url", "username", "password"], "username"), ("urll", ["url", "username"], "url"),
            ("prdo", ["prod", "dev"], "prod"), ("crads", ["cards"], "cards"), ("dropd", ["prod", "dev"], nil),
            ("x", ["url"], nil), ("", ["url"], nil), ("url", [], nil), ("abcdef", ["abXdef", "abcdef"], "abcdef"),
            ("abcdef", ["abXdeY", "abcdeX", "Xbcdef"], "abcdeX"), ("abcdefghi", ["bacdefgih"], "bacdefgih"),
            ("abcdefghi", ["abc"], nil), ("TEST", ["build", "test"], "test"), ("ver", ["value", "version"], "version"),
            ("Ver", ["version", "verbose"], nil), ("ve", ["version"], nil), ("--preview", ["--prefix"], nil),
            ("--prefx", ["--prefix"], "--prefix"),
        ] as [(String, [String], String?)]) func findsTypingMistakes(
            word: String, candidates: [String], expected: String?
        )
    { #expect(word.nearest(in: candidates) == expected) }
}
