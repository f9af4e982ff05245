import URLs

/// Firefox's choice of an icon, based only on what the page declares.
///
/// Links take part that are children of `head`, whose `media` does not speak against them, and that
/// have neither a `color` nor "mask" in `rel`. The kind is the first in `rel`; all but `icon` are rich,
/// which means pictures for large places. Where there is no plain icon, `/favicon.ico` is one.
struct FirefoxModel {
    /// The width from which a plain icon serves as a large picture, too.
    private static let richWidth = 96

    private let wish: IconPreference

    /// Follows Firefox in looking for an icon for a tab, or for a rich one.
    init(_ wish: IconPreference) {
        self.wish = wish
    }

    /// The order of icons that are given in the order of their declaration.
    func order(_ icons: [IconLink]) -> IconOrder {
        let (taken, rejected) = icons.divided(by: rejection)
        var candidates = taken.map(Candidate.init)
        let ranked = wish.use == .tab ? tabEntries(&candidates) : richEntries(&candidates)
        let others = candidates.map {
            IconOrder.Entry($0.icon, rejected: .onlyForFirefox(inLargePlaces: wish.use == .tab))
        }
        return IconOrder(ranked: ranked, others: rejected + others, takesEmpty: true)
    }

    /// Takes those that can stand in a tab out of the candidates: each is the choice where those
    /// before it are not there.
    private func tabEntries(_ candidates: inout [Candidate]) -> [IconOrder.Entry] {
        var server: Candidate?
        if let index = candidates.firstIndex(where: \.icon.isOfServer) {
            server = candidates.remove(at: index)
        }
        var entries: [IconOrder.Entry] = []
        while let (index, reason) = tabChoice(of: candidates) {
            entries.append(IconOrder.Entry(candidates.remove(at: index).icon, reason))
        }
        if let server {
            entries.append(
                IconOrder.Entry(server.icon, "used if the page has no icon that Firefox supports"))
        }
        return entries
    }

    /// The choice for a tab, and why.
    private func tabChoice(of candidates: [Candidate]) -> (index: Int, reason: String)? {
        let size = wish.size ?? IconChoice.tabSize
        var preferred: Int?
        var best: Int?
        var last: Int?
        for (index, candidate) in candidates.enumerated() {
            if !candidate.isRich {
                let held = preferred.map { candidates[$0].type }
                if candidate.type == .svg || candidate.width == size && held != .svg
                    || candidate.type == .ico && (preferred == nil || held == .ico)
                {
                    preferred = index
                }
                if let width = candidate.width, width >= size,
                    best.flatMap({ candidates[$0].width }).map({ width <= $0 }) ?? true
                {
                    best = index
                }
            }
            if !candidate.isLarge { last = index }
        }
        if let preferred { return (preferred, candidates[preferred].preference(size)) }
        if let best {
            return (best, "the smallest icon at least \(size) pixels wide")
        }
        return last.map { ($0, "the last icon, as Firefox prefers none of the rest") }
    }

    /// Takes the rich ones out of the candidates: the widest first, and the first of equal ones.
    private func richEntries(_ candidates: inout [Candidate]) -> [IconOrder.Entry] {
        let rich = candidates.filter(\.isLarge)
        candidates.removeAll(where: \.isLarge)
        return rich.sorted { ($0.width ?? 0) > ($1.width ?? 0) }.map { candidate in
            let width = candidate.width.map { "\($0) pixels wide" } ?? "unknown width"
            return IconOrder.Entry(candidate.icon, "\(width) (widest first)")
        }
    }

    private func rejection(of icon: IconLink) -> IconRejection? {
        if icon.isFaviconOfServer { return nil }
        if icon.source != .link { return .source(icon.source, .firefox) }
        if icon.isInNoscript { return .noscript }
        if !icon.isInHead { return .body(.firefox) }
        if icon.color != nil || icon.hasMask {
            return .maskedForFirefox
        }
        if !SchemeRule.matches(icon.media, wish.scheme) {
            return .media(icon.media)
        }
        return nil
    }

    /// The properties of an icon that Firefox considers.
    private struct Candidate {
        enum MediaType { case svg, ico, other }

        let icon: IconLink
        let type: MediaType
        /// The width of the first size.
        let width: Int?
        let isRich: Bool

        init(_ icon: IconLink) {
            self.icon = icon
            type = Self.type(of: icon)
            width = if case .pixels(let width, _)? = icon.sizes.first { width } else { nil }
            isRich = !icon.isOfServer && icon.kinds.first { $0 != .maskIcon } != .icon
        }

        /// Whether it serves in large places rather than in a tab.
        var isLarge: Bool { isRich || (width ?? 0) >= FirefoxModel.richWidth }

        /// Why it is preferred, in words.
        func preference(_ size: Int) -> String {
            switch type {
            case .svg: "an SVG, which Firefox prefers"
            case _ where width == size: "exactly \(size) pixels wide"
            default: "an ICO, which Firefox prefers to other formats"
            }
        }

        private static func type(of icon: IconLink) -> MediaType {
            switch icon.type?.asciiLowercased {
            case "image/svg+xml": return .svg
            case "image/x-icon", "image/vnd.microsoft.icon": return .ico
            case nil, "": break
            default: return .other
            }
            guard case .web(let url) = icon.target else { return .other }
            let path = url.path.asciiLowercased
            if path.hasSuffix(".ico") { return .ico }
            return path.hasSuffix(".svg") ? .svg : .other
        }
    }
}

extension IconLink {
    fileprivate var hasMask: Bool { rel?.asciiLowercased.contains("mask") ?? false }
}
