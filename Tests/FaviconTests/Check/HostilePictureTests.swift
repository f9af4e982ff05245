import DevtoolKit
import TestSupport
import Testing
import URLs

@testable import Favicon

/// Spoiled pictures, pages and manifests: whatever the bytes, a check ends, with places that are there.
@Suite(.tags(.slow)) struct HostilePictureTests {
    private static let samples: [(name: String, bytes: [UInt8])] = [
        ("png", TinyImage.logo(24).png), ("png of few bytes", ContactSheetPictures.png),
        ("jpeg", ContactSheetPictures.jpeg), ("jpeg for print", ContactSheetPictures.jpegForPrint),
        ("webp", ContactSheetPictures.webp), ("film", ContactSheetPictures.film),
        ("ico", TinyImage.ico([.logo(16), .logo(32)])), ("gif", ContactSheetPictures.gif),
        ("bmp", ContactSheetPictures.bmp), ("avif", ImageSamples.avif(32, 32)),
    ]

    @Test(arguments: samples) func damagedFiles(name: String, bytes: [UInt8]) throws {
        var random = SplitMix64(seed: 22)
        for _ in 0..<rounds(400) {
            var file = Damage.random(to: bytes, using: &random)
            if name.hasPrefix("png"), Bool.random(using: &random) { Damage.mendSums(of: &file) }
            expectTheSameTwice(file)
        }
    }

    /// Each drawing takes a process, so there are fewer.
    @Test func damagedDrawings() {
        var random = SplitMix64(seed: 22)
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><linearGradient id="a">\
            <stop offset=".5" stop-color="#c03020"/></linearGradient><g id="b"><path d="M0 0h9v9z" \
            fill="url(#a)"/></g></defs><use href="#b" x="1" opacity=".5"/></svg>
            """
        for _ in 0..<40 { expectTheSameTwice(Damage.random(to: Array(svg.utf8), using: &random)) }
    }

    private func expectTheSameTwice(_ file: [UInt8]) {
        guard let image = try? IconImage(reading: file) else { return }
        #expect(image.sizes.allSatisfy { $0.width > 0 && $0.height > 0 })
        func facts() -> Result<PictureFacts?, PixelProblem> {
            do throws(PixelProblem) {
                return .success(try PictureFacts(of: file, image.format, within: LookBudget()))
            } catch { return .failure(error) }
        }
        let (first, second) = (facts(), facts())
        if case .success(let one) = first, case .success(let other) = second {
            #expect(one == other)
        } else if case .failure(let one) = first, case .failure(let other) = second {
            #expect(one == other)
        } else {
            Issue.record("\(first) and \(second)")
        }
    }

    @Test func damagedSites() async throws {
        var random = SplitMix64(seed: 22)
        let robots = "User-agent: *\nDisallow: /*.svg$\nAllow: /%61\n"
        let comment = "<!-- devtool:allow missing: x --><link rel=icon href=/gone.png>"
        for _ in 0..<40 {
            var site = SampleSite(files: [
                "index.html": Array((SampleSite.page + comment).utf8),
                "site.webmanifest": Array(SampleSite.manifest.utf8), "robots.txt": Array(robots.utf8),
                "icon.svg": Array(SampleSite.vector.utf8), "favicon.ico": SampleSite.ico(16),
            ])
            for name in site.files.keys.sorted() {
                site.files[name] = Damage.random(to: site.files[name] ?? [], using: &random)
            }
            guard let findings = try? await site.findings() else { continue }
            for finding in findings.findings {
                let place = try #require(finding.diagnostic.location)
                #expect(place.line > 0 && place.column > 0)
                _ = place.excerpt
            }
        }
    }
}

/// What may happen to a file on its way.
private enum Damage {
    /// The file with some of its bytes changed, moved, gone or doubled.
    static func random(to file: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        var file = file
        for _ in 0..<Int.random(in: 1...4, using: &random) where !file.isEmpty {
            let index = file.indices.randomElement(using: &random) ?? 0
            let end = min(file.count, index + Int.random(in: 1...16, using: &random))
            switch Int.random(in: 0..<7, using: &random) {
            case 0: file[index] = UInt8.random(in: 0...255, using: &random)
            case 1: file[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: file.removeSubrange(index..<end)
            case 3: file.insert(contentsOf: file[index..<end], at: index)
            case 4: file.removeSubrange(index...)
            // Lengths and sizes that are as large as can be, or nothing.
            case 5: file.replaceSubrange(index..<min(end, index + 4), with: [255, 255, 255, 255])
            default: file.replaceSubrange(index..<min(end, index + 4), with: [0, 0, 0, 0])
            }
        }
        return file
    }

    /// Makes the sums of a PNG's chunks right, so that decoders look at what is in them.
    static func mendSums(of file: inout [UInt8]) {
        var start = 8
        while start + 12 <= file.count {
            let end = start + 8 + file.bigEndian(start..<(start + 4))
            guard end + 4 <= file.count else { return }
            let sum = Int(StoredZip.crc32(Array(file[(start + 4)..<end])))
            file.replaceSubrange(end..<(end + 4), with: ImageSamples.big(sum, 4))
            start = end + 4
        }
    }
}
