import ArgumentParser
import DevtoolKit
import Encodings
import Fetching

/// The options that say how pages and icons are fetched.
struct FetchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long the requests for a page may take together.", valueName: "duration"))
    var timeout: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "What the requests say that they come from. (default: devtool/\(devtoolVersion))",
            valueName: "name"))
    var userAgent: String?

    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp(
            "A header field for the server of the page; may be given several times.",
            valueName: "name: value"))
    var headers: [String] = []

    @Option(
        help: ArgumentHelp(
            "Cookies for the server of the page, as in 'a=1; b=2'; may be given several times.",
            valueName: "cookies"))
    var cookie: [String] = []

    @Flag(help: "Ask servers with public addresses only, wherever redirects lead.")
    var publicOnly = false

    @Flag(help: "Read the page to its end, and not only until its head has named an icon.")
    var full = false

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Look at the bytes of icons before they are taken, or believe the page. (default: "
                + "--verify for a page on the web, --no-verify for a file)"))
    var verify: Bool?

    @Flag(
        help: ArgumentHelp(
            "Where no icon is named, try also where phones look for one, and the domain above."))
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
        help: ArgumentHelp("Where the page is on the web.", valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp("The encoding that the header of the page names.", valueName: "label"))
    var charset: String?

    @Flag(help: "Take /favicon.ico for there, and fetch nothing.")
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
