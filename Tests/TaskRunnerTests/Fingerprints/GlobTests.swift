import DevtoolKit
import Testing

@testable import TaskRunner

/// What patterns mean, without any files.
@Suite struct GlobTests {
    @Test(arguments: [
        ("main.c", ["main.c"], ["main.cc", "amain.c", "Main.c"]), ("*", ["a", "a.b", "é"], [".a"]),
        ("*.c", ["a.c", "a.b.c"], ["c", ".c", ".a.c", "a.C", "a.cc"]), (".*", [".", ".a"], ["a", "a.b"]),
        ("a*b*c", ["abc", "aXbXc", "abbc", "abcbc"], ["ab", "abcd", "acb"]), ("?", ["a", "é", "🙂"], ["", "ab", "."]),
        ("*?", ["a", "ab", "€"], [""]), ("*??", ["ab", "a€", "€a"], ["a", "€"]),
        ("[a-c]x", ["ax", "bx", "cx"], ["dx", "x", "-x"]), ("[!a-c]x", ["dx", "éx"], ["ax", "x", ".x"]),
        ("[^a]", ["b"], ["a", "^a"]), ("[]a]", ["]", "a"], ["b", "[]a]"]), ("[a-]", ["a", "-"], ["b"]),
        ("[z-a]", [], ["a", "z", "-"]), ("[é-ü]", ["ö"], ["a", "z"]), ("[a", ["[a"], ["a"]),
        ("\\*", ["*"], ["a", "\\*"]), ("\\[a]", ["[a]"], ["a"]), ("a\\", ["a\\"], ["a"]), ("[.]a", [], [".a"]),
    ]) func names(pattern: String, matching: [String], other: [String]) {
        let name = GlobName(pattern)
        func matches(_ text: String) -> Bool {
            Array(text.utf8).withUnsafeBufferPointer { name.matches($0, hidden: false) }
        }
        #expect(matching.filter { !matches($0) } == [])
        #expect(other.filter(matches) == [])
    }

    @Test func bytesThatAreNoText() {
        let bytes: [UInt8] = [0x61, 0xFF, 0xC3]
        for (pattern, expected) in [("a??", true), ("a?", false), ("*", true), ("a[!b][!b]", true)] {
            let isMatch = bytes.withUnsafeBufferPointer { GlobName(pattern).matches($0, hidden: false) }
            #expect(isMatch == expected, "\(pattern)")
        }
    }

    @Test(
        arguments: [
            (["src/*.c"], ["src/a.c"], ["src/a/b.c", "a.c", "src/.a.c"]),
            (["src/**/*.c"], ["src/a.c", "src/a/b.c", "src/a/b/c.c"], ["a.c", "src/.a/b.c"]),
            (["**"], ["a", "a/b", "a/b/c"], [".a", "a/.b", ".a/b"]), (["**/.*"], [".a", "a/.b"], [".a/b", "a"]),
            (["a/**/b/**/c"], ["a/b/c", "a/x/b/y/z/c", "a/b/b/c"], ["a/c", "b/c", "a/b"]),
            (["a**b"], ["ab", "axb"], ["a/b", "a/x/b"]),
            (["src"], ["src", "src/a", "src/a/b"], ["a/src", "src/.a", "srcs"]),
            (["src/"], ["src/a", "src/a/b"], ["src", "src/.a"]),
            (["*/lib"], ["a/lib", "a/lib/b"], ["lib/b", "a/b/lib"]),
            (["pack*/"], ["package/a", "pack/b/c"], ["pack", "package"]), (["."], ["a", "a/b"], [".a"]),
            (["./a", "b//c"], ["a", "b/c", "a/d"], ["b", "d/a"]),
            (["a/../b", "../c"], ["b", "../c", "../c/d"], ["a/b", "c"]),
            (["/etc/*.conf"], ["/etc/a.conf"], ["etc/a.conf", "/etc/a/b.conf"]),
            (["*.{c,h}", "{a,b/}{1,2}"], ["x.c", "x.h", "a1", "b/2"], ["x.{c,h}", "b1", "ab/"]),
            (["**", "!gen"], ["a", "a/gen"], ["gen", "gen/a", "gen/.a/b"]),
            (["**", "!**/gen/"], ["a", "gen", "a/gen"], ["gen/a", "b/gen/c/d"]),
            ([".*/**", "!*/x"], [".a/b"], [".a/x"]), (["**", "!*.c", "main.c"], ["main.c", "a/b.c", "a"], ["b.c"]),
            (["!a", "**"], ["a", "b"], []), (["a", "!a"], [], ["a", "a/b"]),
            (["a", "!a", "a/b"], ["a/b"], ["a", "a/c"]), (["\\!a"], ["!a"], ["a"]),
            (["", "!", "/"], ["/a", "/a/b"], ["a"]), ([], [], ["a", "/a"]),
        ] as [([String], [String], [String])]) func paths(patterns: [String], matching: [String], other: [String])
        throws
    {
        let glob = try Glob(patterns)
        #expect(matching.filter { !glob.matches($0) } == [])
        #expect(other.filter(glob.matches) == [])
    }

    @Test(arguments: [
        ("a", ["a"]), ("", [""]), ("{a,b}", ["a", "b"]), ("x{a,b}y", ["xay", "xby"]),
        ("{a,b}{c,d}", ["ac", "ad", "bc", "bd"]), ("{a,{b,c}d}e", ["ae", "bde", "cde"]), ("{a,}b", ["ab", "b"]),
        ("{a}", ["{a}"]), ("{}", ["{}"]), ("{a", ["{a"]), ("a}", ["a}"]), ("{a{b,c}", ["{ab", "{ac"]),
        ("{x}{a,b}", ["{x}a", "{x}b"]), ("{{a,b}}", ["{a}", "{b}"]), ("\\{a,b}", ["\\{a,b}"]),
        ("{a\\,b,c}", ["a\\,b", "c"]), ("{a,b}/{c,d}/", ["a/c/", "a/d/", "b/c/", "b/d/"]),
    ]) func braces(pattern: String, expected: [String]) { #expect(GlobRule.alternatives(of: pattern) == expected) }

    @Test func bracesThatExplode() {
        let pattern = String(repeating: "{a,b}", count: 40)
        let problem = #expect(throws: Problem.self) { try Glob([pattern]) }
        #expect(problem?.diagnostics.first?.message == "the braces of '\(pattern)' expand to more than 1000 patterns")
        #expect(problem?.exitStatus == .badConfiguration)
    }
}
