package import Testing

/// Waits until something is so that a test has others do.
///
/// - Parameters:
///   - limit: how long it may take; by default so long that every machine does it, and a defect fails the
///     test instead of keeping it.
///   - location: where the test waits.
///   - condition: whether it is so; asked every few milliseconds.
/// - Throws: when the time is over.
package nonisolated(nonsending) func eventually(
    within limit: Duration = .seconds(300),
    at location: Testing.SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
        try #require(
            ContinuousClock.now < deadline, "what the test waits for does not happen",
            sourceLocation: location)
        try await Task.sleep(for: .milliseconds(5))
    }
}
