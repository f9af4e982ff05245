import Foundation
import Testing

/// The code of the documentation's articles is that of the suite which CI builds and runs.
@Suite struct CatalogTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func texts(of folder: String, _ names: [String]) throws -> [String] {
        try names.map { try String(contentsOf: package.appending(path: "\(folder)/\($0)"), encoding: .utf8) }
    }

    @Test func theArticlesShowTheFixture() throws {
        let articles = try Self.texts(
            of: "Sources/DevtoolKit/DevtoolKit.docc", ["DevtoolKit.md", "ACommandOfYourOwn.md", "ASuiteOfYourOwn.md"])
        let blocks = articles.flatMap { article in
            article.split(separator: "```swift\n").dropFirst().compactMap {
                $0.split(separator: "```", maxSplits: 1).first.map { String($0) }
            }
        }
        let commands = "Sources/ourtool"
        let sources = try FileManager.default.contentsOfDirectory(
            atPath: Self.package.appending(path: "Tests/Fixtures/CustomSuite/\(commands)").path)
        let files = try Self.texts(
            of: "Tests/Fixtures/CustomSuite",
            ["Package.swift", "Tests/ourtoolTests/GreetTests.swift"] + sources.map { "\(commands)/\($0)" })
        #expect(files.count == 5)
        #expect(blocks.sorted() == files.sorted())
    }
}
