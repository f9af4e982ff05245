import Encodings
import URLs
import Testing

@testable import Favicon

/// The whole order of a page's icons, the best first, by their `href`.
@Suite struct IconChoiceTests {
    @Test(arguments: [
        // Of equally good ones the last declared, then from last to first.
        ("<link rel=icon href=a><link rel=icon href=b><link rel=icon href=c>", "c b a"),
        // No size, or any, then one of both sizes, then larger, then smaller, then far too large.
        (
            """
            <link rel=icon href=huge sizes=256x256><link rel=icon href=small sizes=8x8>
            <link rel=icon href=large sizes=64x64><link rel=icon href=first sizes=16x16>
            <link rel=icon href=second sizes=32x32><link rel=icon href=any sizes=any>
            """, "any second first large small huge"
        ), ("<link rel=icon href=none><link rel=icon href=large sizes=32x32>", "none large"),
        ("<link rel=icon href=bad sizes=x><link rel=icon href=b sizes=32x32>", "bad b"),
        ("<link rel=icon href=a sizes='192x192 16x16'><link rel=icon href=b sizes=33x33>", "a b"),
        // Kinds: the last token that Chromium knows.
        ("<link rel='icon apple-touch-icon' href=a><link rel=icon href=b>", "b a"),
        ("<link rel='apple-touch-icon icon' href=a><link rel=icon href=b>", "b a"),
        ("<link rel='icon mask-icon' href=a>", "a"), ("<link rel=mask-icon href=a><link rel=fluid-icon href=b>", "! b"),
        ("<link rel=icon href=a><link rel=apple-touch-icon href=b>", "a b"),
        ("<link rel=apple-touch-icon href=a><link rel=apple-touch-icon-precomposed href=b>", "! b a"),
        // Media.
        ("<link rel=icon href=a media='(prefers-color-scheme: dark)'>", "!"),
        ("<link rel=icon href=a media='(Prefers-Color-Scheme:dark)'>", "!"),
        ("<link rel=icon href=a media='not all and (prefers-color-scheme: dark)'>", "a"),
        ("<link rel=icon href=a media='(prefers-color-scheme: light)'>", "a"),
        ("<link rel=icon href=a media=print><link rel=icon href=b media=none>", "!"),
        ("<link rel=apple-touch-icon href=a media=print>", "!"),
        // noscript comes last.
        ("<link rel=apple-touch-icon href=a><noscript><link rel=icon href=b></noscript>", "! a b"),
    ]) func ordersAsATabDoes(html: String, order: String) {
        var finder = IconFinder(transport: .utf8)
        finder.read(Array(html.utf8))
        let entries = IconOrder(finder.page(at: WebURL("https://ex.test/"))).entries
        // Without a link that Chromium takes its server's icon is the first, `!`, and else the last.
        let taken = entries.filter { $0.rejection == nil }
        #expect(taken.first?.icon.source == .default || entries.last?.icon.source == .default)
        let hrefs = taken.compactMap { entry in
            entry.icon.source == .default ? entry.isChosen ? "!" : nil : entry.icon.target.description.dropFirst(16)
        }
        #expect(hrefs.joined(separator: " ") == order)
    }

    @Test(arguments: [
        (16, 16, 1.0), (32, 32, 0.155), (16, 32, 0.15 + 0.01 * 16 / 24), (8, 8, 0.105), (16, 8, 0.1 + 0.01 * 12 / 16),
        (8, 40, 0.11), (128, 1, 0.01 * 16 / 64.5), (256, 256, 0.01 * 16 / 256),
    ]) func scoresAsChromiumDoes(width: Int, height: Int, score: Double) {
        let size = DeclaredSize.pixels(width: width, height: height)
        #expect(abs(SizeScore(desired: 16)(size) - score) < 1e-12)
    }

    @Test func scoresAnySizeAsNoSize() { #expect(SizeScore(desired: 16)(.any) == 1) }
}
