import ArgumentParser
import DevtoolKit
import Encodings
import Fetching
import URLs

/// The options that say how pages and icons are fetched.
struct FetchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Limit the total time of a page's requests.", valueName: "duration"))
    var timeout: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Set the User-Agent header. (default: devtool/\(devtoolVersion))",
            valueName: "name"))
    var userAgent: String?

    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp(
            "Send this header to the page's server; repeatable.",
            valueName: "name: value"))
    var headers: [String] = []

    @Option(
        help: ArgumentHelp(
            "Send these cookies to the page's server, such as 'a=1; b=2'; repeatable.",
            valueName: "cookies"))
    var cookie: [String] = []

    @Flag(help: "Connect to public addresses only, also after redirects.")
    var publicOnly = false

    @Flag(help: "Read the whole page, not only up to the icons in its head.")
    var full = false

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Download and check each icon before choosing it. (default: "
                + "--verify for a page on the web, --no-verify for a file)"))
    var verify: Bool?

    @Flag(
        help: ArgumentHelp(
            "If the page names no icon, also try the paths that phones use, and the parent domain.")
    )
    var fallbacks = false

    /// Rejects a time limit that is none, and what would be more than one header field.
    func validate() throws {
        if let timeout, !(timeout.duration > .zero && timeout.duration <= .seconds(86_400)) {
            throw ValidationError("--timeout takes a span of time above 0 and up to 24h.")
        }
        for header in headers {
            guard let field = Self.field(header) else {
                throw ValidationError("--header takes a field as in 'Name: value': '\(header)'.")
            }
            // The value may be a secret.
            guard HTTPHeaders.isField(field.name, field.value) else {
                throw ValidationError(
                    "--header takes one header field, without line ends: '\(field.name)'.")
            }
        }
        if !cookie.allSatisfy(HTTPHeaders.areCookies) {
            throw ValidationError("--cookie takes cookies without tabs and line ends.")
        }
        if let userAgent, !HTTPHeaders.isField("User-Agent", userAgent) {
            throw ValidationError("--user-agent takes a name without line ends.")
        }
    }

    /// How to search, as the options and the section `favicon` of `devtool.yml` say.
    func searchOptions(_ section: ConfigurationSection) -> SearchOptions {
        var options = SearchOptions(userAgent: userAgent ?? "devtool/\(devtoolVersion)")
        options.timeout =
            timeout?.duration ?? section[FaviconSetting.timeout]
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

/// The options that tell of the page in a file what its server would.
struct FileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Resolve links against this URL.", valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp(
            "Set the encoding that the page's header would name.", valueName: "label"))
    var charset: String?

    @Flag(help: "Assume /favicon.ico exists; do not use the network.")
    var noFetch = false

    /// Rejects empty values, and what is no encoding.
    func validate() throws {
        if baseURL?.isEmpty == true { throw ValidationError("--base-url takes a URL.") }
        if let charset, CharacterEncoding(label: charset) == nil {
            throw ValidationError("--charset takes an encoding, such as utf-8: '\(charset)'.")
        }
    }

    /// Where the page is on the web; `nil` if nobody says so.
    func document() throws(FaviconError) -> WebURL? {
        try baseURL.map { text throws(FaviconError) in
            guard let url = WebURL(text) else { throw .noURL(text) }
            return url
        }
    }

    /// The encoding of the page, if it is given.
    var encoding: CharacterEncoding? { charset.flatMap { CharacterEncoding(label: $0) } }

    /// Refuses what the web tells of a page by itself.
    func refuseForPagesOnTheWeb() throws(FaviconError) {
        if baseURL != nil {
            throw .optionForFiles("--base-url", because: "the URL of a page says where it is")
        }
        if charset != nil {
            throw .optionForFiles("--charset", because: "the server of a page names its encoding")
        }
        if noFetch {
            throw .optionForFiles("--no-fetch", because: "a page on the web has to be fetched")
        }
    }
}
