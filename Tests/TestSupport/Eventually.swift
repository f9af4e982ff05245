package import Testing

/// Waits until something is so that a test has others do.
///
/// - Parameters:
///   - limit: how long it may take; by default so long that every machine does it, and a defect fails the
///     test instead of keeping it. Where the other tests have the processors, it may take longer.
///   - location: where the test waits.
///   - condition: whether it is so; asked every few milliseconds.
/// - Throws: when the time is over.
package nonisolated(nonsending) func eventually(
    within limit: Duration = .seconds(300), at location: Testing.SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    // How often this has been asked tells whether the test's processes have had a turn, too.
    var tries = 0
    while try !condition() {
        try #require(
            tries < 500 || ContinuousClock.now < deadline, "what the test waits for does not happen",
            sourceLocation: location)
        tries += 1
        try await Task.sleep(for: .milliseconds(5))
    }
}
