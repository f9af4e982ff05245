import DevtoolKit
import TestSupport
import Testing

@testable import Favicon

/// What the pixels of pictures tell.
@Suite struct PictureFactsTests {
    private func pixels(
        of file: [UInt8], by library: PictureLibrary, within budget: LookBudget = LookBudget()
    ) throws -> Pixels {
        try PictureDecoder.pixels(of: file, by: library, within: budget)
    }

    private func facts(of file: [UInt8]) throws -> PictureFacts? {
        try PictureFacts(of: file, .png, within: LookBudget())
    }

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
        (
            "a disc on noise",
            TinyImage(200, 200).painted { x, y in
                .opaque(UInt32(StableHash(of: "\(x) \(y)".utf8).digits.suffix(6), radix: 16) ?? 0)
            }.disc(0.3, .opaque(0)), false
        ),
        (
            "a disc with a soft edge",
            TinyImage(512, 512).painted { x, y in
                let distance = ((x - 255.5) * (x - 255.5) + (y - 255.5) * (y - 255.5)).squareRoot()
                let grey = UInt32(max(0, min(255, (distance - 202) * 60)))
                return .opaque(grey << 16 | grey << 8 | grey)
            }, false
        ),
    ])
    func contentBeyondTheSafeZone(name: String, picture: TinyImage, isBeyond: Bool) throws {
        let facts = try #require(try facts(of: picture.png))
        #expect(facts.hasContentBeyondSafeZone == isBeyond, "\(name)")
    }

    @Test func transparency() throws {
        let disc = TinyImage(20, 20).disc(0.3, .opaque(0))
        #expect(try facts(of: disc.png)?.hasTransparency == true)
        #expect(try facts(of: TinyImage.logo(20).png)?.hasTransparency == false)
    }

    /// libpng decodes what the tests' own encoder has written, so both are right about the format.
    @Test func theEncoderOfTheTests() throws {
        let picture = TinyImage(300, 7).painted { x, y in
            .opaque(UInt32(x) << 16 | UInt32(y) << 8 | 0x10)
        }
        for file in [picture.png, picture.png(isCompressed: false)] {
            let pixels = try pixels(of: file, by: .libpng)
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
        (.libjpegTurbo, ContactSheetPictures.jpegForPrint),
        // Without the marker of its end, and with more behind it: browsers show both.
        (.libjpegTurbo, ContactSheetPictures.jpeg.dropLast(2)),
        (.libjpegTurbo, ContactSheetPictures.jpeg + [1, 2, 3]),
        (.librsvg, ContactSheetPictures.svg),
        // Filters and entities are drawn, within limits.
        (
            .librsvg,
            Array(
                """
                <!DOCTYPE svg [<!ENTITY red "#c03020">]>
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="f">\
                <feOffset/></filter><path d="M0 0h9v9H0z" fill="&red;" filter="url(#f)"/></svg>
                """.utf8)
        ),
    ])
    func allLibraries(library: PictureLibrary, file: [UInt8]) throws {
        let pixels = try pixels(of: file, by: library)
        let side = 256
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
                _ = try pixels(of: file, by: library)
            }
        }
    }

    /// What libraries do not support, browsers may.
    @Test func whatIsNotSupportedIsNotDamaged() {
        #expect(throws: PixelProblem.refused(.libwebp)) {
            _ = try pixels(of: ContactSheetPictures.film, by: .libwebp)
        }
        let html = Array("<svg xmlns='http://www.w3.org/2000/svg'><p></svg>".utf8)
        #expect(throws: PixelProblem.damaged(.librsvg)) { _ = try pixels(of: html, by: .librsvg) }
    }

    /// A directory alone tells sizes, but shows nobody a picture.
    @Test func picturesOfAnICO() throws {
        func look(_ file: some Collection<UInt8>) throws {
            #expect(try PictureFacts(of: Array(file), .ico, within: LookBudget()) == nil)
        }
        let pngs = TinyImage.ico([.logo(16), .logo(32)])
        try look(pngs)
        #expect(throws: PixelProblem.cutOff) { try look(pngs.dropLast(20)) }
        #expect(throws: PixelProblem.cutOff) { try look(pngs.prefix(38)) }
        let header: [UInt8] = [40, 0, 0, 0, 8, 0, 0, 0, 16, 0, 0, 0, 1, 0, 32, 0]
        let bitmap =
            [0, 0, 1, 0, 1, 0, 8, 8, 0, 0, 1, 0, 32, 0, 0x28, 1, 0, 0, 22, 0, 0, 0] + header
            + [UInt8](repeating: 0, count: 24 + 8 * 8 * 4)
        // The mask may be missing.
        try look(bitmap)
        #expect(throws: PixelProblem.cutOff) { try look(bitmap.dropLast()) }
    }

    @Test(
        arguments: [
            (##"<path d="M1 1h4v4z"/><path fill="#000" d="M5 5h3v3z"/>"##, nil),
            (
                ##"<path fill="red" d="M1 1h4v4z"/><path fill="none" stroke="red" d="M1 1h7"/>"##,
                nil
            ),
            (##"<path fill="red" d="M1 1h4v4z"/><path d="M5 5h3v3z"/>"##, "has several colours"),
            (
                "<style>.a{fill:red}.b{fill:blue}</style>"
                    + ##"<path class="a" d="M1 1h4v4z"/><path class="b" d="M5 5h3v3z"/>"##,
                "has several colours"
            ),
            (##"<rect width="9" height="9"/>"##, "fills its background"),
            ("<defs/>", "shows nothing"),
        ] as [(String, String?)], ["", "<!DOCTYPE svg>"])
    func silhouettes(sample: (content: String, fault: String?), prolog: String) throws {
        let svg =
            "\(prolog)<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">"
            + "\(sample.content)</svg>"
        let facts = try #require(
            try PictureFacts(of: Array(svg.utf8), .svg, within: LookBudget()))
        #expect(facts.silhouetteFault == sample.fault)
    }

    @Test func whatIsCutOffIsDecodedInPart() throws {
        let picture = ContactSheetPictures.jpegForPrint
        #expect(throws: PixelProblem.partial(.libjpegTurbo)) {
            _ = try pixels(of: picture.dropLast(9), by: .libjpegTurbo)
        }
    }

    /// A line of a drawing may ask for a thousand million steps; it is drawn in a process of its own, which is stopped.
    @Test func aDrawingThatTakesTooLong() {
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="f">\
            <feTurbulence numOctaves="1000000000"/></filter>\
            <path d="M0 0h9v9H0z" filter="url(#f)"/></svg>
            """
        let budget = LookBudget(pixels: LookBudget.stoppedDrawing)
        #expect(throws: PixelProblem.tooCostly) {
            _ = try pixels(of: Array(svg.utf8), by: .librsvg, within: budget)
        }
    }

    /// A tile of 1.6 GB.
    @Test func aDrawingThatTakesTooMuchMemory() {
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><pattern id="p" \
            patternUnits="userSpaceOnUse" width="20000" height="20000">\
            <path d="M0 0h9000v9000z"/></pattern><path d="M0 0h256v256H0z" fill="url(#p)"/></svg>
            """
        #expect(throws: PixelProblem.self) { _ = try pixels(of: Array(svg.utf8), by: .librsvg) }
    }

    /// However many icons a site has, no more of their pixels are decoded.
    @Test func allPixelsTogether() throws {
        let budget = LookBudget(pixels: 500)
        let picture = TinyImage(20, 20).png
        #expect(try pixels(of: picture, by: .libpng, within: budget).colors.count == 400)
        #expect(throws: PixelProblem.exhausted) {
            _ = try pixels(of: picture, by: .libpng, within: budget)
        }
    }

    /// The header of a small file may promise any number of pixels.
    @Test func whatIsTooLargeIsNotDecoded() {
        #expect(throws: PixelProblem.tooLarge) {
            _ = try pixels(
                of: TinyImage(4, 4).png(claiming: 60_000, 60_000), by: .libpng)
        }
        #expect(throws: PixelProblem.tooLarge) {
            let comment = "<!--\(String(repeating: "x", count: PictureDecoder.svgLimit))-->"
            _ = try pixels(
                of: ContactSheetPictures.svg + Array(comment.utf8), by: .librsvg)
        }
    }

    @Test func theSizeOfABetterPNG() throws {
        let picture = TinyImage.logo(96)
        let loose = picture.png(isCompressed: false)
        let size = try #require(try facts(of: loose)?.sizeAsPNG)
        #expect(size < 1000)
        #expect(loose.count > 9_000)
        // More colours than a palette has.
        let slope = TinyImage(64, 64).painted { x, y in .opaque(UInt32(x) << 16 | UInt32(y)) }
        #expect(try #require(try facts(of: slope.png)?.sizeAsPNG) > 0)
    }
}
