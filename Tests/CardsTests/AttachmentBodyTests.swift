import DevtoolKit
import Fetching
import Foundation
import SystemPackage
import TestSupport
import Testing
import URLs

@testable import Cards

/// Attachments on their way to their files.
@Suite struct AttachmentBodyTests {
    @Test func noMoreThanTheLimit() throws {
        let folder = TemporaryFolder()
        let file = try AtomicFile(replacing: folder.path.appending("a"))
        let writer = file.writer
        var body = BodyFile(limit: 5) { try writer.write($0) }
        let bytes: [UInt8] = [1, 2, 3]
        #expect(try body.receive(bytes.span.bytes) == .more)
        #expect(throws: BodyFile.TooLarge.self) { try body.receive(bytes.span.bytes) }
        #expect(body.count == 3)
    }

    @Test func pictures() {
        for count in 0...9 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 250 - 31 * $0) }
            #expect(bytes.base64 == Data(bytes).base64EncodedString())
        }
        for (bytes, type) in [
            ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), (Array("GIF89a".utf8), "image/gif"),
            (Array("RIFF....WEBP".utf8), "image/webp"), (Array("RIFF....WAVE".utf8), nil),
            (Array("<svg onload=x>".utf8), nil), ([], nil),
        ] as [([UInt8], String?)] { #expect(EmbeddedPictures.mediaType(of: bytes) == type) }
    }

    @Test func aPictureThatIsTooLarge() throws {
        let folder = TemporaryFolder()
        let attachment = CardAttachment(id: "1", name: "a.gif", url: "u", isUpload: true)
        let pictures = EmbeddedPictures([AttachmentFile(path: "a.gif", attachment: attachment)], in: folder.path)
        #expect(pictures.source(of: attachment) == nil)
        for (size, isThere) in [(6, true), (EmbeddedPictures.sizeLimit + 1, false)] {
            let bytes = Array("GIF89a".utf8) + [UInt8](repeating: 0, count: size - 6)
            try folder.write(bytes: bytes, to: "a.gif")
            #expect((pictures.source(of: attachment) != nil) == isThere)
        }
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
                "7 a b/x 1.png", "7 a b/X 2.PNG", "7 a b/untitled", "7 a b/x",
                "7 a b/" + String(repeating: "n", count: 120),
            ])
    }
}
