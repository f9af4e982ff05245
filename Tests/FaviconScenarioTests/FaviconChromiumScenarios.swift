import Foundation
import TestSupport
import Testing

/// What devtool prints beside what Chromium shows, on pages that are made anew.
@Suite(.enabled(if: OtherProgram("chromium") != nil, "chromium is not installed")) struct FaviconChromiumScenarios {
    /// The recorder starts the browser once, and devtool looks at all pages in one batch.
    @Test func fortyPagesAreAlike() async throws {
        let script = DocumentationPage.package.appending(path: "Scripts/conformance-favicon").path
        let outcome = try await Scenario().shell("DEVTOOL=$devtool '\(script)' --verbose --chromium 46 40").stderr("")
        #expect(outcome.outputText.contains("40 of 40 pages alike"), "\(outcome.outputText)")
        outcome.exits(0)
    }
}
