import Encodings
import URLs
import Testing

@testable import Favicon

/// The place of what is named elsewhere than in links, and of what nobody names, among a page's icons.
@Suite struct IconRankTests {
    private static let html = """
        <link rel=icon href=icon><link rel=apple-touch-icon href=touch><link rel=fluid-icon href=fluid>
        <link rel=mask-icon href=mask><meta name=msapplication-square70x70logo content=tile>
        <noscript><link rel=icon href=hidden></noscript>
        """
    private static let manifest = """
        {"icons": [{"src": "cut", "purpose": "maskable monochrome", "sizes": "512x512"},
            {"src": "whole", "purpose": "any maskable", "sizes": "192x192"},
            {"src": "flat", "purpose": "monochrome"}, {"src": "small", "sizes": "48x48"}]}
        """
    private static let tiles = """
        <browserconfig><msapplication><tile><square310x310logo src="large"/>
        <square70x70logo src="square"/></tile></msapplication></browserconfig>
        """

    @Test(
        arguments: [
            (.tab, "icon touch fluid hidden small whole cut square large tile "),
            (.touch, "touch icon fluid hidden whole small cut large square tile "),
            (.largest, "fluid whole touch small icon hidden cut large square tile "),
        ] as [(IconPreference.Use, String)]) func everythingHasItsPlace(use: IconPreference.Use, named: String) throws
    {
        let rejected = " | mask:silhouette flat:silhouette"
        #expect(try order(use) == named + "favicon.ico" + rejected)
        let touch = "apple-touch-icon.png apple-touch-icon-precomposed.png apple-touch-icon-180x180.png"
        let unnamed =
            use == .tab
            ? "favicon.ico \(touch) ^favicon.ico ^apple-touch-icon.png"
            : "\(touch) favicon.ico ^apple-touch-icon.png ^favicon.ico"
        #expect(try order(use, tryingFallbacks: true) == named + unnamed + rejected)
    }

    @Test(arguments: IconPreference.Browser.allCases) func browsersTakeNoneOfThem(browser: IconPreference.Browser)
        throws
    {
        var wish = IconPreference()
        wish.browser = browser
        let order = IconOrder(page(), and: try others(), unnamed: .fallbacks, for: wish)
        let taken = order.entries.filter { $0.rejection == nil }.map { name(of: $0.icon) }
        #expect(taken == ["icon"])
        let shown = browser == .chromium ? "Chromium" : "Firefox"
        var counts: [String: Int] = [:]
        for entry in order.entries where entry.icon.source != .link && entry.rejection != nil {
            #expect(entry.rejection?.place == .kind)
            counts[entry.reason, default: 0] += 1
        }
        #expect(
            counts == [
                "\(shown) does not use manifest icons here": 4, "\(shown) does not use tiles": 3,
                "\(shown) does not request it": 6,
            ])
    }

    @Test func theWordsSayWhy() throws {
        let order = IconOrder(page(), and: try others(), unnamed: .fallbacks)
        let reasons = Dictionary(uniqueKeysWithValues: order.entries.map { (name(of: $0.icon), $0.reason) })
        #expect(
            reasons["small"] == "from the manifest, ranked after the links; declared 48x48, scores 0.155 "
                + "(0.1533 for 16, 0.1567 for 32)")
        #expect(reasons["cut"]?.hasPrefix("maskable icon (may be cropped), ranked after regular icons; ") == true)
        #expect(reasons["flat"] == "a monochrome icon is a single-color silhouette")
        #expect(reasons["large"]?.hasPrefix("Windows tile, ranked after the links; ") == true)
        #expect(reasons["apple-touch-icon.png"] == "default path for phone icons, ranked after all declared icons")
        #expect(reasons["^favicon.ico"] == "from the parent domain, ranked after all of the page's own icons")
    }

    private func page() -> Page {
        var finder = IconFinder(transport: .utf8)
        finder.read(Array(Self.html.utf8))
        return finder.page(at: WebURL("https://www.ex.test/"))
    }

    private func others() throws -> [IconLink] {
        let url = try #require(WebURL("https://www.ex.test/file"))
        return try WebManifest(Array(Self.manifest.utf8), at: url).icons
            + BrowserConfig(Array(Self.tiles.utf8), at: url).icons
    }

    private func order(_ use: IconPreference.Use, tryingFallbacks: Bool = false) throws -> String {
        var wish = IconPreference()
        wish.use = use
        let order = IconOrder(page(), and: try others(), unnamed: tryingFallbacks ? .fallbacks : .favicon, for: wish)
        let taken = order.entries.filter { $0.rejection == nil }.map { name(of: $0.icon) }
        let rejected = order.entries.compactMap { entry in
            entry.rejection.map { "\(name(of: entry.icon)):\($0.place.rawValue)" }
        }
        return (taken + ["|"] + rejected).joined(separator: " ")
    }

    /// The path, with a mark for a domain above.
    private func name(of icon: IconLink) -> String {
        icon.target.description.replacing("https://www.ex.test/", with: "").replacing("https://ex.test/", with: "^")
    }
}
