import Testing

@testable import Favicon

/// What crawlers may fetch (RFC 9309).
@Suite struct RobotsRulesTests {
    @Test(arguments: [
        ("", "/a", true), ("User-agent: *\nDisallow: /", "/a", false), ("User-agent: *\nDisallow:", "/a", true),
        ("user-agent : *\n disallow : /a # all of it", "/a.png", false), ("Disallow: /a", "/a", true),
        ("User-agent: other\nDisallow: /", "/a", true),
        ("User-agent: *\nDisallow: /\nUser-agent: googlebot\nAllow: /", "/a", true),
        ("User-agent: Googlebot-Image\nDisallow: /\n\nUser-agent: *\nAllow: /", "/a", false),
        ("User-agent: x\nUser-agent: Googlebot\nDisallow: /", "/a", false),
        // The longest pattern decides, and of equal ones the one that allows.
        ("User-agent: *\nAllow: /a/b\nDisallow: /a", "/a/b/c", true),
        ("User-agent: *\nDisallow: /a/b\nAllow: /a", "/a/b/c", false),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", true), ("User-agent: *\nDisallow: /*.png$", "/x/y.png", false),
        ("User-agent: *\nDisallow: /*.png$", "/x/y.png?v=1", true),
        ("User-agent: *\nDisallow: /a*b*c", "/a1b2c3", false), ("User-agent: *\nDisallow: /a*b*c", "/a1c2b3", true),
        ("User-agent: *\nDisallow: /a$", "/a", false), ("User-agent: *\nDisallow: /a$", "/ab", true),
        ("User-agent: *\r\nDisallow: /a\r\n", "/a", false), ("\u{FEFF}User-agent: *\nDisallow: /a", "/a", false),
        ("User-agent: Googlebot-Image/1.0\nDisallow: /a", "/a", false),
        ("User-agent: Googlebots\nDisallow: /a", "/a", true), ("User-agent: * # all\nDisallow: /a", "/a", false),
        // Escapes are compared as what they stand for, where that may stand for itself.
        ("User-agent: *\nDisallow: /%61", "/a", false), ("User-agent: *\nDisallow: /é", "/%C3%A9", false),
        ("User-agent: *\nDisallow: /%c3%a9", "/%C3%A9", false), ("User-agent: *\nDisallow: /a%2Fb", "/a/b", true),
        ("User-agent: *\nDisallow: /a%", "/a%", false),
        // So is their length.
        ("User-agent: *\nDisallow: /%61%62\nAllow: /abc", "/abc", true),
    ]) func allows(text: String, path: String, isAllowed: Bool) throws {
        #expect(try (ban(on: path, by: text) == nil) == isAllowed)
    }

    private func ban(on path: String, by text: String, within limit: Int = RobotsRules.stepLimit) throws -> RobotsRules
        .Ban?
    {
        var steps = limit
        return try RobotsRules(text, for: ["googlebot-image", "googlebot"]).ban(on: path, within: &steps)
    }

    /// Patterns that nearly match anywhere cost a comparison for each byte of both.
    @Test func rulesWithoutEnd() throws {
        let part = "*" + String(repeating: "a", count: 30) + "b"
        let line = "Disallow: /" + String(repeating: part, count: 25) + "\n"
        let text = "User-agent: *\n" + String(repeating: line, count: 400)
        let path = "/" + String(repeating: "a", count: 20_000)
        #expect(throws: RobotsRules.TooCostly.self) { try ban(on: path, by: text, within: 1 << 20) }
        #expect(try ban(on: "/b", by: text, within: 1 << 20) == nil)
    }

    /// Of groups for others nothing is kept: each of many crawlers would have each of many rules.
    @Test(.timeLimit(.minutes(5))) func groupsWithoutEnd() throws {
        let agents = (0..<15_000).map { "User-agent: a\($0)\nUser-agent: *\n" }.joined()
        let rules = String(repeating: "Disallow: /a\n", count: 12_000)
        #expect(try ban(on: "/a", by: agents + rules)?.pattern == "/a")
    }

    /// A mend names the group whose rules go on to count, and a rule that wins.
    @Test(arguments: [
        ("User-agent: GoogleBot\nDisallow: /a", "GoogleBot", "/a", true),
        ("User-agent: *\nDisallow: /a", "*", "/a", true),
        ("User-agent: *\nDisallow: /*a*b*c***", "*", "/*a*b*c***", false),
    ]) func tellsWhatForbids(text: String, agent: String, pattern: String, isShort: Bool) throws {
        let ban = try ban(on: "/abc", by: text)
        #expect(ban == RobotsRules.Ban(agent: agent, pattern: pattern, isShort: isShort))
    }
}
