import HTML
import TestSupport
import Testing

/// Properties that hold for any input: no crash, no dependence on the cuts, linear time.
@Suite(.tags(.slow)) struct HTMLScannerFuzzTests {
    /// Pieces of syntax, so that random documents reach the deep states.
    private static let pieces = [
        "<", ">", "</", "/>", "<!--", "-->", "--!>", "-", "--", "!", "<!", "<!doctype", "]]>", "<![CDATA[", "'", "\"",
        "=", " ", "\n", "\r\n", "\0", "&", "&amp;", "&#x3", "&not", "é", "x", "<link href=a>", "<link rel=icon href='b",
        "<script", "</script", "<script>", "</script>", "<title>", "</title>", "<style>", "</style ", "<noscript>",
        "</noscript>", "<template>", "</template>", "<svg>", "</svg>", "<desc>", "<math>", "<mi>", "<annotation-xml",
        "<p>", "<plaintext", "encoding=text/html", "<font", "color", "<?", "</link>", "\u{FEFF}", "<head>", "</head>",
        "<body>", "<table>", "<tr><td class=\"a\" id='b'>", "</table>", "<select>", "<frameset>", "<b>", "</b>",
        "<div a=b c>", "</div>", "<a href=\"x\" >", "</p>", "&#32;", "&Tab;", "<pre>",
        "<x-element-with-a-long-name data-x=\"1\">", "<input type=hidden>",
    ]

    @Test(arguments: 0..<8 as Range<UInt64>) func resultDoesNotDependOnTheCuts(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(250) {
            let count = Int.random(in: 0...24, using: &random)
            let bytes = (0..<count).flatMap { _ in Array((Self.pieces.randomElement(using: &random) ?? "").utf8) }
            let whole = tagsFound(in: bytes, chunkSize: .max)
            for size in [1, 2, 3, 7] {
                #expect(
                    tagsFound(in: bytes, chunkSize: size) == whole,
                    "\(String(decoding: bytes, as: UTF8.self)) in pieces of \(size)")
            }
        }
    }

    @Test(arguments: [
        "<noscript><!-- <link href=a> --><link href='b&amp;c'></noscript><link href=d>",
        "<script><!--<script>--></script><svg><![CDATA[x]]><title><link href=&#x61;>",
    ]) func resultDoesNotDependOnAnySingleCut(html: String) {
        let bytes = Array(html.utf8)
        let whole = tagsFound(in: bytes, chunkSize: .max)
        #expect(!whole.isEmpty)
        for cut in 0...bytes.count {
            var scanner = HTMLScanner(reporting: [.link])
            let tags = scanner.scan(Array(bytes[..<cut])) + scanner.scan(Array(bytes[cut...]))
            #expect(tags == whole, "cut at \(cut)")
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func survivesRandomBytes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(200) {
            let count = Int.random(in: 0...300, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(tagsFound(in: bytes, chunkSize: 16) == tagsFound(in: bytes, chunkSize: .max))
        }
    }

    @Test(arguments: [
        "<", "</", "<!--", "<svg>", "<svg><desc>", "<template>", "<a b='", "<link href=&", "</svg>",
        "<script><!--<script", "<noscript></noscrip", "<link href=a", "&", "<link a", "-", "<p ", "<div>", "<b>",
        "<b id=1>", "<p><b>", "<b><p></b>", "<a><div></a>", "</b>", "<font size=1><p>", "<table>", "<table><td>",
        "<li>", "<x-a>", "<x-a></x-b>", "<select>", "<option>", "<form>", "<button>", "<h1>", "<nobr>", "<ruby><rt>",
        "<template><tr>", "<svg><g></x>", "&#32;",
    ]) func takesLinearTime(piece: String) {
        let isLinear = growsLinearly(to: rounds(32_000, every: 2)) { count in
            let bytes = Array(String(repeating: piece, count: count / piece.utf8.count).utf8)
            return threadSeconds { _ = tagsFound(in: bytes, chunkSize: 4096) }
        }
        #expect(isLinear)
    }
}
