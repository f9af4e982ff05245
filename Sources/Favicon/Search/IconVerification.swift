import URLs

/// Verifies the bytes of icons, several concurrently, in order of preference.
///
/// The first is asked for alone, for it nearly always is one. When it is not, the next ones are asked
/// for at once; while nobody answers, one more every quarter of a second, as addresses are tried in
/// RFC 8305, so that no number of dead servers keeps the others from being asked.
struct IconVerification: Sendable {
    let inspector: IconInspector
    /// The most icons that are fetched at once, as long as servers answer.
    var width = 4
    /// How long is waited before another one is asked for.
    var patience = Duration.milliseconds(250)

    /// An event while icons are pending.
    private enum Event: Sendable {
        case verdict(IconVerdict, on: IconTarget)
        case impatience
    }

    /// Looks at icons of an order until the best one that can be had is known, or all of them.
    ///
    /// - Parameters:
    ///   - order: the order, which takes note of what they are.
    ///   - all: whether also those are looked at that come after the best.
    ///   - isDoubted: whether an icon is not believed without a look.
    /// - Throws: `CancellationError`.
    func settle(
        _ order: inout IconOrder, all: Bool = false, where isDoubted: (IconLink) -> Bool
    ) async throws {
        guard !Self.isSettled(order, all, isDoubted) else { return }
        let limit = SearchOptions.candidateLimit
        let candidates = order.unknownTargets(where: isDoubted).prefix(limit)
        try await withThrowingTaskGroup(of: Event.self) { group in
            var (next, running, width) = (0, 0, all ? self.width : 1)
            var hasIcon = false
            addImpatience(to: &group)
            while !Self.isSettled(order, all, isDoubted) {
                // What comes after an icon is of no interest any more.
                while running < width, next < candidates.count, all || !hasIcon {
                    let target = candidates[next]
                    group.addTask { await .verdict(inspector.verdict(on: target), on: target) }
                    next += 1
                    running += 1
                }
                guard running > 0, let event = try await group.next() else { break }
                switch event {
                case .impatience:
                    width = max(width, running) + 1
                    addImpatience(to: &group)
                case .verdict(let verdict, let target):
                    running -= 1
                    order.take(verdict, on: target)
                    hasIcon = hasIcon || verdict.isIcon
                    if !verdict.isIcon { width = self.width }
                }
            }
            group.cancelAll()
        }
        try Task.checkCancellation()
        if !Self.isSettled(order, all, isDoubted) {
            for target in order.unknownTargets(where: isDoubted) {
                order.take(.refused(.unexamined(limit: limit)), on: target)
            }
        }
    }

    private func addImpatience(to group: inout ThrowingTaskGroup<Event, any Error>) {
        group.addTask { [patience] in
            try await Task.sleep(for: patience)
            return .impatience
        }
    }

    /// Whether nothing is left to be looked at.
    static func isSettled(
        _ order: IconOrder, _ all: Bool, _ isDoubted: (IconLink) -> Bool
    ) -> Bool {
        all ? !order.hasUnknownTargets(where: isDoubted) : !order.isChoiceDoubted(isDoubted)
    }
}
