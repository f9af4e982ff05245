import TestSupport
import Testing

@testable import Favicon

@Suite struct ImageSVGTests {
    /// An SVG beyond what is read of a page in XML was taken for one that is not whole.
    @Test(arguments: [1000, 200_000]) func aLongDrawingIsWhole(length: Int) {
        let comment = String(repeating: "x", count: length)
        let bytes = Array("<svg xmlns='http://www.w3.org/2000/svg'><!--\(comment)--><path/></svg>".utf8)
        let loaded = LoadedIcon(bytes: bytes, isWhole: true, type: "image/svg+xml")
        #expect((try? loaded.image(for: .chromium).get())?.format == .svg)
        let cut = LoadedIcon(bytes: Array(bytes.dropLast()), isWhole: true, type: "image/svg+xml")
        #expect(length > 1000 || cut.image(for: .chromium) == .failure(.incomplete(.svg)))
    }

    @Test(
        arguments: [
            ("width='24' height='12'", "24x12"), ("width='24px' height=' 12PX '", "24x12"),
            ("width='12pt' height='1pc'", "16x16"), ("width='1in' height='2.54cm'", "96x96"),
            ("width='25.4mm' height='101.6q'", "96x96"), ("width='1em' height='1.5rem'", "16x24"),
            ("width='1e2' height='+.5e1'", "100x5"), ("width='7.' height='7.px'", ""),
            ("width='15.6' height='0.2'", "16x1"), ("viewBox='0 0 24 12'", "24x12"),
            ("viewBox=' -1,-1 , 24.4  12e0 '", "24x12"), ("width='48' viewBox='0 0 24 12'", "48x24"),
            ("height='48' viewBox='0 0 24 12'", "96x48"), ("width='100%' height='50%' viewBox='0 0 24 12'", "24x12"),
            ("width='100%' height='100%'", ""), ("width='24'", ""), ("", ""),
            ("width='-1' height='auto' viewBox='0 0 24 12'", "24x12"), ("width='a' height='1a' viewBox='0 0 24'", ""),
            ("viewBox='0 0 24 12 1'", ""), ("viewBox='0 0 24 -1'", ""),
            ("width='1' height='1' viewBox='0 0 9 9'", "1x1"), ("width='1e99' height='9'", "2147483647x9"),
            ("width='1e999' height='9'", "2147483647x9"), ("width='5' viewBox='0 0 1e999 1e999'", "5x5"),
            ("height='1e999' viewBox='0 0 2e999in 1e999'", ""),
            ("height='1e999in' viewBox='0 0 1e999 1e999'", "2147483647x2147483647"),
            ("height='1e-300' viewBox='0 0 1e-300 1e-300'", "1x1"),
            ("width='1e999' viewBox='0 0 1e-300 1e999'", "2147483647x2147483647"),
        ] as [(String, String)]) func theSizeIsTheBrowsers(attributes: String, sizes: String) throws
    {
        let image = try IconImage(reading: ImageSamples.svg(attributes))
        #expect(image.isScalable)
        #expect(image.sizes.map(\.description).joined(separator: " ") == sizes)
    }

    @Test(arguments: [
        "\u{FEFF}", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "<!-- Generator > -->\n",
        "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://127.0.0.1:9/svg11.dtd'>",
        "<?xml version='1.0'?><!DOCTYPE svg [<!-- ' --><!ENTITY a \"]>\"><?b '>?>]>",
        "<?xml version='1.0' encoding='iso-8859-1'?>", "  \n",
    ]) func whatComesBeforeTheElementIsPassedOver(prolog: String) throws {
        let image = try IconImage(reading: ImageSamples.svg("title='a > b' width='9' height='8'", before: prolog))
        #expect(image.sizes == [PixelSize(width: 9, height: 8)])
    }

    /// As servers may send it to keep the others waiting, which share the thread that reads it.
    @Test(arguments: ["<!DOCTYPE svg [<!ENTITY b 'X'>]><svg a='Y'>", "<svg Z/>"]) func hostileOnesTakeNoTime(
        pattern: String
    ) throws {
        let entity = String(repeating: "x", count: 20_000)
        let attributes = (0..<5_000).map { "a\($0)=''" }.joined(separator: " ")
        let text = pattern.replacing("X", with: entity).replacing("Z", with: attributes).replacing(
            "Y", with: String(repeating: "&b;", count: 10_000))
        let bytes = Array(text.utf8)
        let seconds = threadSeconds { #expect(throws: IconRejection.self) { try IconImage(reading: bytes) } }
        #expect(seconds < 0.2)
    }

    @Test func prefixesAndEntitiesAreUnderstood() throws {
        let prefixed = "<s:svg xmlns:s='http://www.w3.org/2000/svg' width='9' height='8'/>"
        #expect(try IconImage(reading: Array(prefixed.utf8)).sizes.count == 1)
        let illustrator = """
            <!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY w "9">]>
            <svg xmlns="&ns_svg;" width="&w;" height="8">
            """
        let sizes = try IconImage(reading: Array(illustrator.utf8)).sizes
        #expect(sizes == [PixelSize(width: 9, height: 8)])
    }
}
