package import Testing

/// Lets only a few tests run at once, of all suites that have the trait: those that start Java or databases,
/// of which dozens at once would leave no time for the others.
///
/// ```swift
/// @Suite(.takingTurns) struct LiquibaseScenarios { … }
/// ```
package struct TakingTurns: SuiteTrait, TestTrait, TestScoping {
    private static let turns = Turns(count: 3)

    /// Whether each test of a suite waits for its own turn.
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        // A suite, and a test as a whole, are only what holds the cases.
        guard testCase != nil else { return try await function() }
        await Self.turns.enter()
        do { try await function() } catch {
            await Self.turns.leave()
            throw error
        }
        await Self.turns.leave()
    }
}

extension Trait where Self == TakingTurns {
    /// Lets only a few tests with this trait run at once.
    package static var takingTurns: Self { TakingTurns() }
}

/// Turns that are handed out in the order in which they are asked for.
private actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { free = count }

    func enter() async { if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } } }

    func leave() { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
}
