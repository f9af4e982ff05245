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
    ])
    func allows(text: String, path: String, isAllowed: Bool) {
        let rules = RobotsRules(text)
        #expect(rules.allows(path, to: ["googlebot-image", "googlebot"]) == isAllowed)
    }
}
