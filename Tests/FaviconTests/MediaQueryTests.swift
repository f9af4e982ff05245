import TestSupport
import Testing

@testable import Favicon

@Suite struct MediaQueryTests {
    @Test(arguments: [
        "", " \n", "all", "screen", "SCREEN", "only screen", "not print", "not speech", "print, screen", "bogus, all",
        "(,), screen", ",all", "screen,,", "@, all", "(prefers-color-scheme: light)", "(Prefers-Color-Scheme:LIGHT)",
        "(prefers-color-scheme)", "screen and (prefers-color-scheme:light)", "not (prefers-color-scheme: dark)",
        "not all and (prefers-color-scheme: dark)", "(not (prefers-color-scheme: dark))",
        "((prefers-color-scheme: light))", "(prefers-color-scheme: dark) or (prefers-color-scheme: light)",
        "(width > 1px) and (not (hover: none)) and (color)", "(width)", "(width: 1280px)", "(width = 1280px)",
        "(min-width: 600px)", "(max-width:1280px)", "(width >= 1280px)", "(1280px <= width)", "(2000px > width)",
        "(600px < width <= 1280px)", "(2000px >= width > 600px)", "(min-width: 20em)", "(min-width: 1e3px)",
        "(min-width:+10.5cm)", "(min-width:0)", "(min-width: -1px)", "(min-width: .5in)", "(height<801px)",
        "(orientation: landscape)", "(aspect-ratio: 16/10)", "(min-aspect-ratio: 1 / 1)", "(aspect-ratio > 1)",
        "(resolution: 1dppx)", "(resolution: 1x)", "(resolution: 96dpi)", "(max-resolution: 1.5dppx)",
        "(-webkit-max-device-pixel-ratio: 1)", "(hover)", "(pointer: fine)", "(min-color: 8)",
        "(display-mode: browser)", "(prefers-reduced-motion: no-preference)", "not (hover: none)",
        "not (prefers-reduced-motion: reduce)", "/* a */screen/**/and/* b */(color)", "screen and (color",
        "(future) or (color)", "future(1, (2)) or (color)",
    ]) func holds(query: String) { #expect(MediaEnvironment().matches(query)) }

    @Test(arguments: [
        "print", "none", "not all", "not screen", "tv", "only print", "bogus", ",", "print,,",
        "(prefers-color-scheme: dark)", "(PREFERS-color-scheme : Dark)", "not (prefers-color-scheme: light)",
        "print and (prefers-color-scheme: light)", "screen and (prefers-color-scheme: dark)",
        "(prefers-color-scheme: sepia)", "(min-width: 1281px)", "(max-width: 600px)", "(width < 1280px)",
        "(1280px < width)", "(1px < width < 9px)", "(min-resolution: 2dppx)", "(-webkit-min-device-pixel-ratio: 2)",
        "(orientation: portrait)", "(monochrome)", "(hover: none)", "(grid)", "(prefers-reduced-motion)",
        "(forced-colors)", "(inverted-colors: none)",
        // What is not known, or of another kind, is unknown, and its opposite is, too.
        "(future)", "not (future)", "(future: 1px)", "(width: red)", "not (width: red)",
        "not (prefers-color-scheme: sepia)", "not (prefers-color-scheme: no-preference)", "not (hover: fine)",
        "(min-width: 5)", "(min-hover: hover)", "(hover > none)", "(width > 5parsec)", "future(1)", "not future(1)",
        "(future) and (color)", "(resolution: 1px)",
        // What is no query is none.
        "screen (color)", "screen and", "screen and (color) or (hover)", "and", "not", "only", "only (color)",
        "screen and(color)", "(color) and", "(color) or (hover) and (grid)", "not not screen", "or (color)",
        "screen or print", "(1px < width > 2px)", "(a: b: c)", "screen print", "color", "width > 1px", "()", "(:)",
        "(<)", "(]", ")", "screen)", "#",
    ]) func doesNotHold(query: String) { #expect(!MediaEnvironment().matches(query)) }

    @Test func knowsTheUsersColours() {
        let dark = MediaEnvironment(scheme: .dark)
        #expect(dark.matches("(prefers-color-scheme: dark)"))
        #expect(!dark.matches("(prefers-color-scheme: light)"))
        #expect(dark.matches(nil))
    }

    @Test(arguments: ["(", "not (", "((color) and ", "f(", "/*", "(grid),", "-", "+", "1e", ".", "[(", "not ", "1<"])
    func takesLongQueriesInBoundedTimeAndDepth(piece: String) {
        let count = (MediaEnvironment.lengthLimit - 6) / piece.utf8.count
        let query = String(repeating: piece, count: count)
        #expect(!MediaEnvironment().matches(query + " print"))
    }

    @Test func readsNoneBeyondTheLimit() {
        let query = "screen" + String(repeating: " ", count: MediaEnvironment.lengthLimit - 6)
        #expect(MediaEnvironment().matches(query))
        #expect(!MediaEnvironment().matches(query + " "))
    }

    /// A query and its opposite never hold together, whatever they are made of.
    @Test func neverHoldsBothWays() {
        var random = SplitMix64(seed: 7)
        let pieces = [
            "(", ")", "(", ")", "not ", " and ", " or ", "color", "hover", "width", ":", "<", ">=", "1px", "future",
            "(color)", "(grid)", "(future)", ",", "screen", "/", "f(",
        ]
        var held = 0
        for _ in 0..<rounds(20_000) {
            let inner = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let holds = MediaEnvironment().matches("(\(inner))")
            let oppositeHolds = MediaEnvironment().matches("not (\(inner))")
            if inner.contains(",") || inner.contains(")") { continue }
            #expect(!(holds && oppositeHolds), "\(inner)")
            if holds { held += 1 }
        }
        #expect(held > rounds(100))
    }

    @Test(arguments: [
        ("(prefers-color-scheme: blue)", false, false), ("not screen", false, false),
        ("(prefers-color-scheme: dark) or (prefers-color-scheme: light)", true, true),
        ("not print and (prefers-color-scheme: light)", true, true), ("not (prefers-color-scheme: light)", false, true),
        ("print, (prefers-color-scheme: light)", true, false),
        ("(max-width: 1px) and (prefers-color-scheme: dark)", false, false),
        ("prefers-color-scheme: dark", false, false), ("(prefers-color-scheme: dark), print", false, true),
        ("(prefers-color-scheme: dark", false, true),
    ]) func browsersEvaluateIt(query: String, light: Bool, dark: Bool) {
        #expect(MediaEnvironment(scheme: .light).matches(query) == light)
        #expect(MediaEnvironment(scheme: .dark).matches(query) == dark)
    }
}
