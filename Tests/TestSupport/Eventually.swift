package import Testing

/// Waits until something is so that a test has others do.
///
/// - Parameters:
///   - condition: whether it is so; asked every few milliseconds.
///   - location: where the test waits.
/// - Throws: after five minutes, in which every machine does it: a defect shall fail the test, not keep it.
package nonisolated(nonsending) func eventually(
    _ condition: () throws -> Bool,
    at location: Testing.SourceLocation = #_sourceLocation
) async throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while try !condition() {
        try #require(
            ContinuousClock.now < deadline, "what the test waits for does not happen",
            sourceLocation: location)
        try await Task.sleep(for: .milliseconds(5))
    }
}
