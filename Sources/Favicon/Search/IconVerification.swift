import URLs

/// Loads the icons of an order, several at once, until it is clear which one is taken.
///
/// The first is asked for alone, for it nearly always is one. When one does not load, the next ones are asked
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

    /// Loads what has to be known for the choice; all, if the order is to have all.
    ///
    /// - Throws: `CancellationError`.
    func settle(_ order: inout IconOrder, all: Bool) async throws {
        guard order.next() != nil else { return }
        var asked = 0
        let limit = SearchOptions.candidateLimit
        try await withThrowingTaskGroup(of: Event.self) { group in
            var running: Set<IconTarget> = []
            var width = all ? self.width : 1
            addImpatience(to: &group)
            while order.next() != nil {
                while running.count < width, asked < limit,
                    let target = order.next(ifTheseFail: running)
                {
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
        while asked >= limit, let target = order.next() {
            order.take(.refused(.unexamined(limit: limit)), on: target)
        }
    }

    private func addImpatience(to group: inout ThrowingTaskGroup<Event, any Error>) {
        group.addTask { [patience] in
            try await Task.sleep(for: patience)
            return .impatience
        }
    }
}
