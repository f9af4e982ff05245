import TestSupport
import Testing

@testable import Favicon
@testable import Fetching
import URLs

/// How few bytes of an icon are fetched, and what is made of what servers send.
@Suite struct IconInspectorTests {
    private static let url = "https://ex.test/a"
    private static let gif = WholePictures.gif(16, 16)
    private static let icon = IconVerdict.icon(IconImage(.gif, [PixelSize(width: 16, height: 16)]), bytes: nil)

    @Test func asksForTheBeginning() async throws {
        let (verdict, client) = try await verdict(.ok(Self.gif).inParts)
        #expect(verdict == Self.icon)
        #expect(client.requests.map(\.range) == [SearchOptions.imageRange])
    }

    @Test func takesTheWholeWhereAServerGivesNoParts() async throws {
        let (verdict, client) = try await verdict(.ok(Self.gif))
        #expect(verdict == Self.icon)
        #expect(client.requests.count == 1)
    }

    /// The size of this one comes after its profile.
    @Test func asksForTheRestWhereTheBeginningDoesNotTell() async throws {
        let profile: [UInt8] = [0xFF, 0xE2, 0xC0, 0x02] + Array(repeating: 0, count: 0xC000)
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 20, 0, 30, 1, 0, 0, 0]
        let (verdict, client) = try await verdict(.ok([0xFF, 0xD8] + profile + frame).inParts)
        #expect(verdict == .icon(IconImage(.jpeg, [PixelSize(width: 30, height: 20)]), bytes: nil))
        #expect(client.requests.map(\.range) == [SearchOptions.imageRange, nil])
    }

    @Test func aPartThatIsTheWholeIsNotAskedForAgain() async throws {
        let (verdict, client) = try await verdict(.ok(Array(Self.gif.prefix(8))).inParts)
        #expect(verdict == .refused(.truncated(.gif)))
        #expect(client.requests.count == 1)
    }

    @Test(arguments: [
        "", "bytes", "bytes 0-7", "bytes 0-7/*", "bytes 0-7/-9223372036854775808", "bytes 0-7/9223372036854775807",
        "bytes 0-99999999999999999999/8", "bytes */8", "/", "-/-",
    ]) func aPartOfWhateverTheServerSaysIsAskedForAgain(range: String) async throws {
        var answer = ScriptedAnswer.page(status: 206, "GIF89a")
        answer.headers = [("Content-Range", range)]
        let (verdict, client) = try await verdict(answer)
        #expect(verdict == .refused(.status(206)))
        #expect(client.requests.map(\.range) == [SearchOptions.imageRange, nil])
    }

    @Test(arguments: [400, 416, 501]) func asksWithoutARangeWhereAServerDoesNotLikeIt(status: Int) async throws {
        let (verdict, client) = try await verdict(.page(status: status, ""))
        #expect(verdict == .refused(.status(status)))
        #expect(client.requests.map(\.range) == [SearchOptions.imageRange, nil])
    }

    @Test func asksAgainWhereSomethingCameCompressed() async throws {
        let (verdict, client) = try await verdict(.ok([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
        #expect(verdict == .refused(.compressed))
        #expect(client.requests.map(\.range) == [SearchOptions.imageRange, nil])
    }

    @Test func keepsTheWhole() async throws {
        let body = Self.gif + Array(repeating: 7, count: 100_000)
        let (verdict, client) = try await verdict(.ok(body).inParts, keeping: true)
        #expect(verdict == .icon(IconImage(.gif, [PixelSize(width: 16, height: 16)]), bytes: body))
        #expect(client.requests.map(\.range) == [nil])
    }

    @Test func keepsNothingThatIsTooLarge() async throws {
        let body = Self.gif + Array(repeating: 7, count: SearchOptions.imageLimit)
        let (verdict, client) = try await verdict(.ok(body), keeping: true)
        #expect(verdict == .refused(.tooLarge(limit: SearchOptions.imageLimit)))
        #expect(client.requests.map(\.byteLimit) == [SearchOptions.imageLimit + 1])
    }

    @Test(arguments: [
        (ScriptedAnswer.page(status: 404, ""), IconRejection.missing), (.page(status: 410, ""), .missing),
        (.page(status: 403, ""), .status(403)), (.page(status: 500, ""), .status(500)),
        (.ok("<!doctype html><title>Not found</title>"), .page), (.ok(""), .empty),
        (.failed(.tooManyRedirects(url: "u")), .noAnswer(.tooManyRedirects(url: "u"))),
        (.failed(.unknownHost(url: "u")), .unreachable(.unknownHost(url: "u"))),
        (
            .failed(.notPublic(url: "u", address: .unspecified)),
            .unreachable(.notPublic(url: "u", address: .unspecified))
        ),
    ]) func refusals(answer: ScriptedAnswer, refusal: IconRejection) async throws {
        #expect(try await verdict(answer).0 == .refused(refusal))
    }

    @Test func damagedDataIsNoIcon() async throws {
        let target = IconTarget.data(try #require(DataURL("data:image/gif;base64,A")))
        #expect(await inspector(ScriptedHTTPClient([:])).verdict(on: target) == .refused(.damagedURL))
    }

    private func verdict(_ answer: ScriptedAnswer, keeping keepsImages: Bool = false) async throws -> (
        IconVerdict, ScriptedHTTPClient
    ) {
        let client = ScriptedHTTPClient([Self.url: answer], inPiecesOf: 16 << 10)
        let target = IconTarget.web(try #require(WebURL(Self.url)))
        return (await inspector(client, keeping: keepsImages).verdict(on: target), client)
    }

    private func inspector(_ client: ScriptedHTTPClient, keeping keepsImages: Bool = false) -> IconInspector {
        IconInspector(
            client: client, requests: SearchRequests(SearchOptions(userAgent: "test"), for: nil),
            keepsImages: keepsImages, known: nil)
    }
}
