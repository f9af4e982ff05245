import URLs

/// Loads the icons of an order, several at once, until the choice is final.
///
/// The first icon is requested alone, because it is nearly always usable. If an icon does not load, the next ones are
/// requested concurrently. While no server responds, one more request starts every quarter of a second, as RFC 8305
/// does for addresses, so that dead servers cannot delay the others for long.
struct IconVerification: Sendable {
    let inspector: IconInspector
    var width = 4
    /// The delay before one more request.
    var patience = Duration.milliseconds(250)

    private enum Event: Sendable {
        case verdict(IconVerdict, on: IconTarget)
        case impatience
    }

    /// Loads the icons that the choice depends on, or all candidates.
    func settle(_ order: inout IconOrder, all: Bool) async throws {
        guard order.next() != nil else { return }
        var asked = 0
        let limit = SearchOptions.candidateLimit
        try await withThrowingTaskGroup(of: Event.self) { group in
            var running: Set<IconTarget> = []
            var width = all ? self.width : 1
            addImpatience(to: &group)
            while order.next() != nil {
                while running.count < width, asked < limit, let target = order.next(ifTheseFail: running) {
                    group.addTask { await .verdict(inspector.verdict(on: target), on: target) }
                    running.insert(target)
                    asked += 1
                }
                guard !running.isEmpty, let event = try await group.next() else { break }
                switch event {
                case .impatience:
                    width = max(width, running.count) + 1
                    addImpatience(to: &group)
                case .verdict(let verdict, let target):
                    running.remove(target)
                    order.take(verdict, on: target)
                    if !verdict.isIcon { width = max(width, self.width) }
                }
            }
            group.cancelAll()
        }
        try Task.checkCancellation()
        while asked >= limit, let target = order.next() { order.take(.refused(.unexamined(limit: limit)), on: target) }
    }

    private func addImpatience(to group: inout ThrowingTaskGroup<Event, any Error>) {
        group.addTask { [patience] in
            try await Task.sleep(for: patience)
            return .impatience
        }
    }
}
