import DevtoolKit
import URLs

/// The properties of an icon's file that rules depend on, without its bytes because a site may have thousands of icons.
struct AuditedIcon: Sendable {
    let target: IconTarget
    /// The server's response without its body; `elsewhere` for a `data:` URL.
    let resource: SiteResource
    /// The result of reading the bytes; `nil` if there are none.
    let image: Result<IconImage, IconRejection>?
    /// The image that Chromium shows, unless the page's policies forbid it.
    let loaded: Result<IconImage, IconRejection>
    /// The number of bytes; one more than the limit if the file was cut off.
    let byteCount: Int
    let hash: StableHash
    let facts: Result<PictureFacts, PixelProblem>?
    let externalReference: String?
    var placeholder: String?
    let kept: [UInt8]?

    var isCut: Bool { byteCount > SearchOptions.imageLimit }

    var picture: IconImage? { try? image?.get() }

    var isUsable: Bool { (try? loaded.get()) != nil }
}

extension AuditedIcon {
    init(at url: WebURL, _ resource: SiteResource, within budget: LookBudget) {
        var loaded: LoadedIcon?
        if case .served(let answer) = resource {
            loaded = LoadedIcon(
                bytes: answer.bytes, isWhole: !answer.isCut, type: answer.mediaType ?? "", status: answer.status)
        }
        self.init(.web(url), resource, loaded, within: budget)
    }

    init(in data: DataURL, within budget: LookBudget) {
        self.init(.data(data), .elsewhere, LoadedIcon(data), within: budget)
    }

    private init(_ target: IconTarget, _ resource: SiteResource, _ answer: LoadedIcon?, within budget: LookBudget) {
        let isThere = answer.map { (200...299).contains($0.status) } ?? false
        let bytes = isThere ? answer?.bytes ?? [] : []
        var image = isThere ? ImageProbe.verdict(on: bytes) : nil
        if answer == nil, target.isInPage { image = .failure(.damagedURL) }
        var loaded = answer?.image(for: .chromium, image) ?? .failure(target.isInPage ? .damagedURL : .missing)
        let format = (try? image?.get())?.format
        var facts: Result<PictureFacts, PixelProblem>?
        if let format, loaded != .failure(.incomplete(format)) {
            facts = Self.facts(of: bytes, format, within: budget)
            // The decoder finds damage that the structure does not show.
            if case .failure(.damaged) = facts { loaded = .failure(.incomplete(format)) }
        }
        let isKept = format != nil && budget.takeBytes(bytes.count)
        self.init(
            target: target, resource: resource.withoutBody, image: image, loaded: loaded, byteCount: bytes.count,
            hash: StableHash(of: bytes), facts: facts,
            externalReference: format == .svg ? Self.externalReference(in: bytes) : nil,
            placeholder: UnfitRules.placeholderTool(with: bytes), kept: isKept ? bytes : nil)
    }

    /// The first other file that an SVG needs: an image, a part of another SVG, a style sheet or a font.
    static func externalReference(in bytes: [UInt8]) -> String? {
        guard bytes.count <= PictureDecoder.svgLimit else { return nil }
        var text = String(decoding: bytes, as: UTF8.self).replacing(
            /<!--.*?(?:-->|$)|\/\*.*?(?:\*\/|$)/.dotMatchesNewlines(), with: "")
        // Fonts are only loaded for text.
        if !text.contains("<text") { text = text.replacing(#/@font-face\s*\{[^\}]*\}/#, with: "") }
        let links = text.matches(of: /<(?:\w+:)?(?:image|use|feImage)\s[^>]*?href\s*=\s*["']\s*([^"'#][^"']*)/)
        let sheets = text.matches(of: /@import\s+(?:url\()?\s*["']?([^"'#&\s;)<]+)/)
        let values = text.matches(
            of:
                #/
                \b(?:fill|stroke|filter|clip-path|(?:marker|mask|background)[-a-z]*|src)
                (?:\s*=\s*["'][^"'<>]{0,80}?|\s*:[^;}<>=]{0,80}?)
                url\(\s*["']?([^"'\#&\s\)<][^"'\s\)<]*)
                /#)
        return (links + sheets + values).map { String($0.1) }.first { !$0.asciiLowercased.hasPrefix("data:") }
    }

    private static func facts(of bytes: [UInt8], _ format: ImageFormat, within budget: LookBudget) -> Result<
        PictureFacts, PixelProblem
    >? {
        guard bytes.count <= SearchOptions.imageLimit else { return .failure(.tooLarge) }
        do throws(PixelProblem) {
            return try PictureFacts(of: bytes, format, within: budget).map { .success($0) }
        } catch { return .failure(error) }
    }
}
