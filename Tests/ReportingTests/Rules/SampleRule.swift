@testable import Reporting

/// Rules that a project may set, as a command declares them.
extension RuleCatalog { static let sample = RuleCatalog([.deadLink, .slowLink, .oddLink]) }

extension RuleGroup {
    static let links = RuleGroup("links", "Links that lead nowhere.")
    static let speed = RuleGroup("speed", "Links that take long.")
}

extension Rule {
    static let deadLink = Rule(
        "dead-link", in: .links, level: .error, "LinkToNothing", "A link leads nowhere.",
        because: "Readers see an error page.", help: "Correct or remove it.", source: "https://example.org/links")
    static let slowLink = Rule(
        "slow-link", in: .speed, level: .off, "LinkTakesLong", "A link takes long.", help: "Cache it.")
    static let oddLink = Rule("odd-link", in: .links, "LinkIsOdd", "A link is odd.", help: "Look at it.")
}
