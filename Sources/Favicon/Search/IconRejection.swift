import Fetching

/// Why an icon is rejected: for what the page declares, for the server's response, or for its bytes.
enum IconRejection: Error, Sendable, Equatable, CustomStringConvertible {
    /// It is `data:,`, or something else with which pages say that they have no icon.
    case declined
    /// Its `media` does not match.
    case media(String?)
    /// It is a silhouette: its name says so.
    case silhouette(named: String)
    /// It has a `color`, or `mask` in its `rel`, which Firefox takes for a silhouette.
    case maskedForFirefox
    /// It is of a kind that the browser does not take here.
    case kind(IconLink.Kind?, IconPreference.Browser)
    /// Firefox shows it in large places only, such as a page of bookmarks, or in small ones only.
    case onlyForFirefox(inLargePlaces: Bool)
    /// The browser loads another link, and none that comes after it.
    case passedOver(IconPreference.Browser)
    /// It is named where the browser does not look for icons.
    case source(IconLink.Source, IconPreference.Browser)
    /// It is not in `head`, where the browser looks.
    case body(IconPreference.Browser)
    /// It is in `noscript`, where browsers do not look.
    case noscript

    /// There is nothing at its URL.
    case missing
    /// The server answers with a status that is no success.
    case status(Int)
    /// The server answers with something of no use, as where there is no icon.
    case noAnswer(FetchError)
    /// The server cannot be asked, or did not answer in time.
    case unreachable(FetchError)
    /// Its reference leads to no icon.
    case nothing
    /// The page's policy, or its server's, forbids the browser to load it.
    case policy
    /// The server sends an SVG as something else, or something else as an SVG, which the browser does not take.
    case wrongType(ImageFormat, String)
    /// It is too large, or too long and thin, to be drawn in a tab.
    case wrongSides(ImageFormat)
    /// Its `data:` URL holds no data.
    case damagedURL
    /// It has more than so many bytes.
    case tooLarge(limit: Int)
    /// So many others were no icons.
    case unexamined(limit: Int)

    /// There are no bytes.
    case empty
    /// An HTML page, as servers send where nothing is.
    case page
    /// JSON, as servers of programs send where nothing is.
    case json
    /// An XML document that is not an SVG.
    case xml
    /// Text of some other kind.
    case text
    /// Compressed with gzip, which browsers only undo where the server says so.
    case compressed
    /// No format of ``ImageFormat``.
    case unrecognized
    /// The bytes end before the picture does.
    case incomplete(ImageFormat)
    /// The bytes end before the picture's size.
    case truncated(ImageFormat)
    /// The bytes begin like the format and then contradict it.
    case damaged(ImageFormat)
    /// The size does not come where any usual picture has it.
    case farHeader(ImageFormat)
    /// The width or the height is 0.
    case zeroSize(ImageFormat)
    /// The picture is a single pixel, which counts visitors or fills a gap.
    case singlePixel(ImageFormat)
    /// What would read the SVG is not installed; in the loader's words.
    case noLibrary(String)

    /// The reason in words.
    var description: String {
        switch self {
        case .media(let media): "its media does not match: \((media ?? "").beginning())"
        case .silhouette(let name): "a \(name) is a single-colour silhouette"
        case .maskedForFirefox: "Firefox treats links with a color or 'mask' as silhouettes"
        case .kind(let kind, let browser):
            "\(browser.name) does not use \(kind?.rawValue ?? "such a link") here"
        case .onlyForFirefox(let isLarge):
            "Firefox shows it only where icons are \(isLarge ? "large" : "small")"
        case .passedOver(let browser): "\(browser.name) loads another link, which it prefers"
        case .source(.browserconfig, let browser), .source(.tile, let browser):
            "\(browser.name) does not use tiles"
        case .source(.manifest, let browser): "\(browser.name) does not use manifest icons here"
        case .source(.link, let browser), .source(.default, let browser):
            "\(browser.name) does not request it"
        case .body(let browser): "not in head, where \(browser.name) looks"
        case .noscript: "in noscript, which is ignored if scripts run"
        case .missing: "the server does not have it"
        case .status(let status): "the server responded with status \(status)"
        case .noAnswer(let error), .unreachable(let error): "cannot be fetched: \(error)"
        case .declined: "declares that there is no icon"
        case .nothing: "it leads to no icon"
        case .policy: "forbidden by Content-Security-Policy or Cross-Origin-Resource-Policy"
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
        case .incomplete(let format): "the \(format) is not whole, or damaged"
        case .truncated(let format): "the \(format) ends before its size"
        case .damaged(let format): "the \(format) is damaged"
        case .farHeader(let format): "the \(format) has no size in its first bytes"
        case .zeroSize(let format): "the \(format) has a width or height of 0"
        case .singlePixel(let format): "the \(format) is a single pixel"
        case .noLibrary(let reason): "cannot read SVG: \(reason)"
        }
    }
}

extension IconRejection {
    /// The category of the reason, as named in JSON and tables.
    enum Place: String, Sendable, CaseIterable {
        /// The reference, which leads to no icon.
        case empty
        /// The link's `media`.
        case media
        /// The shape of the picture.
        case silhouette
        /// The kind of the link.
        case kind
        /// The body of the page.
        case body
        /// A `noscript` of the page.
        case noscript
        /// The server, which does not have it.
        case missing
        /// The bytes, which are no image.
        case image
        /// The page's policy, or the server's.
        case policy
        /// The way to the server.
        case unreachable
        /// A limit of devtool's.
        case limit
    }

    /// Where the reason lies.
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
        case .damagedURL, .empty, .page, .json, .xml, .text, .compressed, .unrecognized,
            .incomplete,
            .truncated, .damaged, .farHeader, .zeroSize, .singlePixel, .noLibrary, .wrongType,
            .wrongSides:
            .image
        }
    }

    /// The reason in a few words, for a column of a table.
    var summary: String {
        switch self {
        case .declined: "declares no icon"
        case .nothing: "leads to no icon"
        case .policy: "forbidden"
        case .wrongType: "wrong type"
        case .wrongSides: "unfit for a tab"
        case .media: "media does not match"
        case .silhouette, .maskedForFirefox: "silhouette"
        case .kind, .onlyForFirefox, .passedOver, .source: "not for this use"
        case .body: "not in head"
        case .noscript: "in noscript"
        case .missing: "not found"
        case .status(let status): "status \(status)"
        case .noAnswer, .unreachable: "cannot be fetched"
        case .tooLarge: "too large"
        case .unexamined: "not checked"
        case .singlePixel: "a single pixel"
        case .empty: "no bytes"
        case .noLibrary: "SVG cannot be read"
        case .damagedURL, .page, .json, .xml, .text, .compressed, .unrecognized, .incomplete,
            .truncated,
            .damaged, .farHeader, .zeroSize:
            "not an image"
        }
    }

    /// The reason in words for a sentence about an icon.
    func sentence(about target: IconTarget) -> String {
        guard place == .image, self != .damagedURL else { return description }
        if case .data = target { return "the data: URL does not hold an icon: \(self)" }
        return "the server's response is not an icon: \(self)"
    }
}
