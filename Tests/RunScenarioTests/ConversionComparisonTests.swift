import Foundation
import TestSupport
import Testing

/// Each task of our own files of other runners makes the same calls there and, converted or delegated, here.
///
/// `Scripts/compare-conversion` does so for files of others.
@Suite struct ConversionComparisonTests {
    @Test(arguments: [
        ("make", "make/Makefile"), ("just", "just/justfile"), ("task", "task/Taskfile.yml"),
        ("npm", "npm/package.json"),
    ]) func theSameIsCalled(runner: String, file: String) async throws {
        guard Scenario.has(runner) else { return print("\(file) is not compared: \(runner) is not there") }
        let package = DocumentationPage.package
        let output = try await Scenario().shellOutput(
            """
            python3 '\(package.appending(path: "Scripts/compare-conversion").path)' --devtool '\(Scenario.devtool)' \
            '\(package.appending(path: "Tests/Fixtures/Conversion/\(file)").path)'; echo status $?
            """)
        #expect(output.hasSuffix("status 0\n"), "\(output)")
    }
}
