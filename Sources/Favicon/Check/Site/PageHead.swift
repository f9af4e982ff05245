import Encodings
import HTML
import Scanning

/// What a page says of itself beside its icons: its title, and where its head ends.
struct PageHead: Sendable {
    /// The text of `title`, if there is one.
    private(set) var title: String?
    /// Whether it has no doctype, `html` or `head`: it is a part of pages, not one.
    private(set) var isFragment: Bool
    /// What ended the head, if a link comes after it.
    private(set) var end: (name: String, offset: Int)?

    /// Scans a page whose markup is in ASCII.
    ///
    /// - Parameters:
    ///   - bytes: the page.
    ///   - encoding: the encoding of its text.
    ///   - link: where a link to an icon in the body begins; `nil` if there is none.
    init(_ bytes: [UInt8], in encoding: CharacterEncoding, linkInBody link: Int?) {
        let start = bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0
        let first = bytes[start...].prefix(Self.reach)
        isFragment = !bytes.isEmpty && !first.map(\.asciiLowercased).contains("<!doctype".utf8)
        var scanner = HTMLScanner(reporting: [.html, .head, .title])
        for tag in scanner.scan(bytes) where tag.placement == .document {
            switch tag.element {
            case .html, .head: isFragment = false
            case .title where title == nil:
                let text = bytes[tag.offset...].drop { $0 != UInt8(ascii: ">") }.dropFirst()
                    .prefix { $0 != UInt8(ascii: "<") }.prefix(Self.titleReach)
                let value = CharacterReference.attributeValue(of: encoding.decode(Array(text)))
                title = String(decoding: value, as: UTF8.self).split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
            default: break
            }
        }
        if let link { end = Self.end(in: bytes, before: min(link, bytes.count)) }
    }

    /// The first bytes of a page, in which its doctype is if it has one.
    private static let reach = 4096
    /// The most bytes of a title that are shown.
    private static let titleReach = 300

    /// What ends the head: the tag, or the text, after which no link belongs to it.
    private static func end(in bytes: [UInt8], before link: Int) -> (name: String, offset: Int)? {
        var scanner = HTMLScanner(reporting: [])
        var last = 0
        for start in stride(from: 0, to: link, by: reach) {
            var next = scanner
            _ = next.scan(Array(bytes[start..<min(link, start + reach)]))
            guard next.isPastHead else {
                scanner = next
                continue
            }
            for index in start..<link {
                if bytes[index] == UInt8(ascii: "<") { last = index }
                _ = scanner.scan([bytes[index]])
                guard scanner.isPastHead else { continue }
                let isTag = bytes[index] == UInt8(ascii: ">")
                let name = bytes[last...index].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
                return isTag
                    ? (String(decoding: name, as: UTF8.self).beginning() + ">", last)
                    : ("text", index)
            }
        }
        return nil
    }
}
