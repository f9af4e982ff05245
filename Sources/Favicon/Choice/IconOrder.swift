import Fetching

/// All icons of a page in the order in which they are tried, with what is known of them.
///
/// It reproduces the procedure by which browsers find a tab's icon, and applies it to every use. Candidates are in
/// groups. In a group they are sorted by how well their declared sizes fit; among equals the last declared comes first.
/// They are loaded one after the other, and those that do not load are skipped. The search ends if the best loaded one,
/// scored by its real sizes, is at least as good as the declared score of the next one, or if the next one is in
/// another group.
///
/// This is a pure value: ``next(ifTheseFail:)`` returns the icon to load next, and ``take(_:on:)`` records the result.
struct IconOrder: Sendable {
    private struct Candidate: Sendable {
        let icon: IconLink
        let number: Int
        let group: Int
        let declared: IconFit.Score
        let words: String?
    }
    private enum Step {
        case load(Int)
        case end(Int?, End)
    }

    private enum End {
        /// The declared score of the next icon is not better than the real score of the chosen one.
        case fits(Double, next: Double)
        case last
        case believed
        /// All candidates declare that the page has no icon.
        case declined
        case none
    }

    private let candidates: [Candidate]
    private let others: [(icon: IconLink, rejection: IconRejection)]
    private let fit: IconFit
    private let preference: IconPreference
    private let verification: SearchOptions.Verification
    /// The number of groups that the browser itself tries.
    private let browserGroups: Int
    /// Whether the page declares that it has no icon.
    let isDeclined: Bool
    /// The numbers of targets, which make lookups cheap because targets may be long.
    private let numbers: [IconTarget: Int]
    private var verdicts: [Int: IconVerdict]
    init(_ ranking: IconRanking, for preference: IconPreference, verifying verification: SearchOptions.Verification) {
        let fit = IconFit(preference)
        self.fit = fit
        self.preference = preference
        self.verification = verification
        browserGroups = ranking.browserGroups
        others = ranking.others
        isDeclined = ranking.isDeclined
        var numbers: [IconTarget: Int] = [:]
        var verdicts: [Int: IconVerdict] = [:]
        let all = ranking.candidates.map { candidate in
            let target = candidate.icon.target
            let number = numbers[target] ?? numbers.count
            numbers[target] = number
            // A link that declares no icon need not be loaded.
            if target.declaresNoIcon { verdicts[number] = .refused(.declined) }
            let declared =
                candidate.icon.isOfServer || ranking.isOrdered
                ? IconFit.Score(value: -Double(candidate.icon.fallback?.place ?? 0), words: "")
                : fit.declared(by: candidate.icon)
            return Candidate(
                icon: candidate.icon, number: number, group: candidate.group, declared: declared, words: candidate.words
            )
        }
        self.numbers = numbers
        self.verdicts = verdicts
        // The sort is stable, so ties keep their order. It sorts indices because a candidate is large.
        candidates = all.indices.reversed().sorted {
            (all[$0].group, -all[$0].declared.value) < (all[$1].group, -all[$1].declared.value)
        }.map { all[$0] }
    }

    private func step(ifTheseFail failing: Set<IconTarget> = []) -> Step {
        if isDeclined { return .end(nil, .declined) }
        let failing = Set(failing.compactMap { numbers[$0] })
        var best: (place: Int, score: Double)?
        for place in turns {
            let candidate = candidates[place]
            let isFailing = failing.contains(candidate.number)
            let verdict = isFailing ? .refused(.missing) : verdicts[candidate.number]
            if let best {
                if candidate.group > candidates[best.place].group { return .end(best.place, .last) }
                if best.score >= candidate.declared.value {
                    return .end(best.place, .fits(best.score, next: candidate.declared.value))
                }
            }
            switch verdict {
            case nil: return isBelieved(candidate.icon) ? .end(place, .believed) : .load(place)
            case .refused: break
            case .icon(let image, _):
                let score = realScore(of: candidate, image).value
                if best.map({ score > $0.score }) ?? true { best = (place, score) }
            }
        }
        return .end(best?.place, best == nil ? .none : .last)
    }

    /// The candidates in the order in which they are tried.
    ///
    /// For the largest icon, those that are already loaded, such as `data:` URLs, are sorted by their real sizes.
    private var turns: [Int] {
        guard preference.isForLargest else { return Array(candidates.indices) }
        func key(_ place: Int) -> (Int, Double) {
            let candidate = candidates[place]
            guard case .icon(let image, _) = verdicts[candidate.number] else {
                return (candidate.group, -candidate.declared.value)
            }
            return (candidate.group, -realScore(of: candidate, image).value)
        }
        return candidates.indices.sorted { key($0) < key($1) }
    }

    private func realScore(of candidate: Candidate, _ image: IconImage) -> IconFit.Score {
        candidate.declared.words.isEmpty ? candidate.declared : fit.real(image, declaredBy: candidate.icon)
    }

    /// Whether an icon is chosen without verification; a `data:` URL can always be verified without the network.
    private func isBelieved(_ icon: IconLink) -> Bool {
        guard case .web = icon.target else { return false }
        return switch verification {
        case .offline: true
        case .unnamed: !icon.isOfServer
        case .chosen, .all: false
        }
    }

    /// The icon to load next if all icons in `failing`, which are being loaded, fail; `nil` if the choice is final.
    func next(ifTheseFail failing: Set<IconTarget> = []) -> IconTarget? {
        if preference.isForLargest, !isDeclined, let held = unknown(failing, where: \.isInPage) { return held }
        if case .load(let place) = step(ifTheseFail: failing) { return candidates[place].icon.target }
        guard verification == .all, !isDeclined else { return nil }
        return unknown(failing) { _ in true }
    }

    private func unknown(_ failing: Set<IconTarget>, where isWanted: (IconTarget) -> Bool) -> IconTarget? {
        candidates.first {
            verdicts[$0.number] == nil && isWanted($0.icon.target) && !failing.contains($0.icon.target)
        }?.icon.target
    }

    mutating func take(_ verdict: IconVerdict, on target: IconTarget) {
        if let number = numbers[target] { verdicts[number] = verdict }
    }

    func with(verdictsOf other: IconOrder) -> IconOrder {
        var order = self
        for (target, number) in other.numbers {
            if let verdict = other.verdicts[number] { order.take(verdict, on: target) }
        }
        return order
    }

    mutating func forgetImages() {
        verdicts = verdicts.mapValues { verdict in
            if case .icon(let image, _) = verdict { .icon(image, bytes: nil) } else { verdict }
        }
    }

    private var end: (place: Int?, reason: End) {
        switch step() {
        case .load(let place): (place, .believed)
        case .end(let place, let reason): (place, reason)
        }
    }

    var chosen: IconLink? { end.place.map { candidates[$0].icon } }

    /// Whether the browser itself would not try the chosen icon.
    var isFallback: Bool { preference.tab != nil && (end.place.map { candidates[$0].group >= browserGroups } ?? false) }

    var isAsBrowser: Bool { preference.browser != nil && preference.tab != nil }

    /// Whether a declared icon was rejected.
    var isOfRefusedLinks: Bool { candidates.contains { !$0.icon.isOfServer && verdicts[$0.number]?.isIcon == false } }

    var firstFailure: FetchError? {
        for candidate in candidates {
            if case .refused(.unreachable(let error)) = verdicts[candidate.number] { return error }
        }
        return nil
    }

    var shown: ShownIcon {
        guard let browser = preference.tab else {
            return ShownIcon(target: nil, reason: preference.use == .tab ? "for one size only" : "not for a tab")
        }
        let (place, end) = end
        guard let place, candidates[place].group < browserGroups else {
            return ShownIcon(target: nil, reason: absence(browser, end))
        }
        let icon = candidates[place].icon
        let reason: String
        switch end {
        case .believed: return ShownIcon(target: nil, reason: Self.notFetched)
        case .fits(let score, let next):
            reason =
                "its score of \(score.fourDecimals) is at least the next link's declared score of \(next.fourDecimals)"
        case .last where icon.isOfServer: reason = "the page has no icon link that \(browser.name) uses"
        case .last where browser == .firefox && place == 0 && candidates.count > 1:
            let wide = candidates[1].icon.target.shortened
            reason = "it is the best for a tab, but \(wide) is loaded too and shown if it arrives later"
        case .last where browser == .firefox:
            reason = place > 0 ? "the best one for a tab does not load" : "it is the best for a tab"
        case .last, .declined, .none: reason = "no other link remains"
        }
        return ShownIcon(target: icon.target, reason: reason)
    }

    private func absence(_ browser: IconPreference.Browser, _ end: End) -> String {
        if case .declined = end { return "the page declares that it has no icon" }
        let own = candidates.prefix { $0.group < browserGroups }
        if own.isEmpty { return "the page's URL is unknown" }
        return own.allSatisfy(\.icon.isOfServer)
            ? "the page has no icon link that \(browser.name) uses, and /favicon.ico is not an icon"
            : "no icon link that \(browser.name) uses can be shown"
    }

    private static let notFetched = "not fetched"
    struct ShownIcon: Sendable, Equatable {
        /// `nil` if there is none, or if it is unknown.
        let target: IconTarget?
        let reason: String
    }

    struct Entry: Sendable {
        let icon: IconLink
        let isChosen: Bool
        let rejection: IconRejection?
        /// The reason for the icon's rank or rejection, as words for a sentence.
        let reason: String
        let image: IconImage?
        let bytes: [UInt8]?
    }

    /// The chosen icon, other candidates from best to worst, rejected ones, and defaults that the browser does not try.
    var entries: [Entry] {
        let chosen = end.place
        var ranked: [(key: (Int, Int, Double), entry: Entry)] = []
        var rejected: [Entry] = []
        var unnamed: [Entry] = []
        for (place, candidate) in candidates.enumerated() {
            let verdict = verdicts[candidate.number]
            var real: IconFit.Score?
            if case .icon(let image, _) = verdict { real = realScore(of: candidate, image) }
            var words = [candidate.words ?? "", fit.words(candidate.declared, real)].filter { !$0.isEmpty }
            if words.isEmpty { words = ["the server's default icon, for a page without an icon"] }
            let entry = Entry(candidate.icon, words.joined(separator: "; "), verdict, isChosen: place == chosen)
            let isLast = candidate.icon.isOfServer && (candidate.group >= browserGroups || entry.rejection != nil)
            if isLast {
                unnamed.append(entry)
            } else if entry.rejection != nil {
                rejected.append(entry)
            } else {
                let score = (real ?? candidate.declared).value
                ranked.append(((place == chosen ? 0 : 1, candidate.group, -score), entry))
            }
        }
        for (icon, rejection) in others {
            let entry = Entry(icon, "", .refused(rejection), isChosen: false)
            if icon.isOfServer { unnamed.append(entry) } else { rejected.append(entry) }
        }
        return ranked.sorted { $0.key < $1.key }.map(\.entry) + rejected.sorted { $0.icon.position < $1.icon.position }
            + unnamed
    }

    /// A sentence on why the search ended; `nil` if the icon is not for a tab.
    var conclusion: String? {
        guard let browser = preference.tab else { return nil }
        let shown = shown
        if let target = shown.target { return "\(browser.name) shows \(target.shortened): \(shown.reason)" }
        return shown.reason == Self.notFetched
            ? "it is unknown what \(browser.name) shows, because the icons were not fetched"
            : "\(browser.name) shows no icon: \(shown.reason)"
    }
}

extension IconOrder.Entry {
    init(_ icon: IconLink, _ standing: String, _ verdict: IconVerdict?, isChosen: Bool) {
        self.icon = icon
        self.isChosen = isChosen
        switch verdict {
        case nil: (rejection, image, bytes) = (nil, nil, nil)
        case .refused(let reason): (rejection, image, bytes) = (reason, nil, nil)
        case .icon(let found, let kept): (rejection, image, bytes) = (nil, found, kept)
        }
        reason = rejection?.sentence(about: icon.target) ?? standing
    }
}

extension IconLink {
    /// Whether it is not declared, but requested at a default path.
    var isOfServer: Bool { source == .default }
    /// Whether it is `/favicon.ico` on the page's own server, the only undeclared icon that browsers request.
    var isFaviconOfServer: Bool { isOfServer && (fallback.map { $0.kind == .favicon } ?? true) }

    fileprivate var position: Int { offset ?? .max }
}
