import Fetching

/// Why an icon is rejected: because of its declaration, the server's response, or its bytes.
enum IconRejection: Error, Sendable, Equatable, CustomStringConvertible {
    case declined
    case media(String?)
    case silhouette(named: String)
    /// The link has a `color`, or `mask` in its `rel`, so Firefox treats it as a silhouette.
    case maskedForFirefox
    case kind(IconLink.Kind?, IconPreference.Browser)
    /// Firefox shows the icon only in large places, such as a page of bookmarks, or only in small ones.
    case onlyForFirefox(inLargePlaces: Bool)
    case passedOver(IconPreference.Browser)
    case source(IconLink.Source, IconPreference.Browser)
    case body(IconPreference.Browser)
    case noscript
    case missing
    case status(Int)
    /// The server's response is unusable, as if there were no icon.
    case noAnswer(FetchError)
    case unreachable(FetchError)
    case nothing
    /// The policies of the page or of the icon's server forbid the browser to load it.
    case policy
    /// The server sends an SVG with another media type, or another image as SVG, which the browser rejects.
    case wrongType(ImageFormat, String)
    /// The picture is too large, or too long and thin, for a tab.
    case wrongSides(ImageFormat)
    case damagedURL
    case tooLarge(limit: Int)
    /// The maximum number of icons was examined before this one.
    case unexamined(limit: Int)

    case empty
    /// An HTML page, which servers send for missing files.
    case page
    /// JSON, which APIs send for missing files.
    case json
    case xml
    case text
    /// Compressed with gzip without the header that browsers require.
    case compressed
    case unrecognized
    /// The bytes end before the picture does.
    case incomplete(ImageFormat)
    /// The bytes end before the picture's size.
    case truncated(ImageFormat)
    /// The bytes start like the format, but are invalid.
    case damaged(ImageFormat)
    /// The size is beyond the limit for headers.
    case farHeader(ImageFormat)
    case zeroSize(ImageFormat)
    /// A tracking pixel or a spacer.
    case singlePixel(ImageFormat)
    /// The library that parses SVG cannot be loaded; the associated value is the loader's message.
    case noLibrary(String)
    var description: String {
        switch self {
        case .media(let media): "its media query does not match: \((media ?? "").beginning())"
        case .silhouette(let name): "a \(name) is a single-color silhouette"
        case .maskedForFirefox: "Firefox treats links with a color or 'mask' as silhouettes"
        case .kind(let kind, let browser): "\(browser.name) does not use \(kind?.rawValue ?? "this kind of link") here"
        case .onlyForFirefox(let isLarge): "Firefox shows it only where icons are \(isLarge ? "large" : "small")"
        case .passedOver(let browser): "\(browser.name) prefers another link"
        case .source(.browserconfig, let browser), .source(.tile, let browser): "\(browser.name) does not use tiles"
        case .source(.manifest, let browser): "\(browser.name) does not use manifest icons here"
        case .source(.link, let browser), .source(.default, let browser): "\(browser.name) does not request it"
        case .body(let browser): "not in the head, where \(browser.name) looks"
        case .noscript: "in noscript, which is ignored if scripts run"
        case .missing: "the server does not have it"
        case .status(let status): "the server responded with status \(status)"
        case .noAnswer(let error), .unreachable(let error): "cannot be fetched: \(error)"
        case .declined: "declares no icon"
        case .nothing: "it does not lead to an icon"
        case .policy: "blocked by Content-Security-Policy or Cross-Origin-Resource-Policy"
        case .wrongType(let format, ""): "the \(format) is served without a type"
        case .wrongType(let format, let type): "the \(format) is served as \(type.beginning())"
        case .wrongSides(let format): "the \(format) is too large or too thin to be shown in a tab"
        case .damagedURL: "the data: URL is malformed"
        case .tooLarge(let limit): "larger than \(limit >> 20) MiB"
        case .unexamined(let limit): "not checked, because \(limit) others were not icons"
        case .empty: "the body is empty"
        case .page: "an HTML page instead of an image"
        case .json: "JSON instead of an image"
        case .xml: "an XML document that is not an SVG"
        case .text: "text instead of an image"
        case .compressed: "compressed with gzip"
        case .unrecognized: "not an image of a known format"
        case .incomplete(let format): "the \(format) is truncated or damaged"
        case .truncated(let format): "the \(format) ends before its dimensions"
        case .damaged(let format): "the \(format) is damaged"
        case .farHeader(let format): "the first bytes of the \(format) do not contain its dimensions"
        case .zeroSize(let format): "the \(format) has a width or height of 0"
        case .singlePixel(let format): "the \(format) is a single pixel"
        case .noLibrary(let reason): "cannot read SVG: \(reason)"
        }
    }
}

extension IconRejection {
    /// The category of the reason, as named in JSON and tables.
    enum Place: String, Sendable, CaseIterable {
        case empty
        case media
        case silhouette
        case kind
        case body
        case noscript
        case missing
        case image
        case policy
        case unreachable
        case limit
    }

    var place: Place {
        switch self {
        case .declined, .nothing: .empty
        case .media: .media
        case .silhouette, .maskedForFirefox: .silhouette
        case .kind, .onlyForFirefox, .passedOver, .source: .kind
        case .body: .body
        case .noscript: .noscript
        case .missing, .status, .noAnswer: .missing
        case .unreachable: .unreachable
        case .policy: .policy
        case .tooLarge, .unexamined: .limit
        case .damagedURL, .empty, .page, .json, .xml, .text, .compressed, .unrecognized, .incomplete, .truncated,
            .damaged, .farHeader, .zeroSize, .singlePixel, .noLibrary, .wrongType, .wrongSides:
            .image
        }
    }

    var summary: String {
        switch self {
        case .declined: "declares no icon"
        case .nothing: "does not lead to an icon"
        case .policy: "blocked"
        case .wrongType: "wrong type"
        case .wrongSides: "unsuitable for a tab"
        case .media: "media does not match"
        case .silhouette, .maskedForFirefox: "silhouette"
        case .kind, .onlyForFirefox, .passedOver, .source: "not for this use"
        case .body: "not in the head"
        case .noscript: "in noscript"
        case .missing: "not found"
        case .status(let status): "status \(status)"
        case .noAnswer, .unreachable: "cannot be fetched"
        case .tooLarge: "too large"
        case .unexamined: "not checked"
        case .singlePixel: "a single pixel"
        case .empty: "no bytes"
        case .noLibrary: "SVG cannot be read"
        case .damagedURL, .page, .json, .xml, .text, .compressed, .unrecognized, .incomplete, .truncated, .damaged,
            .farHeader, .zeroSize:
            "not an image"
        }
    }

    func sentence(about target: IconTarget) -> String {
        guard place == .image, self != .damagedURL else { return description }
        if case .data = target { return "the data: URL does not contain an icon: \(self)" }
        return "the server's response is not an icon: \(self)"
    }
}
