import Fetching
import URLs

/// The reason why Google's crawlers may not fetch an icon, or why that is unknown.
enum SearchBan: Sendable, Equatable {
    case rule(RobotsRules.Ban)
    /// The `robots.txt` at the URL cannot be read, so crawlers fetch nothing (RFC 9309, section 2.3.1.4).
    case unreachable(WebURL, because: String)
    case late(WebURL)
    case unknown

    /// The crawlers that fetch icons, by their names in `robots.txt`.
    private static let crawlers = ["googlebot-image", "googlebot"]

    static func bans(
        on icons: [IconTarget: AuditedIcon], by files: [WebURL: SiteResource], within steps: Int = RobotsRules.stepLimit
    ) -> [IconTarget: SearchBan] {
        var steps = steps
        let rules = files.compactMapValues { resource in
            resource.file.map { RobotsRules(String(decoding: $0.bytes, as: UTF8.self), for: crawlers) }
        }
        return icons.compactMapValues { icon in
            guard case .served(let answer) = icon.resource else { return nil }
            let url = answer.url.atOrigin("robots.txt")
            if case .late = files[url] { return .late(url) }
            if let reason = files[url]?.reasonOfNoRules { return .unreachable(url, because: reason) }
            do throws(RobotsRules.TooCostly) {
                let path = answer.url.pathAndQuery
                return try rules[url]?.ban(on: path, within: &steps).map { .rule($0) }
            } catch { return .unknown }
        }
    }
}

extension SiteResource {
    fileprivate var reasonOfNoRules: String? {
        switch self {
        // Google treats 429 as a server error.
        case .served(let answer) where answer.status >= 500 || answer.status == 429: "status \(answer.status)"
        case .failed(let error): error.description
        case .served, .elsewhere, .late: nil
        }
    }
}
