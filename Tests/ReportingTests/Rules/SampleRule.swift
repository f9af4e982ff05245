@testable import Reporting

/// Rules that a project may set, as a command declares them.
enum SampleRule: String, SettableRule {
    case deadLink = "dead-link"
    case slowLink = "slow-link"
    case oddLink = "odd-link"

    enum Group: String, RuleGroup {
        case links, speed

        var summary: String {
            switch self {
            case .links: "Links that lead nowhere."
            case .speed: "Links that take long."
            }
        }
    }

    var group: Group { self == .slowLink ? .speed : .links }

    var level: RuleLevel? {
        switch self {
        case .deadLink: .error
        case .slowLink: .off
        case .oddLink: nil
        }
    }

    var texts: RuleTexts {
        switch self {
        case .deadLink:
            RuleTexts(
                "LinkToNothing", "A link leads nowhere.", because: "Readers see an error page.",
                help: "Correct or remove it.", source: "https://example.org/links")
        case .slowLink: RuleTexts("LinkTakesLong", "A link takes long.", help: "Cache it.")
        case .oddLink: RuleTexts("LinkIsOdd", "A link is odd.", help: "Look at it.")
        }
    }
}
