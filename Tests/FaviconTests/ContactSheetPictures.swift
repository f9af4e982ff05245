import Foundation

@testable import Favicon

/// Small pictures that a browser can draw: 4 by 3 pixels of a red that nothing else has.
enum ContactSheetPictures {
    /// The red.
    static let color = "c03020"

    /// A picture of each format, but for AVIF, of which no picture is so small.
    static let all: [(format: ImageFormat, bytes: [UInt8])] = [
        (.png, png), (.gif, gif), (.jpeg, jpeg), (.webp, webp), (.bmp, bmp), (.svg, svg),
        (.ico, ImageSamples.ico([(4, 3, png)])), (.cur, ImageSamples.ico([(4, 3, png)], kind: 2)),
    ]

    static let png = decoded(
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR42mM4YKAARww4OQAAVgzBCP4EogAAAABJRU5E", "rkJggg==")

    static let gif = decoded("R0lGODlhBAADAPAAAP///8AwICwAAAAABAADAAACCEyYMGHChEkBADs=")

    static let jpeg = decoded(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////",
        "////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////",
        "////////////////////////////wAARCAADAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEA",
        "AAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIR",
        "AxEAPwCYALv/2Q==")

    /// The same for a printer, in four inks.
    static let jpegForPrint = decoded(
        "/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEB",
        "ETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU",
        "FBQUFBQUFBQUFBQUFBQU/8AAFAgAAwAEBAERAAIRAQMRAQQRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC/",
        "/EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkq",
        "NDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tr",
        "e4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/EAB8BAAMBAQEBAQEBAQEAAAAAAAABAgMEBQYH",
        "CAkKC//EALURAAIBAgQEAwQHBQQEAAECdwABAgMRBAUhMQYSQVEHYXETIjKBCBRCkaGxwQkjM1LwFWJy0QoWJDThJfEXGB",
        "kaJicoKSo1Njc4OTpDREVGR0hJSlNUVVZXWFlaY2RlZmdoaWpzdHV2d3h5eoKDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ip",
        "qrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uLj5OXm5+jp6vLz9PX29/j5+v/aAA4EAQACEQMRBAAAPwD2Wv1U/jw/VO", "v/2Q==")

    static let webp = decoded("UklGRjYAAABXRUJQVlA4ICoAAACQAQCdASoEAAMAAsBMJaACdLoAA5gA/uuOX6FGyiYp//LP/fJ75OEAAAA=")

    /// The same as the only picture of a film (RFC 9649, 2.7).
    static let film: [UInt8] = {
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            Array(name.utf8) + ImageSamples.little(body.count, 4) + body
        }
        let frame = [0, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 100, 0, 0, 0] + webp.dropFirst(12)
        return chunk(
            "RIFF",
            Array("WEBP".utf8) + chunk("VP8X", [2, 0, 0, 0, 3, 0, 0, 2, 0, 0]) + chunk("ANIM", [0, 0, 0, 0, 0, 0])
                + chunk("ANMF", frame))
    }()

    /// Of 24 bits a pixel, without padding.
    static let bmp =
        Array("BM".utf8) + ImageSamples.little(90, 4) + [0, 0, 0, 0] + ImageSamples.little(54, 4)
        + ImageSamples.little(40, 4) + ImageSamples.little(4, 4) + ImageSamples.little(3, 4) + [1, 0, 24, 0]
        + [UInt8](repeating: 0, count: 24) + (0..<12).flatMap { _ in [0x20, 0x30, 0xC0] as [UInt8] }

    static let svg = Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">\
        <rect width="4" height="3" fill="#\(color)"/></svg>
        """.utf8)

    private static func decoded(_ parts: String...) -> [UInt8] { Array(Data(base64Encoded: parts.joined()) ?? Data()) }
}
