import TestSupport
import Testing

@testable import Favicon

@Suite struct ImageProbeTests {
    private typealias Samples = ImageSamples

    /// One image of each kind, and its sizes.
    private static let images: [(ImageFormat, bytes: [UInt8], sizes: String)] = [
        (.png, Samples.png(32, 48), "32x48"), (.png, Samples.png(70_000, 2), "70000x2"),
        (.gif, Samples.gif(16, 300), "16x300"), (.gif, Samples.gif(16, 300, version: "GIF87a"), "16x300"),
        (.jpeg, Samples.jpeg(300, 200), "300x200"),
        (.jpeg, Samples.jpeg(300, 200, metadata: [], frame: 0xC2), "300x200"),
        (.jpeg, Samples.jpeg(300, 200, metadata: Array(repeating: 65_533, count: 9)), "300x200"),
        (.jpeg, [0xFF, 0xD8, 0xFF, 0xFF, 0xFF, 0x01, 0, 9] + Samples.jpeg(3, 2), "3x2"),
        (.webp, Samples.lossyWebP(320, 200), "320x200"), (.webp, Samples.losslessWebP(16_384, 16_383), "16384x16383"),
        (.webp, Samples.extendedWebP(16_777_216, 2), "16777216x2"), (.bmp, Samples.bmp(20, 10), "20x10"),
        (.bmp, Samples.bmp(20, -10), "20x10"), (.bmp, Samples.bmp(20, 10, headerLength: 124), "20x10"),
        (.bmp, Samples.bmp(20, 40_000, headerLength: 12), "20x40000"),
        (
            .ico,
            Samples.ico([
                (16, 16, Samples.bitmap(16, 32)), (0, 0, Samples.png(256, 256)), (48, 0, Samples.png(512, 512)),
            ]), "16x16 256x256 512x512"
        ), (.ico, Samples.ico([(0, 24, Samples.png(256, 24))], gap: 70_000), "256x24"),
        (.ico, Samples.ico([(9, 9, Samples.png(9, 9)), (1, 1, Samples.png(1, 1))]), "9x9 1x1"),
        (.cur, Samples.ico([(32, 32, Samples.bitmap(32, 64))], kind: 2), "32x32"),
        (.avif, Samples.avif(640, 480), "640x480"), (.avif, Samples.avif(640, 480, brands: "avismsf1"), "640x480"),
        (.svg, Samples.svg("width='24' height='12'"), "24x12"),
    ]

    @Test(arguments: images) func formatsAndSizes(format: ImageFormat, bytes: [UInt8], sizes: String) throws {
        let image = try IconImage(reading: bytes)
        #expect(image.format == format)
        #expect(image.sizes.map(\.description).joined(separator: " ") == sizes)
    }

    /// A body that ends too soon is never taken for another picture, though an ICO keeps those of
    /// its pictures that are there.
    @Test(arguments: images) func aCutImageIsRejected(format: ImageFormat, bytes: [UInt8], sizes: String) throws {
        let whole = try IconImage(reading: bytes)
        for length in 0..<min(bytes.count, 2_000) {
            switch Result(catching: { () throws(IconRejection) in try IconImage(reading: Array(bytes[..<length])) }) {
            case .success(let image):
                #expect(image.format == format)
                #expect(whole.sizes.starts(with: image.sizes))
            case .failure(.empty): #expect(length == 0)
            case .failure(.truncated(format)): break
            case .failure(let rejection):
                #expect(length < Self.signatureLength(format), "\(length) bytes: \(rejection)")
            }
        }
    }

    @Test(arguments: images) func theVerdictIsTheSameHoweverTheBodyIsCut(
        format: ImageFormat, bytes: [UInt8], sizes: String
    ) throws {
        let whole = try IconImage(reading: bytes)
        var random = SplitMix64(seed: 7)
        for _ in 0..<20 {
            var probe = ImageProbe()
            var rest = bytes[...]
            while !rest.isEmpty {
                let length = Int.random(in: 0...min(rest.count, 3_000), using: &random)
                probe.receive(Array(rest.prefix(length)))
                rest = rest.dropFirst(length)
            }
            #expect(probe.finish() == .success(whole))
        }
    }

    /// From how many bytes on the format is known: an SVG by the name of its element, an AVIF by
    /// its last brand.
    private static func signatureLength(_ format: ImageFormat) -> Int {
        switch format {
        case .svg: 6
        case .avif: 24
        default: 12
        }
    }
}
