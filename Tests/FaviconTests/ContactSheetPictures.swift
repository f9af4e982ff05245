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
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR42mM4YKAARww4OQAAVgzBCP4EogAAAABJRU5E",
        "rkJggg==")

    static let gif = decoded("R0lGODlhBAADAPAAAP///8AwICwAAAAABAADAAACCEyYMGHChEkBADs=")

    static let jpeg = decoded(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////",
        "////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////",
        "////////////////////////////wAARCAADAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEA",
        "AAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIR",
        "AxEAPwCYALv/2Q==")

    static let webp = decoded(
        "UklGRjYAAABXRUJQVlA4ICoAAACQAQCdASoEAAMAAsBMJaACdLoAA5gA/uuOX6FGyiYp//LP/fJ75OEAAAA=")

    /// Of 24 bits a pixel, without padding.
    static let bmp =
        Array("BM".utf8) + ImageSamples.little(90, 4) + [0, 0, 0, 0] + ImageSamples.little(54, 4)
        + ImageSamples.little(40, 4) + ImageSamples.little(4, 4) + ImageSamples.little(3, 4)
        + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
        + (0..<12).flatMap { _ in [0x20, 0x30, 0xC0] as [UInt8] }

    static let svg = Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">\
        <rect width="4" height="3" fill="#\(color)"/></svg>
        """.utf8)

    private static func decoded(_ parts: String...) -> [UInt8] {
        Array(Data(base64Encoded: parts.joined()) ?? Data())
    }
}
