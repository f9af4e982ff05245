import Fetching

/// All icons of a page, in order of preference.
struct IconOrder: Sendable, Equatable {
    /// An icon and its place in the order.
    struct Entry: Sendable, Equatable {
        let icon: IconLink
        /// Why the icon stands where it stands among those that can be taken.
        private let standing: String
        /// What keeps the icon from being taken, as far as the page tells.
        private let objection: IconRejection?
        /// What became of looking at the icon; `nil` if nobody has.
        fileprivate(set) var verdict: IconVerdict?

        /// Puts an icon in its place.
        init(_ icon: IconLink, _ standing: String) {
            self.icon = icon
            self.standing = standing
            objection = nil
        }

        /// Rejects an icon.
        init(_ icon: IconLink, rejected rejection: IconRejection) {
            self.icon = icon
            standing = ""
            objection = rejection
        }

        /// Why the icon is never taken; `nil` if it can be.
        var rejection: IconRejection? {
            if case .refused(let rejection) = verdict { rejection } else { objection }
        }

        /// Whether it could be taken, and nobody has looked at it.
        fileprivate var isUnknown: Bool { verdict == nil && objection == nil }

        /// Why the icon stands where it stands, or is not taken; words for a sentence.
        var reason: String { rejection?.sentence(about: icon.target) ?? standing }

        /// What the icon is by its bytes; `nil` if nobody has looked at them, or it is none.
        var image: IconImage? {
            if case .icon(let image, _) = verdict { image } else { nil }
        }

        /// The icon itself, where it was fetched to be kept.
        var bytes: [UInt8]? {
            if case .icon(_, let bytes) = verdict { bytes } else { nil }
        }
    }

    /// Those that can be taken, the best first; then the others in the order of the page.
    ///
    /// What nobody names, such as the server's `/favicon.ico`, is the last, whatever becomes of it.
    private(set) var entries: [Entry]
    /// Whether the page says that it has no icon, where it would name the best.
    let isDeclined: Bool

    /// Puts the icons in order.
    ///
    /// - Parameters:
    ///   - ranked: the icons that can be taken, the best first; `data:,` may be one of them.
    ///   - others: the icons that are never taken.
    ///   - takesEmpty: whether `data:,` is taken for an icon, as browsers do that look at no bytes.
    init(ranked: [Entry], others: [Entry], takesEmpty: Bool = false) {
        let isEmpty = { (entry: Entry) in !takesEmpty && entry.icon.target.isEmpty }
        isDeclined = ranked.first.map(isEmpty) ?? false
        entries = []
        entries.reserveCapacity(ranked.count + others.count)
        var left: [Entry] = []
        for (index, entry) in ranked.enumerated() {
            if isEmpty(entry) {
                left.append(Entry(entry.icon, rejected: .declined(isBest: index == 0)))
            } else {
                entries.append(entry)
            }
        }
        left += others
        if !left.isEmpty { entries += left.sorted { $0.icon.position < $1.icon.position } }
        // They mostly are the last already.
        guard let server = entries.firstIndex(where: { $0.icon.isOfServer }),
            !entries[server...].allSatisfy({ $0.icon.isOfServer })
        else { return }
        entries = entries.filter { !$0.icon.isOfServer } + entries.filter(\.icon.isOfServer)
    }

    /// The best icon, with what is known of it; `nil` if there is none, or the page says so.
    var best: Entry? { bestPlace.map { entries[$0] } }

    /// The place of the best icon.
    var bestPlace: Int? { isDeclined ? nil : entries.firstIndex { $0.rejection == nil } }

    var chosen: IconLink? { best?.icon }

    /// Takes note of what became of looking at an icon, which may be named several times.
    mutating func take(_ verdict: IconVerdict, on target: IconTarget) {
        for index in entries.indices
        where entries[index].rejection == nil && entries[index].icon.target == target {
            entries[index].verdict = verdict
        }
    }

    /// Keeps what icons are, but not their bytes.
    mutating func forgetImages() {
        for index in entries.indices {
            if case .icon(let image, _) = entries[index].verdict {
                entries[index].verdict = .icon(image, bytes: nil)
            }
        }
    }

    /// Takes over what is known in another order of the same icons.
    mutating func takeVerdicts(of other: IconOrder) {
        for entry in other.entries {
            if let verdict = entry.verdict { take(verdict, on: entry.icon.target) }
        }
    }

    /// The sizes of the pictures that were looked at and have pixels.
    var realSizes: [IconTarget: [PixelSize]] {
        entries.reduce(into: [:]) { sizes, entry in
            guard let image = entry.image, !image.isScalable else { return }
            sizes[entry.icon.target] = image.sizes
        }
    }

    /// What kept the first icon that could not be asked for from being so.
    var firstFailure: FetchError? {
        for entry in entries {
            if case .unreachable(let error) = entry.rejection { return error }
        }
        return nil
    }

    /// Whether somebody names icons that are none.
    var isOfRefusedLinks: Bool {
        entries.contains { $0.verdict != nil && $0.rejection != nil && !$0.icon.isOfServer }
    }

    /// Whether there are ``unknownTargets(where:)``.
    func hasUnknownTargets(where isDoubted: (IconLink) -> Bool) -> Bool {
        entries.contains { $0.isUnknown && isDoubted($0.icon) }
    }

    /// The icons that could be taken, that are doubted, and that nobody has looked at; each once.
    func unknownTargets(where isDoubted: (IconLink) -> Bool) -> [IconTarget] {
        var seen: Set<IconTarget> = []
        return entries.filter { $0.isUnknown && isDoubted($0.icon) }
            .map(\.icon.target).filter { seen.insert($0).inserted }
    }

    /// Whether the best icon is doubted, and nobody has looked at it.
    func isChoiceDoubted(_ isDoubted: (IconLink) -> Bool) -> Bool {
        best.map { $0.verdict == nil && isDoubted($0.icon) } ?? false
    }
}

extension [IconLink] {
    /// The icons that can be taken, and the entries of the others, for which `rejection` tells why.
    func divided(
        by rejection: (IconLink) -> IconRejection?
    ) -> (taken: [IconLink], others: [IconOrder.Entry]) {
        var taken: [IconLink] = []
        var others: [IconOrder.Entry] = []
        for icon in self {
            if let rejection = rejection(icon) {
                others.append(IconOrder.Entry(icon, rejected: rejection))
            } else {
                taken.append(icon)
            }
        }
        return (taken, others)
    }
}

extension IconLink {
    /// Whether nobody names it: servers are asked for it where a page names none.
    var isOfServer: Bool { source == .default }
    /// Whether it is `/favicon.ico` of the page's own server, the only such icon that browsers ask for.
    var isFaviconOfServer: Bool {
        isOfServer && (fallback.map { $0.kind == .favicon } ?? true)
    }

    /// Where it stands among the others of the page, those last that are not in it.
    fileprivate var position: Int { offset ?? .max }
}

/// A usable icon and what determines its rank.
struct RankedIcon {
    let icon: IconLink
    /// The group to which it belongs; those of a lower one are all taken before it.
    let group: Int
    /// How well it fits; of a group the highest is taken first.
    let score: Double
    /// How well the declared size fits; of equal real ones the highest is taken first, which browsers load first.
    let declaredScore: Double
    /// Why it is in that group and has that score, in words.
    let words: [String]

    /// Ranks an icon by what is declared, or by its real size if how well the declared one fits is given, too.
    init(
        icon: IconLink, group: Int, score: Double, declaredScore: Double? = nil, words: [String]
    ) {
        self.icon = icon
        self.group = group
        self.score = score
        self.declaredScore = declaredScore ?? score
        self.words = words
    }

    /// The entries of an order for icons in the order of their declaration: the best first, and of
    /// equally good ones the last declared.
    static func entries(_ icons: [RankedIcon]) -> [IconOrder.Entry] {
        // The sort is stable, so that equal ones keep the order they come in. Their places are sorted:
        // an icon with all that is said about it is large.
        let places = icons.indices.reversed().sorted { left, right in
            let (left, right) = (icons[left], icons[right])
            return (left.group, -left.score, -left.declaredScore)
                < (right.group, -right.score, -right.declaredScore)
        }
        return places.indices.map { index in
            let icon = icons[places[index]]
            var words = icon.words
            let before = index == 0 ? nil : icons[places[index - 1]]
            if let before, before.group == icon.group, before.score == icon.score,
                before.declaredScore == icon.declaredScore
            {
                let other = before.icon.target.isEmpty ? "'data:,'" : "the icon above"
                words.append("as good as \(other), which is declared later")
            }
            let standing = words.count == 1 ? words[0] : words.joined(separator: "; ")
            return IconOrder.Entry(icon.icon, standing)
        }
    }
}
