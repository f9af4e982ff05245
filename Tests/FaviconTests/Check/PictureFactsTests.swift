import TestSupport
import Testing

@testable import Favicon

/// What the pixels of pictures tell.
@Suite struct PictureFactsTests {
    @Test(arguments: [
        ("a small disc", TinyImage.logo(200, 0.39), false),
        ("a large disc", TinyImage.logo(200, 0.43), true),
        ("one colour", TinyImage(200, 200, background: .opaque(0x336699)), false),
        (
            "a slope of colours",
            TinyImage(200, 200).painted { x, y in
                .opaque(UInt32(x) << 16 | UInt32(y) << 8)
            }, false
        ),
        ("a disc on nothing", TinyImage(200, 200).disc(0.3, .opaque(0)), false),
        ("a large disc on nothing", TinyImage(200, 200).disc(0.5, .opaque(0)), true),
        (
            "a frame",
            TinyImage(200, 200, background: .opaque(0xFFFFFF)).painted { x, y in
                min(x, y) < 6 || max(x, y) > 193 ? .opaque(0) : nil
            }, true
        ),
    ])
    func contentBeyondTheSafeZone(name: String, picture: TinyImage, isBeyond: Bool) throws {
        let facts = try #require(try PictureFacts(of: picture.png, .png))
        #expect(facts.hasContentBeyondSafeZone == isBeyond, "\(name)")
    }

    @Test func transparency() throws {
        let disc = TinyImage(20, 20).disc(0.3, .opaque(0))
        #expect(try PictureFacts(of: disc.png, .png)?.hasTransparency == true)
        #expect(try PictureFacts(of: TinyImage.logo(20).png, .png)?.hasTransparency == false)
    }

    /// libpng decodes what the tests' own encoder has written, so both are right about the format.
    @Test func theEncoderOfTheTests() throws {
        let picture = TinyImage(300, 7).painted { x, y in
            .opaque(UInt32(x) << 16 | UInt32(y) << 8 | 0x10)
        }
        for file in [picture.png, picture.png(isCompressed: false)] {
            let pixels = try PictureDecoder.pixels(of: file, by: .libpng)
            #expect(pixels.width == 300)
            let bytes = pixels.colors.flatMap { color in
                [0, 8, 16, 24].map { shift in UInt8(truncatingIfNeeded: color >> UInt32(shift)) }
            }
            #expect(bytes == picture.pixels)
        }
    }

    /// 4 by 3 pixels of one red.
    @Test(arguments: [
        (PictureLibrary.libpng, ContactSheetPictures.png),
        (.libjpegTurbo, ContactSheetPictures.jpeg), (.libwebp, ContactSheetPictures.webp),
        (.librsvg, ContactSheetPictures.svg),
    ])
    func allLibraries(library: PictureLibrary, file: [UInt8]) throws {
        let pixels = try PictureDecoder.pixels(of: file, by: library)
        let side = PictureDecoder.svgSide
        #expect((pixels.width, pixels.height) == (library == .librsvg ? (side, side) : (4, 3)))
        let middle = pixels.colors[pixels.height / 2 * pixels.width + pixels.width / 2]
        for (shift, value) in [(0, 0xC0), (8, 0x30), (16, 0x20), (24, 0xFF)] {
            #expect(abs(Int(middle >> UInt32(shift) & 0xFF) - value) < 12, "\(library)")
        }
    }

    @Test(arguments: PictureLibrary.allCases)
    func whatIsNoPictureIsRefused(library: PictureLibrary) {
        for file in [[], Array("no picture".utf8), Array(ContactSheetPictures.png.prefix(30))] {
            #expect(throws: PixelProblem.damaged(library)) {
                _ = try PictureDecoder.pixels(of: file, by: library)
            }
        }
    }

    /// The header of a small file may promise any number of pixels.
    @Test func whatIsTooLargeIsNotDecoded() {
        #expect(throws: PixelProblem.tooLarge) {
            _ = try PictureDecoder.pixels(
                of: TinyImage(4, 4).png(claiming: 60_000, 60_000), by: .libpng)
        }
        #expect(throws: PixelProblem.tooLarge) {
            let comment = "<!--\(String(repeating: "x", count: PictureDecoder.svgLimit))-->"
            _ = try PictureDecoder.pixels(
                of: ContactSheetPictures.svg + Array(comment.utf8), by: .librsvg)
        }
    }

    @Test func theSizeOfABetterPNG() throws {
        let picture = TinyImage.logo(96)
        let loose = picture.png(isCompressed: false)
        let size = try #require(try PictureFacts(of: loose, .png)?.sizeAsPNG)
        #expect(size < 1000)
        #expect(loose.count > 9_000)
        // More colours than a palette has.
        let slope = TinyImage(64, 64).painted { x, y in .opaque(UInt32(x) << 16 | UInt32(y)) }
        #expect(try #require(try PictureFacts(of: slope.png, .png)?.sizeAsPNG) > 0)
    }
}
