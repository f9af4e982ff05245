import TestSupport
import Testing

@testable import Favicon

@Suite(.tags(.slow)) struct IconRejectionTests {
    private typealias Samples = ImageSamples

    @Test(
        arguments: [
            ([], .empty), (Array("<!DOCTYPE html><title>Not found</title>".utf8), .page),
            (Array("\n<html><p>no".utf8), .page), (Array("<h1>404</h1>".utf8), .page),
            (Array("<!-- a --><html><body>".utf8), .page), (Array("<!-- a".utf8), .page),
            (Array("<!-- a --><link a><title>".utf8), .page),
            (Array("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>".utf8), .page),
            (Array("{\"error\": 404}".utf8), .json), (Array("\u{FEFF} [1, 2]".utf8), .json),
            (Array("<?xml version='1.0'?>\n<Error><Code>AccessDenied</Code></Error>".utf8), .xml),
            (Array("<svg width='9' height='9'/>".utf8), .xml), (Array("Not found".utf8), .text),
            (Array("  \n".utf8), .text), (Array("BM is a bank in".utf8), .text),
            (Array("BM stands for many, many things".utf8), .text), (Array("<svg a=1></svg>".utf8), .text),
            (Array("<>".utf8), .text),
            (Array("<svg xmlns='http://www.w3.org/2000/svg' width='9".utf8), .truncated(.svg)),
            ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3], .compressed), ([0x1F, 0x8B], .compressed),
            ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], .unrecognized), ([0], .unrecognized),
            (Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0], .unrecognized),
            (Array("BM".utf8) + Samples.little(0, 40), .unrecognized),
            (Samples.box("ftyp", Array("heic\0\0\0\0heicmif1".utf8)), .unrecognized),
            (Samples.ico([]) + Samples.little(0, 20), .unrecognized),
            (Samples.ico([(9, 9, Samples.little(7, 40))]), .damaged(.ico)), (Samples.png(0, 9), .zeroSize(.png)),
            (Samples.gif(9, 0), .zeroSize(.gif)), (Samples.jpeg(9, 0), .zeroSize(.jpeg)),
            (Samples.lossyWebP(0, 9), .zeroSize(.webp)), (Samples.bmp(9, 0), .zeroSize(.bmp)),
            (Samples.avif(0, 9), .zeroSize(.avif)), (Samples.ico([(9, 9, Samples.png(0, 9))]), .zeroSize(.ico)),
            (Samples.svg("width='0' height='9'"), .zeroSize(.svg)), (Samples.svg("viewBox='0 0 9 0'"), .zeroSize(.svg)),
            (Samples.png(1, 1), .singlePixel(.png)), (Samples.gif(1, 1), .singlePixel(.gif)),
            (Samples.bmp(1, -1), .singlePixel(.bmp)), (Samples.losslessWebP(1, 1), .singlePixel(.webp)),
            (Samples.ico([(1, 1, Samples.bitmap(1, 2))]), .singlePixel(.ico)),
            (Samples.svg("width='1' height='1px'"), .singlePixel(.svg)), (Samples.png(-1, 9), .damaged(.png)),
            (Samples.bmp(-9, 9), .unrecognized), (Samples.jpeg(9, 9, frame: 0xDA), .damaged(.jpeg)),
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 1] + Samples.jpeg(9, 9), .damaged(.jpeg)),
            (Samples.webP("VP8?", Samples.little(0, 10)), .damaged(.webp)),
            (Samples.webP("VP8 ", Samples.little(0, 10)), .damaged(.webp)),
            (Samples.webP("VP8L", Samples.little(0, 10)), .damaged(.webp)),
            (Samples.jpeg(9, 9, metadata: Array(repeating: 65_533, count: 20)), .farHeader(.jpeg)),
            (
                Samples.svg("width='9' height='9'", before: "<!--" + String(repeating: "a", count: 70_000) + "-->"),
                .page
            ), (Samples.svg("title='" + String(repeating: "a", count: 70_000) + "'"), .farHeader(.svg)),
            (Samples.svg("width='9' height='9'", before: "<?a " + String(repeating: "a", count: 70_000) + "?>"), .text),
        ] as [([UInt8], IconRejection)]) func whatIsNoIconIsRejected(bytes: [UInt8], rejection: IconRejection)
    { #expect(throws: rejection) { try IconImage(reading: bytes) } }

    /// The list of an AVIF's brands is held whole, so it must be short.
    @Test func aLongListOfBrandsIsNotRead() {
        func file(brands count: Int) -> [UInt8] {
            Samples.box("ftyp", Array(("avif0000" + String(repeating: "avif", count: count)).utf8))
        }
        #expect(throws: IconRejection.truncated(.avif)) { try IconImage(reading: file(brands: 252)) }
        #expect(throws: IconRejection.unrecognized) { try IconImage(reading: file(brands: 253)) }
    }

    /// A body without an end is judged after so many bytes, whatever they are.
    @Test(
        arguments: [
            [0xFF, 0xD8, 0xFF], [0, 0, 1, 0, 1, 0], [0, 0, 1, 0, 0xFF, 0xFF], Array("BM".utf8), Array("<svg ".utf8),
            Array("<!-- ".utf8), Array("<!DOCTYPE svg [".utf8), [], Samples.box("ftyp", Array("avif\0\0\0\0avif".utf8)),
            Samples.box("ftyp", Array("avif\0\0\0\0avif".utf8)) + [0, 1, 0, 0] + Array("meta".utf8),
        ] as [[UInt8]], sampled([0x00, 0x20, 0x3C, 0xFF] as [UInt8], every: 2)) func aBodyWithoutEndIsJudged(
            start: [UInt8], filler: UInt8
        )
    {
        var probe = ImageProbe()
        var taken = probe.receive(start) == nil ? start.count : 0
        let piece = [UInt8](repeating: filler, count: 4096)
        while probe.receive(piece) == nil, taken < 2 * ImageProbe.reachLimit { taken += piece.count }
        #expect(taken <= ImageProbe.reachLimit)
    }

    @Test(arguments: [
        (Samples.png(9, 9), 24), (Samples.gif(9, 9), 12), (Samples.bmp(9, 9), 26), (Samples.lossyWebP(9, 9), 30),
        (Samples.jpeg(9, 9, metadata: []), 12), (Samples.ico([(9, 9, Samples.bitmap(9, 18))]), 46),
    ]) func noByteIsWaitedForInVain(bytes: [UInt8], needed: Int) {
        var probe = ImageProbe()
        #expect(probe.receive(Array(bytes[..<(needed - 1)])) == nil)
        guard case .success(let image) = probe.receive([bytes[needed - 1]]) else {
            Issue.record("not known after \(needed) bytes")
            return
        }
        #expect(probe.receive([1, 2, 3]) == .success(image))
        #expect(probe.finish() == .success(image))
    }

    /// Whatever the bytes are, a verdict is reached, the same however they are cut.
    @Test(arguments: 0..<50 as Range<UInt64>) func anyBytesAreJudged(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let samples = [
            Samples.png(9, 9), Samples.gif(9, 9), Samples.jpeg(9, 9, metadata: [3, 300, 3]), Samples.lossyWebP(9, 9),
            Samples.losslessWebP(9, 9), Samples.extendedWebP(9, 9), Samples.bmp(9, 9), Samples.avif(9, 9),
            Samples.svg("width='9' height='9pt'"),
            Samples.svg("viewBox='0 0 9 9'", before: "<!DOCTYPE svg [<!ENTITY a '9'>]><!-- -->"),
            Samples.ico([(9, 9, Samples.png(9, 9)), (9, 9, Samples.bitmap(9, 18))]),
        ]
        for _ in 0..<rounds(200) {
            var bytes = samples.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[at] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: at)
                default: bytes.insert([0, 1, 0x3C, 0x3E, 0xFF].randomElement(using: &random) ?? 0, at: at)
                }
            }
            var (whole, single) = (ImageProbe(), ImageProbe())
            whole.receive(bytes)
            for byte in bytes { single.receive([byte]) }
            let judged = single.finish()
            #expect(whole.finish() == judged, "\(bytes)")
            if case .success(let image) = judged {
                #expect(image.sizes.allSatisfy { $0.width > 0 && $0.height > 0 }, "\(bytes)")
            }
        }
    }

    @Test func theReasonIsASentenceOfItsOwn() {
        #expect("\(IconRejection.page)" == "an HTML page instead of an image")
        #expect("\(IconRejection.truncated(.webp))" == "the WebP ends before its dimensions")
    }
}
