import DevtoolKit
import Fetching
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// Attachments on their way to their files.
@Suite struct AttachmentBodyTests {
    @Test func noMoreThanTheLimit() throws {
        let folder = TemporaryFolder()
        let file = try AtomicFile(replacing: folder.path.appending("a"))
        var body = AttachmentBody(file: file.writer, limit: 5)
        let bytes: [UInt8] = [1, 2, 3]
        #expect(try body.receive(bytes.span.bytes) == .more)
        #expect(throws: BodyFile.TooLarge.self) { try body.receive(bytes.span.bytes) }
        #expect(body.count == 3)
    }

    @Test func whereTheyGo() throws {
        func file(_ id: String, _ name: String) -> CardAttachment {
            CardAttachment(id: id, name: name, url: "u", isUpload: true)
        }
        let card = BoardCard(
            id: "c", number: "7", title: "#7 a/b",
            attachments: [
                file("1", "x.png"), file("2", "X.PNG"), file("3", ".."),
                CardAttachment(id: "4", name: "link", url: "u"), file("5", "../../x"),
                file("6", String(repeating: "n", count: 300) + ".png"),
            ])
        let boards = [Board(lists: [BoardList(cards: [card])])]
        let paths = AttachmentFile.files(of: boards).map(\.path.string)
        #expect(
            paths == [
                "7 a b/x.png", "7 a b/X 2.PNG", "7 a b/untitled", "7 a b/x",
                "7 a b/" + String(repeating: "n", count: 120),
            ])
    }
}
