import Testing

@testable import Favicon

/// What crawlers may fetch (RFC 9309).
@Suite struct RobotsRulesTests {
    @Test(arguments: [
        ("", "/a", true),
        ("User-agent: *\nDisallow: /", "/a", false),
        ("User-agent: *\nDisallow:", "/a", true),
        ("user-agent : *\n disallow : /a # all of it", "/a.png", false),
        ("Disallow: /a", "/a", true),
        ("User-agent: other\nDisallow: /", "/a", true),
        ("User-agent: *\nDisallow: /\nUser-agent: googlebot\nAllow: /", "/a", true),
        ("User-agent: Googlebot-Image\nDisallow: /\n\nUser-agent: *\nAllow: /", "/a", false),
        ("User-agent: x\nUser-agent: Googlebot\nDisallow: /", "/a", false),
        // The longest pattern decides, and of equal ones the one that allows.
        ("User-agent: *\nAllow: /a/b\nDisallow: /a", "/a/b/c", true),
        ("User-agent: *\nDisallow: /a/b\nAllow: /a", "/a/b/c", false),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", true),
        ("User-agent: *\nDisallow: /*.png$", "/x/y.png", false),
        ("User-agent: *\nDisallow: /*.png$", "/x/y.png?v=1", true),
        ("User-agent: *\nDisallow: /a*b*c", "/a1b2c3", false),
        ("User-agent: *\nDisallow: /a*b*c", "/a1c2b3", true),
        ("User-agent: *\nDisallow: /a$", "/a", false),
        ("User-agent: *\nDisallow: /a$", "/ab", true),
        ("User-agent: *\r\nDisallow: /a\r\n", "/a", false),
        ("\u{FEFF}User-agent: *\nDisallow: /a", "/a", false),
        ("User-agent: Googlebot-Image/1.0\nDisallow: /a", "/a", false),
        ("User-agent: Googlebots\nDisallow: /a", "/a", true),
        ("User-agent: * # all\nDisallow: /a", "/a", false),
        // Escapes are compared as what they stand for, where that may stand for itself.
        ("User-agent: *\nDisallow: /%61", "/a", false),
        ("User-agent: *\nDisallow: /é", "/%C3%A9", false),
        ("User-agent: *\nDisallow: /%c3%a9", "/%C3%A9", false),
        ("User-agent: *\nDisallow: /a%2Fb", "/a/b", true),
        ("User-agent: *\nDisallow: /a%", "/a%", false),
        // So is their length.
        ("User-agent: *\nDisallow: /%61%62\nAllow: /abc", "/abc", true),
    ])
    func allows(text: String, path: String, isAllowed: Bool) {
        let rules = RobotsRules(text)
        #expect((rules.ban(on: path, for: ["googlebot-image", "googlebot"]) == nil) == isAllowed)
    }

    /// A mend names the group whose rules go on to count, and a rule that wins.
    @Test(arguments: [
        ("User-agent: GoogleBot\nDisallow: /a", "GoogleBot", "/a", true),
        ("User-agent: *\nDisallow: /a", "*", "/a", true),
        ("User-agent: *\nDisallow: /*a*b*c***", "*", "/*a*b*c***", false),
    ])
    func tellsWhatForbids(text: String, agent: String, pattern: String, isShort: Bool) {
        let ban = RobotsRules(text).ban(on: "/abc", for: ["googlebot-image", "googlebot"])
        #expect(ban == RobotsRules.Ban(agent: agent, pattern: pattern, isShort: isShort))
    }
}
