import DevtoolKit
import TestSupport
import Testing

@testable import Favicon

/// What the pixels of pictures tell.
@Suite(.tags(.slow)) struct PictureFactsTests {
    private func pixels(of file: [UInt8], by library: PictureLibrary, within budget: LookBudget = LookBudget()) throws
        -> Pixels
    { try PictureDecoder.pixels(of: file, by: library, within: budget) }

    private func facts(of file: [UInt8]) throws -> PictureFacts? {
        try PictureFacts(of: file, .png, within: LookBudget())
    }

    @Test(arguments: [
        ("a small disc", TinyImage.logo(200, 0.39), false), ("a large disc", TinyImage.logo(200, 0.43), true),
        ("one colour", TinyImage(200, 200, background: .opaque(0x336699)), false),
        (
            "a slope of colours", TinyImage(200, 200).painted { x, y in .opaque(UInt32(x) << 16 | UInt32(y) << 8) },
            false
        ), ("a disc on nothing", TinyImage(200, 200).disc(0.3, .opaque(0)), false),
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
    ]) func contentBeyondTheSafeZone(name: String, picture: TinyImage, isBeyond: Bool) throws {
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
        let picture = TinyImage(300, 7).painted { x, y in .opaque(UInt32(x) << 16 | UInt32(y) << 8 | 0x10) }
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
        (PictureLibrary.libpng, ContactSheetPictures.png), (.libjpegTurbo, ContactSheetPictures.jpeg),
        (.libwebp, ContactSheetPictures.webp), (.libjpegTurbo, ContactSheetPictures.jpegForPrint),
        // Without the marker of its end, and with more behind it: browsers show both.
        (.libjpegTurbo, ContactSheetPictures.jpeg.dropLast(2)), (.libjpegTurbo, ContactSheetPictures.jpeg + [1, 2, 3]),
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
    ]) func allLibraries(library: PictureLibrary, file: [UInt8]) throws {
        let pixels = try pixels(of: file, by: library)
        let side = 256
        #expect((pixels.width, pixels.height) == (library == .librsvg ? (side, side) : (4, 3)))
        let middle = pixels.colors[pixels.height / 2 * pixels.width + pixels.width / 2]
        for (shift, value) in [(0, 0xC0), (8, 0x30), (16, 0x20), (24, 0xFF)] {
            #expect(abs(Int(middle >> UInt32(shift) & 0xFF) - value) < 12, "\(library)")
        }
    }

    @Test(arguments: PictureLibrary.allCases) func whatIsNoPictureIsRefused(library: PictureLibrary) {
        for file in [[], Array("no picture".utf8), Array(ContactSheetPictures.png.prefix(30))] {
            #expect(throws: PixelProblem.damaged(library)) { _ = try pixels(of: file, by: library) }
        }
    }

    /// What libraries do not support, browsers may.
    @Test func whatIsNotSupportedIsNotDamaged() {
        #expect(throws: PixelProblem.refused(.libwebp)) { _ = try pixels(of: ContactSheetPictures.film, by: .libwebp) }
        let html = Array("<svg xmlns='http://www.w3.org/2000/svg'><p></svg>".utf8)
        #expect(throws: PixelProblem.damaged(.librsvg)) { _ = try pixels(of: html, by: .librsvg) }
    }

    /// A directory alone tells sizes, but shows nobody a picture.
    @Test func picturesOfAnICO() throws {
        func look(_ file: some Collection<UInt8>) throws {
            _ = try PictureFacts(of: Array(file), .ico, within: LookBudget())
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
        // Without opacity it is not judged: Chromium takes it for opaque.
        let budget = LookBudget()
        #expect(try PictureFacts(of: bitmap, .ico, within: budget) == nil)
        let white = bitmap.prefix(22 + 40) + [UInt8](repeating: 255, count: 8 * 8 * 4)
        #expect(try PictureFacts(of: Array(white), .ico, within: budget)?.visible == .one(.white))
        let red = TinyImage.ico([TinyImage(16, 16), TinyImage.logo(32)])
        let facts = try #require(try PictureFacts(of: red, .ico, within: budget))
        #expect(facts.visible == .several(areDark: false) && facts.sizeAsPNG == nil)
    }

    /// An SVG is judged if everything in it is understood: these Chromium draws, and librsvg does not, or in other colours.
    @Test(
        arguments: [
            (##"<circle cx="8" cy="8" r="6" style="fill: #1a5ac8; stroke:rgb(1, 2, 3)"/>"##, true),
            (
                ##"<defs><linearGradient id="a"><stop offset="50%" stop-color="red"/></linearGradient>"##
                    + ##"<g id="b"><rect width="9" height="9" fill="url(#a)"/></g></defs>"##
                    + ##"<use href="#b" transform="translate(1,2) scale(.5)"/>"##, true
            ), (##"<title>x</title><metadata><r:RDF xmlns:r="r" r:about=""/></metadata>"##, true),
            ("<style>circle{fill:#fff}</style>", false),
            (##"<circle r="6" style="fill:var(--c)" fill="none"/>"##, false),
            (##"<circle r="6" style="fill:oklch(60% 0.2 250)" fill="none"/>"##, false),
            (##"<circle r="6" fill="light-dark(#1a5ac8,#fff)"/>"##, false),
            (##"<circle r="6" fill="CanvasText"/>"##, false), (##"<circle r="calc(1px + 2px)"/>"##, false),
            (##"<circle r="3vw"/>"##, false), (##"<g style="display:inline"/>"##, false),
            (##"<g display="none"/>"##, false), (##"<path d="M0 0h9v9z" fill="url(g.svg#g)"/>"##, false),
            (##"<use href="g.svg#g"/>"##, false), (##"<use xlink:href="g.svg#g"/>"##, false), ("<text>A</text>", false),
            (##"<image href="data:image/webp;base64,"/>"##, false),
            (##"<circle r="0"><animate attributeName="r" to="9"/></circle>"##, false), ("<foreignObject/>", false),
            ("<svg/>", false), (##"<g xml:base="/a/"/>"##, false),
            ("<metadata><style>path{fill:red}</style></metadata>", false),
            (##"<metadata><h:style xmlns:h="http://www.w3.org/1999/xhtml"/></metadata>"##, false),
        ] as [(String, Bool)]) func whichSVGsAreJudged(content: String, isJudged: Bool)
    {
        let svg = { (attributes: String) in
            Array(
                ("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                    + "xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(attributes)>\(content)</svg>").utf8)
        }
        #expect(SimpleSVG.matches(svg(##"viewBox="0 0 16 16""##)) == isJudged, "\(content)")
        for box in ["0 0 16", "0 0 -16 16", "0 0 0 16"] { #expect(!SimpleSVG.matches(svg("viewBox=\"\(box)\""))) }
        for prolog in ["<?xml-stylesheet href='a.css'?>", "<!DOCTYPE svg>"] {
            #expect(!SimpleSVG.matches(Array(prolog.utf8) + svg("")))
        }
    }

    /// What an SVG needs is known by where it stands.
    @Test(
        arguments: [
            (##"<path fill="url(o.svg#g)"/>"##, "o.svg#g"), ("<style>@import 'a.css';</style>", "a.css"),
            ("<style>@import url(a.css);</style>", "a.css"),
            ("<style>svg { background: #fff url(a.png) }</style>", "a.png"),
            (##"<path style="mask-image: url('m.svg')"/>"##, "m.svg"),
            ("<style>@font-face{src:local('x'),url(x.woff2)}</style><text>A</text>", "x.woff2"),
            ("<style>@font-face{src:url(x.woff2)}</style>", nil),
            (##"<path fill="url(#g)" style="filter: url( '#f' )"/>"##, nil),
            (##"<path fill="none" style="cursor:url(hand.cur)"/>"##, nil),
            ("<style>@namespace url(http://www.w3.org/2000/svg); /* fill:url(a) */</style>", nil),
            ("<style>path{fill:url(data:image/svg+xml,x)}</style>", nil),
            (##"<a href="https://a.example/"/><!-- <image href="a.png"/> -->"##, nil),
        ] as [(String, String?)]) func whatAnSVGNeeds(content: String, reference: String?)
    {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\">\(content)</svg>"
        #expect(AuditedIcon.externalReference(in: Array(svg.utf8)) == reference, "\(content)")
    }

    @Test(
        arguments: [
            (##"<path d="M1 1h4v4z"/><path fill="#000" d="M5 5h3v3z"/>"##, nil),
            (##"<path fill="red" d="M1 1h4v4z"/><path fill="none" stroke="red" d="M1 1h7"/>"##, nil),
            (##"<path fill="red" d="M1 1h4v4z"/><path d="M5 5h3v3z"/>"##, "has several colors"),
            (##"<rect width="9" height="9"/>"##, "fills its background"), ("<defs/>", "shows nothing"),
        ] as [(String, String?)]) func silhouettes(sample: (content: String, fault: String?)) throws
    {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">" + "\(sample.content)</svg>"
        let facts = try #require(try PictureFacts(of: Array(svg.utf8), .svg, within: LookBudget()))
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
        #expect(throws: PixelProblem.tooCostly) { _ = try pixels(of: Array(svg.utf8), by: .librsvg, within: budget) }
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
        #expect(throws: PixelProblem.exhausted) { _ = try pixels(of: picture, by: .libpng, within: budget) }
    }

    /// The header of a small file may promise any number of pixels.
    @Test func whatIsTooLargeIsNotDecoded() {
        #expect(throws: PixelProblem.tooLarge) {
            _ = try pixels(of: TinyImage(4, 4).png(claiming: 60_000, 60_000), by: .libpng)
        }
        #expect(throws: PixelProblem.tooLarge) {
            let comment = "<!--\(String(repeating: "x", count: PictureDecoder.svgLimit))-->"
            _ = try pixels(of: ContactSheetPictures.svg + Array(comment.utf8), by: .librsvg)
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
