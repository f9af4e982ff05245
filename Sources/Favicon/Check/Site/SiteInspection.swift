import DevtoolKit
import URLs

struct SiteInspection: Sendable {
    let budget: LookBudget

    func icon(at url: WebURL, _ resource: SiteResource) -> AuditedIcon {
        guard case .served(let answer) = resource else { return icon(.web(url), resource, nil) }
        let loaded = LoadedIcon(
            bytes: answer.bytes, isWhole: !answer.isCut, type: answer.mediaType ?? "", status: answer.status)
        return icon(.web(url), resource, loaded)
    }

    func icon(in data: DataURL) -> AuditedIcon { icon(.data(data), .elsewhere, LoadedIcon(data)) }

    private func icon(_ target: IconTarget, _ resource: SiteResource, _ answer: LoadedIcon?) -> AuditedIcon {
        let isThere = answer.map { (200...299).contains($0.status) } ?? false
        let bytes = isThere ? answer?.bytes ?? [] : []
        var image = isThere ? ImageProbe.verdict(on: bytes) : nil
        if answer == nil, target.isInPage { image = .failure(.damagedURL) }
        var loaded = answer?.image(for: .chromium, image) ?? .failure(target.isInPage ? .damagedURL : .missing)
        let format = (try? image?.get())?.format
        var facts: Result<PictureFacts, PixelProblem>?
        if let format, loaded != .failure(.incomplete(format)) {
            facts = self.facts(of: bytes, format)
            // The decoder finds damage that the structure does not show.
            if case .failure(.damaged) = facts { loaded = .failure(.incomplete(format)) }
        }
        let isKept = format != nil && budget.takeBytes(bytes.count)
        return AuditedIcon(
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

    private func facts(of bytes: [UInt8], _ format: ImageFormat) -> Result<PictureFacts, PixelProblem>? {
        guard bytes.count <= SearchOptions.imageLimit else { return .failure(.tooLarge) }
        do throws(PixelProblem) {
            return try PictureFacts(of: bytes, format, within: budget).map { .success($0) }
        } catch { return .failure(error) }
    }
}
