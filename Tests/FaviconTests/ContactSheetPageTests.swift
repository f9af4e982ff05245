import URLs
import TestSupport
import Testing

@testable import Favicon

/// The sheet as a browser shows it.
@Suite(.enabled(if: HeadlessBrowser.program != nil, "chromium is not installed")) struct ContactSheetPageTests {
    @Test func picturesOfAllFormats() throws {
        let icons = ContactSheetPictures.all.compactMap { format, bytes in
            ContactSheetSample.icon("https://ex.test/a.\(format)", bytes: bytes)
        }
        let page = ContactSheetPage(name: "ex.test", icons: icons)
        let (lines, console, requests) = try look(at: { _ in [page] })
        #expect(
            lines.filter { $0.hasPrefix("img") }
                == ContactSheetPictures.all.enumerated().map { index, sample in
                    "img 4x3 Icon \(index + 1) of ex.test, \(sample.format) 4x3"
                })
        // Each four times: small and large, by day and by night.
        #expect(
            lines.filter { $0.hasPrefix("tab") }
                == ContactSheetPictures.all.flatMap { _ in
                    ["light 16", "light 32", "dark 16", "dark 32"].map { "tab \($0) of 4x3" }
                })
        #expect(console == [])
        #expect(requests == ["/", "/sheet.html"])
    }

    @Test func strangersRunNothingAndLoadNothing() throws {
        let (lines, console, requests) = try look { server in
            let hit = server.url("/hit")
            let markup = """
                "'></bdi></style><script src="\(hit)"></script><img src=\(hit) onerror=parent.hit()>
                """
            let svg = """
                <svg xmlns="http://www.w3.org/2000/svg" width="4" height="3" onload="parent.hit()">
                <script href="\(hit)"/><script>parent.hit()</script><image href="\(hit)"/>
                <foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="\(hit)"/></foreignObject>
                <style>@import "\(hit)"; rect { fill: url(\(hit)) }</style><rect width="4" height="3"/>
                </svg>
                """
            let icon = ContactSheetSample.icon("https://ex.test/\(markup)", reason: markup, bytes: Array(svg.utf8)) {
                $0.media = markup
                $0.type = markup
            }
            return [
                ContactSheetPage(
                    name: markup, url: WebURL("https://ex.test/\(markup)"), error: markup,
                    icons: [icon].compactMap(\.self))
            ]
        }
        #expect(lines.filter { $0.hasPrefix("img 4x3") }.count == 1)
        #expect(lines.contains("elements section=1 li=1 img=1 script=0 style=1 hits=0"))
        #expect(console == [])
        #expect(requests == ["/", "/sheet.html"])
    }

    @Test(arguments: [(false, "eef1f5", "ffffff"), (true, "14181d", "202124")]) func looks(
        isDark: Bool, ground: String, tab: String
    ) throws {
        let icons = [ContactSheetPictures.png, ContactSheetPictures.svg].compactMap {
            ContactSheetSample.icon("https://ex.test/a", isChosen: true, bytes: $0)
        }
        let text = try ContactSheetSample.text([ContactSheetPage(name: "ex.test", icons: icons)])
        let server = try LoopbackServer(["/": .html(text)])
        let counts = try ContactSheetBrowser(isDark: isDark).colors(of: server.url("/"))
        // Twice each of two: 16 by 12 and 32 by 24, besides 4 by 3.
        #expect((3800...3900).contains(counts[ContactSheetPictures.color, default: 0]), "the pictures")
        #expect(counts[ground, default: 0] > 500_000, "the ground")
        #expect(counts[tab, default: 0] > 3000, "the tabs")
    }

    /// A sheet of one page has nothing to be filtered.
    @Test func filterForPagesWithoutAnIcon() throws {
        let found = ContactSheetSample.icon("https://ex.test/a", isChosen: true)
        let pages = [ContactSheetPage(name: "a", icons: [found].compactMap(\.self)), ContactSheetPage(name: "b")]
        #expect(try look(at: { _ in pages }).lines.contains("filter flex: block,block none,block"))
        #expect(try look(at: { _ in [pages[1]] }).lines.contains("filter none: block block"))
    }

    /// Shows a sheet in a frame, of which a page tells what is in it.
    private func look(at pages: (LoopbackServer) -> [ContactSheetPage]) throws -> (
        lines: [String], console: [String], requests: [String]
    ) {
        // Only its port is needed, and that its requests are counted.
        let other = try LoopbackServer([:])
        let text = try ContactSheetSample.text(pages(other))
        let server = try LoopbackServer(["/": .html(Self.observer), "/sheet.html": .html(text)])
        let (document, console) = try ContactSheetBrowser().open(server.url("/"))
        let requests = (server.requests + other.requests).map {
            String($0.split(separator: " ").dropFirst().first ?? "")
        }
        return (ContactSheetBrowser.lines(of: document), console, requests)
    }

    private static let observer = """
        <link rel=icon href="data:,"><script>let hits = 0; function hit() { hits += 1 }</script>
        <iframe src=/sheet.html width=1000 height=800></iframe><pre></pre>
        <script>
        onload = async () => {
          const sheet = frames[0], page = sheet.document, lines = []
          for (const image of page.images)
            lines.push(`img ${image.naturalWidth}x${image.naturalHeight} ${image.alt}`)
          lines.push(...await Promise.all([...page.querySelectorAll(".tab i")].map(async icon => {
            const style = sheet.getComputedStyle(icon), picture = new Image()
            await new Promise(done => {
              picture.onload = picture.onerror = done
              picture.src = style.backgroundImage.slice(5, -2)
            })
            return `tab ${icon.parentElement.className.slice(4)} ${parseInt(style.width)} of ` +
              `${picture.naturalWidth}x${picture.naturalHeight}`
          })))
          const count = name => `${name}=${page.getElementsByTagName(name).length}`
          lines.push(`elements ${["section", "li", "img", "script", "style"].map(count).join(" ")} ` +
            `hits=${hits}`)
          const shown = selector => [...page.querySelectorAll(selector)]
            .map(element => sheet.getComputedStyle(element).display)
          const before = shown(".page")
          page.querySelector("#missing").checked = true
          lines.push(`filter ${shown(".tools")}: ${before} ${shown(".page")}`)
          document.querySelector("pre").textContent = lines.join("\\n")
        }
        </script>
        """
}
