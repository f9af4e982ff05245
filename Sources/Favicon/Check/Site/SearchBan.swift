import Fetching
import URLs

/// What keeps Google's crawlers from an icon.
enum SearchBan: Sendable, Equatable {
    /// A rule of `robots.txt`.
    case rule(RobotsRules.Ban)
    /// The `robots.txt` at a URL cannot be had, for a reason, with which crawlers fetch nothing at all (RFC 9309,
    /// section 2.3.1.4).
    case unreachable(WebURL, because: String)
    /// Nobody knows: there was no time left for the `robots.txt` at a URL.
    case late(WebURL)
    /// Nobody knows: the rules are too many.
    case unknown

    /// The crawlers that fetch icons, by the names under which `robots.txt` addresses them.
    private static let crawlers = ["googlebot-image", "googlebot"]

    /// What keeps the crawlers from icons.
    ///
    /// - Parameters:
    ///   - icons: the icons of a site.
    ///   - files: what is at the URLs of `robots.txt`, of all origins of the icons.
    ///   - steps: how many bytes of rules and paths may be compared.
    /// - Returns: what forbids an icon, for those that are forbidden.
    static func bans(
        on icons: [IconTarget: AuditedIcon], by files: [WebURL: SiteResource],
        within steps: Int = RobotsRules.stepLimit
    ) -> [IconTarget: SearchBan] {
        var steps = steps
        let rules = files.compactMapValues { resource in
            resource.file.map {
                RobotsRules(String(decoding: $0.bytes, as: UTF8.self), for: crawlers)
            }
        }
        return icons.compactMapValues { icon in
            guard case .served(let answer) = icon.resource else { return nil }
            let url = answer.url.atOrigin("robots.txt")
            if case .late = files[url] { return .late(url) }
            if let reason = files[url]?.reasonOfNoRules {
                return .unreachable(url, because: reason)
            }
            do throws(RobotsRules.TooCostly) {
                let path = answer.url.pathAndQuery
                return try rules[url]?.ban(on: path, within: &steps).map { .rule($0) }
            } catch {
                return .unknown
            }
        }
    }
}

extension SiteResource {
    /// Why crawlers do not know the rules of a `robots.txt`; `nil` if they do, or if it has none.
    fileprivate var reasonOfNoRules: String? {
        switch self {
        // As Google does with 429, too.
        case .served(let answer) where answer.status >= 500 || answer.status == 429:
            "status \(answer.status)"
        case .failed(let error): error.description
        case .served, .elsewhere, .late: nil
        }
    }
}
