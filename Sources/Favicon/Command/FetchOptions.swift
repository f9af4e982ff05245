import ArgumentParser
import DevtoolKit
import Encodings
import Fetching
import URLs

struct FetchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Limit the total time for a page's requests or, with --check, the time for each request.",
            valueName: "duration")) var timeout: TimeSpan?

    @Option(help: ArgumentHelp("Set the User-Agent header. (default: devtool/\(devtoolVersion))", valueName: "name"))
    var userAgent: String?

    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp("Send this header to the page's server; repeatable.", valueName: "name: value")) var headers:
        [String] = []

    @Option(
        help: ArgumentHelp(
            "Send these cookies to the page's server, such as 'a=1; b=2'; repeatable.", valueName: "cookies"))
    var cookie: [String] = []

    @Flag(help: "Connect to public addresses only, even after redirects.") var publicOnly = false

    @Flag(help: "Read the whole page instead of stopping at the icons in its head.") var full = false

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Download and check each icon before choosing it. (default: "
                + "--verify for a page on the web, --no-verify for a file)")) var verify: Bool?

    @Flag(
        help: ArgumentHelp("If the page declares no icon, also try the usual paths for phones and the parent domain."))
    var fallbacks = false

    func validate() throws {
        if let timeout, !(timeout.duration > .zero && timeout.duration <= .seconds(86_400)) {
            throw ValidationError("'--timeout' must be a duration above 0 and at most 24h")
        }
        for header in headers {
            guard let field = Self.field(header) else {
                throw ValidationError("invalid header '\(header)': expected 'Name: value'")
            }
            // The value may be a secret.
            guard HTTPHeaders.isField(field.name, field.value) else {
                throw ValidationError("invalid header '\(field.name)': line breaks are not allowed")
            }
        }
        if !cookie.allSatisfy(HTTPHeaders.areCookies) {
            throw ValidationError("'--cookie' must not contain tabs or line breaks")
        }
        if let userAgent, !HTTPHeaders.isField("User-Agent", userAgent) {
            throw ValidationError("'--user-agent' must not contain line breaks")
        }
    }

    func searchOptions(_ section: ConfigurationSection) -> SearchOptions {
        var options = SearchOptions(userAgent: userAgent ?? "devtool/\(devtoolVersion)")
        options.timeout = timeout?.duration ?? section[FaviconSetting.timeout]
        options.headers = headers.compactMap(Self.field)
        options.cookie = cookie.isEmpty ? nil : cookie.joined(separator: "; ")
        options.isPublicOnly = publicOnly
        options.readsWholePages = full
        options.triesFallbacks = fallbacks
        return options
    }

    private static func field(_ text: String) -> (name: String, value: String)? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        return (String(parts[0]), String(parts[1].drop { $0 == " " || $0 == "\t" }))
    }
}

/// Options for a page in a file, which replace what a server would declare.
struct FileOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Resolve links against this URL.", valueName: "url")) var baseURL: String?

    @Option(help: ArgumentHelp("Set the page's encoding, as its Content-Type header would.", valueName: "label"))
    var charset: String?

    @Flag(help: "Choose an icon from the page's declarations; do not use the network.") var noFetch = false

    func validate() throws {
        if baseURL?.isEmpty == true { throw ValidationError("'--base-url' requires a URL") }
        if let charset, CharacterEncoding(label: charset) == nil {
            throw ValidationError("'--charset' requires an encoding such as utf-8, not '\(charset)'")
        }
    }

    func document() throws(FaviconError) -> WebURL? {
        try baseURL.map { text throws(FaviconError) in
            guard let url = WebURL(text) else { throw .badBase(text) }
            return url
        }
    }
    var encoding: CharacterEncoding? { charset.flatMap { CharacterEncoding(label: $0) } }

    func refuseForPagesOnTheWeb() throws(Problem) {
        if baseURL != nil {
            throw .optionForFiles("--base-url", because: "the base URL of a page on the web is the page's own URL")
        }
        if charset != nil { throw .optionForFiles("--charset", because: "the server declares the encoding") }
        if noFetch { throw .optionForFiles("--no-fetch", because: "a page on the web must be fetched") }
    }
}

extension Problem {
    /// An option for files is used with a URL, for which it is unnecessary.
    static func optionForFiles(_ option: String, because reason: String) -> Problem {
        Problem(.usage, "'\(option)' requires a page in a file: \(reason)")
    }
}
