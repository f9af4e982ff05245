import Encodings
import Fetching
import HTML
import Scanning
import URLs

/// What a page says of itself beside its icons: its title, its policies, and where its head ends.
struct PageHead: Sendable {
    /// The text of `title`, if there is one.
    private(set) var title: String?
    /// Whether it has no doctype, `html` or `head`: it is a part of pages, not one.
    private(set) var isFragment: Bool
    /// What ended the head, if a link comes after it.
    private(set) var end: (name: String, offset: Int)?
    /// Its Content-Security-Policies, by `meta` and by header.
    private var policies: [String]

    /// Scans a page whose markup is in ASCII.
    ///
    /// - Parameters:
    ///   - bytes: the page.
    ///   - policies: those of its header.
    ///   - encoding: the encoding of its text.
    ///   - link: where a link to an icon in the body begins; `nil` if there is none.
    init(
        _ bytes: [UInt8], policies: [String], in encoding: CharacterEncoding, linkInBody link: Int?
    ) {
        self.policies = policies
        let start = bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0
        let first = bytes[start...].prefix(Self.reach)
        isFragment = !bytes.isEmpty && !first.map(\.asciiLowercased).contains("<!doctype".utf8)
        var scanner = HTMLScanner(reporting: [.html, .head, .title, .meta])
        for tag in scanner.scan(bytes) where tag.placement == .document {
            switch tag.element {
            case .html, .head: isFragment = false
            case .title where title == nil:
                let text = bytes[tag.offset...].drop { $0 != UInt8(ascii: ">") }.dropFirst()
                    .prefix { $0 != UInt8(ascii: "<") }.prefix(Self.titleReach)
                let value = CharacterReference.attributeValue(of: encoding.decode(Array(text)))
                title = String(decoding: value, as: UTF8.self).split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
            case .meta where tag.isInHead:
                if tag.text(.httpEquiv)?.asciiLowercased == "content-security-policy" {
                    self.policies += [tag.text(.content)].compactMap(\.self)
                }
            default: break
            }
        }
        if let link { end = Self.end(in: bytes, before: min(link, bytes.count)) }
    }

    /// The first bytes of a page, in which its doctype is if it has one.
    private static let reach = 4096
    /// The most bytes of a title that are shown.
    private static let titleReach = 300

    /// What ends the head: the tag, or the text, after which no link belongs to it.
    private static func end(in bytes: [UInt8], before link: Int) -> (name: String, offset: Int)? {
        var scanner = HTMLScanner(reporting: [])
        var last = 0
        for start in stride(from: 0, to: link, by: reach) {
            var next = scanner
            _ = next.scan(Array(bytes[start..<min(link, start + reach)]))
            guard next.isPastHead else {
                scanner = next
                continue
            }
            for index in start..<link {
                if bytes[index] == UInt8(ascii: "<") { last = index }
                _ = scanner.scan([bytes[index]])
                guard scanner.isPastHead else { continue }
                let isTag = bytes[index] == UInt8(ascii: ">")
                let name = bytes[last...index].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
                return isTag
                    ? (String(decoding: name, as: UTF8.self).beginning() + ">", last)
                    : ("text", index)
            }
        }
        return nil
    }

    /// The policy that keeps browsers from loading an icon of a page; `nil` if all allow it.
    func policy(blocking url: WebURL, on page: SitePage) -> String? {
        policies.flatMap { $0.split(separator: ",") }.lazy.compactMap { policy in
            ImagePolicy(policy, of: page.page.document).flatMap { $0.allows(url) ? nil : $0.text }
        }.first
    }
}

/// What a Content-Security-Policy says of pictures (CSP 3, 6.7.2).
private struct ImagePolicy {
    /// The directive.
    let text: String
    private let sources: [String]
    private let document: WebURL?

    /// Reads a policy; `nil` if it says nothing of pictures.
    init?(_ policy: Substring, of document: WebURL?) {
        let directives = policy.split(separator: ";").map { Array(String($0).asciiTokens) }
        let found = ["img-src", "default-src"].lazy.compactMap { name in
            directives.first { $0.first == name }
        }.first
        guard let found else { return nil }
        text = found.joined(separator: " ")
        sources = Array(found.dropFirst())
        self.document = document
    }

    func allows(_ url: WebURL) -> Bool {
        sources.contains { source in
            switch source {
            case "'self'": document.map(url.hasOrigin) ?? true
            case "*": true
            case let scheme where scheme.hasSuffix(":"):
                allows(url.scheme, for: String(scheme.dropLast()))
            default: allows(url, for: source)
            }
        }
    }

    /// Whether a scheme is one that is allowed, or that made safe.
    private func allows(_ scheme: WebURL.Scheme, for allowed: String) -> Bool {
        scheme.rawValue == allowed || scheme == .https && allowed == "http"
    }

    /// Whether a source that names a host has a URL.
    private func allows(_ url: WebURL, for source: String) -> Bool {
        var rest = source[...]
        if let end = source.firstRange(of: "://") {
            guard allows(url.scheme, for: String(source[..<end.lowerBound])) else { return false }
            rest = source[end.upperBound...]
        } else if let document, !allows(url.scheme, for: document.scheme.rawValue) {
            return false
        }
        let path = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
        let authority = rest.prefix { $0 != "/" }.split(separator: ":")
        guard let host = authority.first else { return false }
        let port = url.port ?? url.scheme.defaultPort
        let isPort =
            authority.count > 1
            ? authority[1] == "*" || authority[1] == "\(port)" : port == url.scheme.defaultPort
        let isHost = host.hasPrefix("*.") ? url.host.hasSuffix(host.dropFirst()) : url.host == host
        let isPath =
            path.isEmpty || path.hasSuffix("/")
            ? url.path.asciiLowercased.hasPrefix(path) : url.path.asciiLowercased == path
        return isPort && isHost && isPath
    }
}

extension ServedFile {
    /// The value of Cross-Origin-Resource-Policy, which is empty if there is none.
    var resourcePolicy: String { (headers["Cross-Origin-Resource-Policy"] ?? "").beginning(20) }

    /// Whether the server keeps pages from showing the file (Fetch, "cross-origin resource policy check").
    func refuses(_ document: WebURL) -> Bool {
        switch resourcePolicy {
        case "same-origin": !url.hasOrigin(of: document)
        // Without a list of public suffixes: hosts of one site end alike.
        case "same-site": !url.isOfSite(of: document)
        default: false
        }
    }
}

extension WebURL {
    /// Whether the hosts have the same last two labels.
    fileprivate func isOfSite(of other: WebURL) -> Bool {
        func site(_ url: WebURL) -> [Substring] { url.host.split(separator: ".").suffix(2) }
        return site(self) == site(other)
    }
}
