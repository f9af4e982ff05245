import DevtoolKit
import SystemPackage
import URLs

struct EmbeddedPictures: Sendable {
    static let sizeLimit = 10 << 20

    private let paths: [String: FilePath]

    init(_ files: [AttachmentFile], in folder: FilePath) {
        let found = files.compactMap { file in (try? folder.filling(file.path)).map { (file.attachment.url, $0) } }
        paths = Dictionary(found, uniquingKeysWith: { $1 })
    }

    /// The picture as a `data:` URL; `nil` if the attachment is not a picture, or its file is missing or too large.
    func source(of attachment: CardAttachment) -> String? {
        guard let path = paths[attachment.url], let bytes = try? path.contents(upTo: Self.sizeLimit),
            let type = Self.mediaType(of: bytes)
        else { return nil }
        return "data:\(type);base64,\(bytes.base64)"
    }

    static func mediaType(of bytes: [UInt8]) -> String? {
        func begins(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if begins("GIF87a") || begins("GIF89a") { return "image/gif" }
        return begins("RIFF") && begins("WEBP", at: 8) ? "image/webp" : nil
    }
}
