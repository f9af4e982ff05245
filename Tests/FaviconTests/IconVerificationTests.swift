import Fetching
import URLs
import TestSupport
import Testing

@testable import Favicon

/// Which icons are looked at, when, and what comes of it.
@Suite struct IconVerificationTests {
    private static let url = "https://ex.test/"
    /// An ICO that has both sizes which Chromium wants, so that no other can fit better.
    private static let picture = WholePictures.ico([16, 32])

    @Test func theFirstIsAskedForAlone() async throws {
        let client = client(icons: 5, ["4": .ok(Self.picture)])
        #expect(try await chosen(client) == "4")
        #expect(client.urls == [Self.url, "https://ex.test/4"])
    }

    @Test func theNextAreAskedForAtOnceWhenTheFirstIsNone() async throws {
        let late = ScriptedAnswer.ok(Self.picture).after("https://ex.test/1")
        let client = client(icons: 6, ["2": late, "1": .ok(Self.picture)])
        // The icon that is there first is not the one that is preferred.
        #expect(try await chosen(client) == "2")
        #expect(client.peak > 1 && client.peak <= 4)
    }

    @Test func otherIconsDoNotWaitForOneThatDoesNotAnswer() async throws {
        let url = "https://ex.test/2"
        let answers = [
            "2": ScriptedAnswer.failed(.timedOut(url: url)).after("https://ex.test/1"), "1": .ok(Self.picture),
        ]
        let client = client(icons: 3, answers)
        let finding = try await finding(client)
        #expect(finding.chosen?.icon.target.description == "https://ex.test/1")
        #expect(client.peak > 1)
        let first = finding.order.entries.first { $0.icon.target.description == url }
        #expect(first?.rejection?.place == .unreachable)
    }

    @Test(.timeLimit(.minutes(10))) func deadServersDoNotKeepOthersFromBeingAsked() async throws {
        let dead = (2...8).map { ("\($0)", ScriptedAnswer.failed(.timedOut(url: "")).after("https://ex.test/1")) }
        let client = client(icons: 9, Dictionary(uniqueKeysWithValues: dead + [("1", .ok(Self.picture))]))
        let page = try await finding(client) { $0.verification = .offline }.page
        var order = IconOrder(page, verifying: .chosen)
        let inspector = IconInspector(
            client: client, requests: SearchRequests(SearchOptions(userAgent: "test"), for: nil), keepsImages: false,
            known: nil)
        try await IconVerification(inspector: inspector, patience: .milliseconds(5)).settle(&order, all: false)
        #expect(order.chosen?.target.description == "https://ex.test/1")
        // More than at once as long as servers answer, as none of the dead does before the last is asked.
        #expect(client.peak > 4)
    }

    @Test func oneThatIsNamedTwiceIsAskedForOnce() async throws {
        let page = "<link rel=icon href=/a><link rel=icon href=/a sizes=16x16>"
        let client = ScriptedHTTPClient([Self.url: .ok(page)])
        let finding = try await finding(client)
        #expect(finding.order.entries.map(\.rejection?.place) == [.missing, .missing, .missing])
        #expect(client.urls.count { $0 == "https://ex.test/a" } == 1)
    }

    @Test func allAreLookedAtOnRequest() async throws {
        let client = client(icons: 9, ["9": .ok(Self.picture), "2": .ok(Self.picture), "1": .ok("")])
        let finding = try await finding(client) { $0.verification = .all }
        #expect(finding.chosen?.icon.target.description == "https://ex.test/2")
        #expect(finding.order.entries.allSatisfy { $0.image != nil || $0.rejection != nil })
        #expect(client.peak <= 4)
    }

    @Test func aPageCannotMakeItLookForEver() async throws {
        let client = client(icons: 300, [:])
        let finding = try await finding(client)
        #expect(finding.chosen == nil)
        #expect(client.urls.count == 1 + SearchOptions.candidateLimit)
        #expect(finding.order.entries.count { $0.rejection?.place == .limit } == 301 - SearchOptions.candidateLimit)
    }

    @Test(.timeLimit(.minutes(10))) func aCancelledSearchEndsAtOnce() async throws {
        let client = client(icons: 3, ["2": .ok(Self.picture).after("https://ex.test/never")])
        let search = Task { try await finding(client) }
        try await eventually { client.urls.count >= 2 }
        search.cancel()
        await #expect(throws: CancellationError.self) { try await search.value }
    }

    /// A page with so many icons, of which the last is the best, at `/1`, `/2` and so on.
    private func client(icons count: Int, _ answers: [String: ScriptedAnswer]) -> ScriptedHTTPClient {
        let page = (0..<count).map { "<link rel=icon href=/\($0)>" }.joined()
        let icons = answers.map { ("https://ex.test/\($0)", $1) }
        return ScriptedHTTPClient(Dictionary(uniqueKeysWithValues: icons + [(Self.url, .ok(page))]))
    }

    private func chosen(_ client: ScriptedHTTPClient) async throws -> String? {
        try await finding(client).chosen?.icon.target.description.split(separator: "/").last.map(String.init)
    }

    private func finding(_ client: ScriptedHTTPClient, _ change: (inout SearchOptions) -> Void = { _ in }) async throws
        -> IconFinding
    {
        var options = SearchOptions(userAgent: "test", timeout: .seconds(60))
        change(&options)
        return try await IconSearch(client: client, options: options).finding(at: #require(WebURL(Self.url)))
    }
}
