import DevtoolKit
import Fetching
import HTML
import TestSupport
import Testing
import URLs

@testable import Favicon

/// Something that is wrong with a site, and the one rule that finds it.
struct SiteFault: Sendable, CustomTestStringConvertible {
    let rule: Rule
    let name: String
    let spoil: @Sendable (inout SampleSite) -> Void

    init(_ rule: Rule, _ name: String, spoil: @escaping @Sendable (inout SampleSite) -> Void) {
        self.rule = rule
        self.name = name
        self.spoil = spoil
    }

    var testDescription: String { "\(rule.id): \(name)" }

    /// All of them.
    static let all = broken + unseen + untrue + unfit + missing + heavy + manifest

    private static let extra = "<link rel=icon href=/extra.png sizes=64x64>"
    private static let small = TinyImage.logo(64).png

    /// An additional icon with other content than an image.
    private static func other(_ content: [UInt8]) -> @Sendable (inout SampleSite) -> Void {
        { site in
            site.addToHead("<link rel=icon href=/extra.png>")
            site.files["extra.png"] = content
        }
    }

    private static let broken: [SiteFault] = [
        SiteFault(.iconNotFound, "a link to no file") { $0.addToHead(extra) },
        SiteFault(.iconNotFound, "an icon of the manifest") { $0.files["icon-192.png"] = nil },
        SiteFault(.iconNotFound, "a tile") { $0.addToHead("<meta name=msapplication-TileImage content=/tile.png>") },
        SiteFault(.iconUnreachable, "a server that does not answer") {
            $0.addToHead("<link rel=icon href=https://cdn.example.net/i.png sizes=64x64>")
            $0.answers["https://cdn.example.net/i.png"] = .failed(
                .noConnection(url: "https://cdn.example.net/i.png", reason: "refused"))
        }, SiteFault(.iconIsHTML, "a page in its place", spoil: other(Array("<!doctype html><p>".utf8))),
        SiteFault(.iconIsHTML, "a page for /favicon.ico") {
            $0.replaceInPages("href=\"/favicon.ico\"", with: "href=\"/tab.ico\"")
            $0.files["tab.ico"] = $0.files["favicon.ico"]
            $0.files["favicon.ico"] = Array("<!doctype html><p>".utf8)
        }, SiteFault(.iconEmpty, "no bytes", spoil: other([])),
        SiteFault(.iconSinglePixel, "a pixel", spoil: other(TinyImage(1, 1).png)),
        SiteFault(.iconUnreadable, "text", spoil: other(Array("no image".utf8))),
        SiteFault(.iconUnreadable, "an SVG that is not well-formed") {
            $0.replace("</svg>", with: "</path></svg>", in: "icon.svg")
        }, SiteFault(.iconUnreadable, "an ICO that ends early") { $0.files["favicon.ico"]?.removeLast(20) },
        SiteFault(.iconUnreadable, "a PNG that ends early", spoil: other(Array(small.prefix(80)))),
        SiteFault(.iconContentType, "an SVG with another's name", spoil: other(Array(SampleSite.vector.utf8) + [10])),
        SiteFault(.iconUnreadable, "a JPEG that ends early") {
            $0.addToHead("<link rel=icon href=/extra.jpg>")
            $0.files["extra.jpg"] = Array(ContactSheetPictures.jpegForPrint.dropLast(9))
        },
        // What Chromium does not load the check does not take for an icon, though its bytes are one.
        SiteFault(.iconUnreadable, "a status that is no plain success") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=64x64>")
            var answer = ScriptedAnswer.ok(small)
            answer.status = 203
            $0.answers["https://example.com/extra.png"] = answer
        },
        SiteFault(.iconUnreadable, "a wrong checksum") {
            var bytes = small
            bytes[bytes.count - 15] ^= 1
            other(bytes)(&$0)
        },
        SiteFault(.iconUnreadable, "an SVG in a data: URL of another type") {
            $0.addToHead("<link rel=icon href='data:text/plain,<svg xmlns=\"http://www.w3.org/2000/svg\"/>'>")
        },
        SiteFault(.iconSinglePixel, "a pixel in a data: URL") {
            let pixel = TinyImage(1, 1).png.base64
            $0.addToHead("<link rel=icon href='data:image/png;base64,\(pixel)'>")
        },
        SiteFault(.notSquare, "a stripe that tabs do not show") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=80x2>")
            $0.files["extra.png"] = TinyImage(80, 2, background: .opaque(0xC03020)).png
        },
        SiteFault(.iconContentType, "an SVG without a type") {
            $0.addToHead("<link rel=icon href=/extra.svg>")
            $0.answers["https://example.com/extra.svg"] = .ok(Array(SampleSite.vector.utf8) + [10])
        },
        SiteFault(.iconContentType, "a PNG as a page") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=64x64>")
            $0.answers["https://example.com/extra.png"] = .ok(small).with("Content-Type", "text/html")
        },
        SiteFault(.iconRedirected, "to another host") {
            $0.addToHead("<link rel=icon href=/moved.png sizes=64x64>")
            var answer = ScriptedAnswer.ok(small)
            answer.url = "https://cdn.example.net/moved.png"
            $0.answers["https://example.com/moved.png"] = answer
        },
        SiteFault(.mixedContent, "http") {
            $0.addToHead("<link rel=icon href=http://example.com/favicon.ico sizes=48x48>")
        },
        SiteFault(.mixedContent, "the manifest") {
            $0.replaceInPages("href=\"/site.web", with: "href=\"http://example.com/site.web")
            $0.answers["http://example.com/site.webmanifest"] = .ok(
                SampleSite.manifest.replacing("\"src\": \"", with: "\"src\": \"https://example.com/")
            ).with("Access-Control-Allow-Origin", "https://example.com")
        },
        SiteFault(.mixedContent, "the manifest of a site in a folder") {
            $0.replaceInPages("href=\"/site.web", with: "href=\"http://example.com/site.web")
        },
        SiteFault(.blockedByRobots, "a server without rules") {
            $0.answers["https://example.com/robots.txt"] = .page(status: 503, "")
        },
        SiteFault(.blockedByRobots, "a server that does not answer for its rules") {
            $0.answers["https://example.com/robots.txt"] = .failed(.timedOut(url: "https://example.com/robots.txt"))
        },
        SiteFault(.blockedByRobots, "an icon that nobody names") {
            for icon in [SampleSite.icoLine, SampleSite.svgLine, SampleSite.touchLine] {
                $0.replaceInPages(icon, with: "")
            }
            $0.files["favicon.ico"] = SampleSite.ico(32, 48)
            $0.files["robots.txt"] = Array("User-agent: *\nDisallow: /favicon.ico".utf8)
        },
        SiteFault(.blockedByRobots, "Google's crawler of images") {
            $0.files["robots.txt"] = Array("User-agent: Googlebot-Image\nDisallow: /*.svg$\n".utf8)
        },
        SiteFault(.blockedByRobots, "all crawlers") {
            $0.files["robots.txt"] = Array("User-agent: *\nDisallow: /\nAllow: /favicon.ico\nAllow: /apple".utf8)
        }, SiteFault(.iconWithoutURL, "no href") { $0.addToHead("<link rel=icon>") },
        SiteFault(.iconWithoutURL, "an empty href") { $0.addToHead("<link rel=icon href=''>") },
        SiteFault(.iconWithoutURL, "a path of Windows") { $0.addToHead("<link rel=icon href='file:///C:/i.png'>") },
        SiteFault(.iconWithoutURL, "no src") { $0.addToManifest(#"{"sizes": "64x64", "purpose": "any"}"#) },
        SiteFault(.dataURLEmpty, "no data in a manifest") {
            $0.addToManifest(#"{"src": "data:,", "sizes": "64x64", "purpose": "any"}"#)
        },
        SiteFault(.notLookedAt, "an attribute that is too long") {
            let data = String(repeating: "A", count: HTMLScanner.attributeLimit)
            $0.addToHead("<link rel=icon href='data:image/png;base64,\(data)'>")
        },
        SiteFault(.notLookedAt, "an attribute that is too long, beside a URL") {
            let text = String(repeating: "A", count: HTMLScanner.attributeLimit + 1)
            $0.addToHead("<link rel=icon href=/icon.svg media=\(text)>")
        },
        SiteFault(.dataURLEmpty, "no data of a type") {
            $0.addToManifest(#"{"src": "data:image/png;base64,", "sizes": "64x64", "purpose": "any"}"#)
        },
    ]

    private static let unseen: [SiteFault] = [
        SiteFault(.iconNotFound, "other capitals") {
            $0.files["Touch.png"] = $0.files.removeValue(forKey: "apple-touch-icon.png")
            $0.replaceInPages("/apple-touch-icon.png", with: "/touch.png")
        },
        SiteFault(.iconInBody, "a paragraph in the head") {
            $0.replaceInPages("<meta charset=\"utf-8\">", with: "<meta charset=\"utf-8\">\n<p>x</p>")
        },
        SiteFault(.blockedByCSP, "a policy in the page") {
            $0.addToHead(
                "<meta http-equiv=Content-Security-Policy content=\"default-src *; img-src 'self' "
                    + "https://cdn.example.net/i/ data:\"><link rel=icon href=https://a.example.net/i.png>")
        },
        SiteFault(.blockedByCSP, "a policy of the server") {
            $0.addToHead("<link rel=icon href=https://cdn.example.net/i.png sizes=64x64>")
            $0.answers["https://cdn.example.net/i.png"] = .ok(small)
            $0.answers["https://example.com/"] = .ok($0.files["index.html"] ?? []).with("Content-Type", "text/html")
                .with("Content-Security-Policy", "img-src 'self'")
        },
        SiteFault(.blockedByCSP, "the manifest") {
            $0.addToHead("<meta http-equiv=Content-Security-Policy content=\"manifest-src 'none'\">")
        },
        SiteFault(.blockedByCSP, "where a redirect leads") {
            $0.addToHead(
                "<meta http-equiv=Content-Security-Policy content=\"img-src 'self' data:\">"
                    + "<link rel=icon href=/moved.png sizes=64x64>")
            var answer = ScriptedAnswer.ok(small)
            answer.url = "https://example.com:8443/moved.png"
            $0.answers["https://example.com/moved.png"] = answer
        },
        SiteFault(.blockedByCORP, "another origin") {
            $0.addToHead("<link rel=icon href=https://cdn.example.net/i.png sizes=64x64>")
            $0.answers["https://cdn.example.net/i.png"] = .ok(small).with("Cross-Origin-Resource-Policy", "same-origin")
        },
        SiteFault(.iconInvisible, "nothing") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=32x32>")
            $0.files["extra.png"] = TinyImage(32, 32).png
        },
        SiteFault(.iconInvisible, "white") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=32x32>")
            $0.files["extra.png"] = TinyImage(32, 32, background: .opaque(0xFFFFFF)).png
        },
        SiteFault(.iconInvisible, "an empty SVG") {
            $0.addToHead("<link rel=icon href=/extra.svg>")
            $0.files["extra.svg"] = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"></svg>".utf8)
        },
        SiteFault(.iconInvisible, "an ICO with nothing") {
            $0.files["favicon.ico"] = TinyImage.ico([TinyImage(32, 32)])
        },
        SiteFault(.iconInvisible, "black, for dark tabs") {
            $0.addToHead("<link rel=icon href=/extra.png media='(prefers-color-scheme: dark)' sizes=32x32>")
            $0.files["extra.png"] = TinyImage(32, 32).disc(0.4, .opaque(0x101010)).png
        },
        SiteFault(.svgExternalReference, "a picture") {
            $0.addToHead("<link rel=icon href=/extra.svg>")
            $0.files["extra.svg"] = Array(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><!-- <image href="a.png"/> -->\
                <use href="#a"/><image width="9" height="9" href="logo.png"/></svg>
                """.utf8)
        },
        SiteFault(.svgExternalReference, "a style sheet") {
            $0.replace("<style>", with: "<style>@import url(a.css);", in: "icon.svg")
        },
        SiteFault(.svgExternalReference, "a font") {
            $0.replace("<style>", with: "<style>@font-face { font-family: x; src: url('x.woff2') }", in: "icon.svg")
            $0.replace("</svg>", with: "<text y='9'>A</text></svg>", in: "icon.svg")
        },
        SiteFault(.svgExternalReference, "a gradient of another SVG") {
            $0.replace("<path d", with: "<path fill=\"url(other.svg#g)\" d", in: "icon.svg")
        },
        SiteFault(.servedBelowPath, "a project page") {
            $0.base = nil
            for page in ["index.html", "about/index.html"] {
                $0.replace("href=\"/", with: "href=\"/project/", in: page)
            }
        }, SiteFault(.notLookedAt, "a part of pages") { $0.files["parts/toc.html"] = Array("<ul><li>one</ul>".utf8) },
    ]

    private static let untrue: [SiteFault] = [
        SiteFault(.untrueSize, "a PNG") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=192x192>")
            $0.files["extra.png"] = small
        },
        SiteFault(.untrueSize, "a picture that an ICO does not have") {
            $0.replaceInPages("32x32", with: "32x32 64x64")
        },
        SiteFault(.untrueSize, "an icon of the manifest") {
            $0.addToManifest(#"{"src": "extra.png", "sizes": "256x256", "type": "image/png", "purpose": "any"}"#)
            $0.files["extra.png"] = small
        },
        SiteFault(.untrueType, "a PNG as an SVG") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=64x64 type=image/jpeg>")
            $0.files["extra.png"] = small
        },
        SiteFault(.untrueType, "an icon of the manifest") {
            $0.replace(
                #""512x512", "type": "image/png", "purpose": "any""#,
                with: #""512x512", "type": "image/webp", "purpose": "any""#, in: "site.webmanifest")
        },
        SiteFault(.invalidSizes, "a number") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=64>")
            $0.files["extra.png"] = small
        },
        SiteFault(.invalidSizes, "nothing") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=''>")
            $0.files["extra.png"] = small
        }, SiteFault(.svgFixedSize, "an SVG") { $0.replaceInPages("sizes=\"any\"", with: "sizes=\"512x512\"") },
    ]

    private static let unfit: [SiteFault] = [
        SiteFault(.icoHidesSVG, "an ICO of any size, first") {
            $0.replaceInPages("sizes=\"32x32\"", with: "sizes=\"any\"")
            $0.files["favicon.ico"] = SampleSite.ico(16, 32)
        },
        SiteFault(.icoHidesSVG, "an ICO without sizes, last") {
            $0.replaceInPages(SampleSite.icoLine, with: "")
            $0.addToHead("<link rel=\"icon\" href=\"/favicon.ico\" sizes=\"\">".replacing(" sizes=\"\"", with: ""))
        },
        SiteFault(.icoHidesSVG, "an ICO with both sizes") {
            $0.replaceInPages("sizes=\"32x32\"", with: "sizes=\"16x16 32x32\"")
            $0.files["favicon.ico"] = SampleSite.ico(16, 32)
        },
        SiteFault(.notSquare, "a wide PNG") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=96x32>")
            $0.files["extra.png"] = TinyImage(96, 32, background: .opaque(0xC03020)).png
        }, SiteFault(.notSquare, "a wide SVG") { $0.replace("0 0 16 16", with: "0 0 32 16", in: "icon.svg") },
        SiteFault(.maskIconShape, "two colours") {
            $0.addToHead("<link rel=mask-icon href=/mask.svg color=red>")
            $0.files["mask.svg"] = Array(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">\
                <path fill="#f00" d="M0 0h9v9z"/><path style="fill:blue" d="M9 9h4v4z"/></svg>
                """.utf8)
        },
        SiteFault(.maskIconShape, "a PNG") {
            $0.addToHead("<link rel=mask-icon href=/extra.png>")
            $0.files["extra.png"] = small
        },
    ]

    private static let missing: [SiteFault] = [
        SiteFault(.noTabIcon, "no icon at all") {
            for line in [SampleSite.icoLine, SampleSite.svgLine] { $0.replaceInPages(line, with: "") }
            $0.files["favicon.ico"] = nil
        },
        SiteFault(.noTabIcon, "links where scripts do not run") {
            $0.replaceInPages(SampleSite.svgLine, with: "")
            $0.replaceInPages(SampleSite.icoLine, with: "<noscript><link rel=icon href=/32.png sizes=32x32></noscript>")
            $0.files["favicon.ico"] = SampleSite.ico(48)
            $0.files["32.png"] = TinyImage.logo(32).png
        },
        SiteFault(.touchIconSize, "a touch icon that nobody names") {
            $0.replaceInPages(SampleSite.touchLine, with: "")
            $0.files["apple-touch-icon.png"] = TinyImage.logo(120).png
        },
        SiteFault(.noTabIcon, "48x48 only") {
            $0.replaceInPages(SampleSite.svgLine, with: "")
            $0.replaceInPages("32x32", with: "48x48")
            $0.files["favicon.ico"] = SampleSite.ico(48)
        },
        SiteFault(.noSearchIcon, "32x32 only") {
            $0.replaceInPages(SampleSite.svgLine, with: "")
            $0.replaceInPages(SampleSite.touchLine, with: "")
            $0.files["apple-touch-icon.png"] = nil
        },
        SiteFault(.noTouchIcon, "an SVG") {
            $0.replaceInPages("/apple-touch-icon.png", with: "/touch.svg")
            $0.files["touch.svg"] = Array(SampleSite.vector.utf8) + [10]
        },
        SiteFault(.noTouchIcon, "none") {
            $0.replaceInPages(SampleSite.touchLine, with: "")
            $0.files["apple-touch-icon.png"] = nil
        }, SiteFault(.touchIconSize, "120 pixels") { $0.files["apple-touch-icon.png"] = TinyImage.logo(120).png },
        SiteFault(.touchIconTransparent, "a disc on nothing") {
            $0.files["apple-touch-icon.png"] = TinyImage(180, 180).disc(0.4, .opaque(0xC03020)).png
        }, SiteFault(.noManifestIcon, "no manifest") { $0.replaceInPages(SampleSite.manifestLine, with: "") },
        SiteFault(.noManifestIcon, "no 192") {
            $0.replace("icon-192", with: "icon-96", in: "site.webmanifest")
            $0.replace("192x192", with: "96x96", in: "site.webmanifest")
            $0.files["icon-96.png"] = TinyImage.logo(96).png
        },
        SiteFault(.noManifestIcon, "no 512") {
            $0.replace(
                "  {\"src\": \"icon-512.png\", \"sizes\": \"512x512\", \"type\": \"image/png\", "
                    + "\"purpose\": \"any\"},\n", with: "", in: "site.webmanifest")
        },
        SiteFault(.noMaskableIcon, "none") {
            $0.replace("\"maskable\"", with: "\"monochrome\"", in: "site.webmanifest")
        }, SiteFault(.maskableCutOff, "a large disc") { $0.files["maskable.png"] = TinyImage.logo(128, 0.46).png },
        SiteFault(.maskableCutOff, "an SVG that fills its box") {
            $0.addToManifest(#"{"src": "m.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "maskable"}"#)
            $0.files["m.svg"] = Array(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">\
                <rect width="10" height="10" fill="#fff"/><path d="M0 0h10L5 9z"/></svg>
                """.utf8)
        },
        SiteFault(.noFaviconICO, "elsewhere") {
            $0.replaceInPages("href=\"/favicon.ico\"", with: "href=\"/img/tab.ico\"")
            $0.files["img/tab.ico"] = $0.files.removeValue(forKey: "favicon.ico")
        },
        SiteFault(.noFaviconICO, "a server that ends the connection") {
            $0.replaceInPages("href=\"/favicon.ico\"", with: "href=\"/img/tab.ico\"")
            $0.files["img/tab.ico"] = $0.files.removeValue(forKey: "favicon.ico")
            $0.answers["https://example.com/favicon.ico"] = .failed(.cutOff(url: "https://example.com/favicon.ico"))
        },
        SiteFault(.noSVGIcon, "a PNG for dark tabs") {
            $0.replaceInPages(
                SampleSite.svgLine, with: "<link rel=icon href=/extra.png media='(prefers-color-scheme: dark)'>")
            $0.files["extra.png"] = small
        },
        SiteFault(.noDarkIcon, "an SVG that only speaks of it") {
            $0.replace(
                "<style>@media (prefers-color-scheme: dark) { path { fill: #fff } }</style>",
                with: "<!-- @media (prefers-color-scheme: dark) --><desc>prefers-color-scheme</desc>", in: "icon.svg")
        },
        SiteFault(.noDarkIcon, "a dark PNG") {
            $0.replaceInPages(SampleSite.svgLine, with: "")
            $0.replaceInPages("/favicon.ico\"", with: "/dark.png\"")
            $0.files["dark.png"] = TinyImage(32, 32).disc(0.4, .opaque(0x202020)).png
        },
        SiteFault(.noDarkIcon, "an SVG that is always the same") {
            $0.files["icon.svg"] = Array(SampleSite.darkVector.utf8)
        },
        SiteFault(.noDarkIcon, "an SVG without a path") {
            $0.files["icon.svg"] = Array(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><circle cx='8' cy='8' r='8' style='fill:#000'/></svg>"
                    .utf8)
        },
        SiteFault(.noDarkIcon, "a dark ICO") {
            $0.replaceInPages(SampleSite.svgLine, with: "")
            $0.files["favicon.ico"] = TinyImage.ico([TinyImage(32, 32).disc(0.4, .opaque(0x202020))])
        },
    ]

    private static let heavy: [SiteFault] = [
        SiteFault(.heavyIcon, "a megabyte") { $0.files["icon-512.png"] = TinyImage.logo(512).png(isCompressed: false) },
        SiteFault(.heavyIcon, "a picture for pinned tabs") {
            $0.addToHead("<link rel=mask-icon href=/mask.svg>")
            $0.files["mask.svg"] = Array(
                ("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M1 1h4v4z\"/><!--"
                    + String(repeating: "x", count: 110_000) + "--></svg>").utf8)
        },
        SiteFault(.oversizedIcon, "a picture of an ICO that is not declared") {
            $0.files["favicon.ico"] = SampleSite.ico(32, 48)
        },
        SiteFault(.duplicateIcon, "two URLs") { $0.addToHead("<link rel=icon href=/icon.svg?v=2 type=image/svg+xml>") },
        SiteFault(.uncompressedPNG, "no compression") {
            $0.addToHead("<link rel=icon href=/extra.png sizes=96x96>")
            $0.files["extra.png"] = TinyImage.logo(96).png(isCompressed: false)
        },
    ]

    private static let manifest: [SiteFault] = [
        SiteFault(.manifestNotFound, "no file") { $0.files["site.webmanifest"] = nil },
        SiteFault(.manifestNotFound, "no URL") { $0.replaceInPages("\"/site.webmanifest\"", with: "\"\"") },
        SiteFault(.manifestNotJSON, "a comma too many") { $0.replace("\n]}", with: ",\n]}", in: "site.webmanifest") },
        SiteFault(.manifestNotJSON, "a list") { $0.files["site.webmanifest"] = Array("[]".utf8) },
        SiteFault(.manifestNotJSON, "nothing") { $0.files["site.webmanifest"] = Array("null\n".utf8) },
        SiteFault(.manifestContentType, "text") {
            $0.files["site.txt"] = $0.files.removeValue(forKey: "site.webmanifest")
            $0.replaceInPages("site.webmanifest", with: "site.txt")
        },
        SiteFault(.manifestIconPlace, "beside the page") {
            $0.replace("\"icon-", with: "\"/icon-", in: "site.webmanifest")
            $0.files["app/site.webmanifest"] = $0.files.removeValue(forKey: "site.webmanifest")
            $0.replaceInPages("/site.webmanifest", with: "/app/site.webmanifest")
            // The other page would look for it elsewhere.
            $0.files["about/index.html"] = nil
        },
        SiteFault(.manifestNoPurpose, "no purpose") {
            $0.addToManifest(#"{"src": "extra.png", "sizes": "64x64", "type": "image/png"}"#)
            $0.files["extra.png"] = small
        },
        SiteFault(.manifestMixedPurpose, "two purposes") {
            $0.replace("\"maskable\"", with: "\"any maskable\"", in: "site.webmanifest")
        },
        SiteFault(.manifestUnknownPurpose, "a badge") {
            $0.addToManifest(#"{"src": "icon-192.png", "purpose": "badge"}"#)
        },
        SiteFault(.manifestCrossOrigin, "CORS without cookies") {
            $0.replaceInPages(
                "rel=\"manifest\" href=\"/site",
                with: "rel=\"manifest\" crossorigin=Use-Credentials href=\"https://cdn.example.net/site")
            let text = SampleSite.manifest.replacing("\"src\": \"", with: "\"src\": \"https://example.com/")
            $0.answers["https://cdn.example.net/site.webmanifest"] = .ok(text).with("Access-Control-Allow-Origin", "*")
        },
        SiteFault(.manifestCrossOrigin, "no CORS") {
            $0.replaceInPages("href=\"/site", with: "href=\"https://cdn.example.net/site")
            let text = SampleSite.manifest.replacing("\"src\": \"", with: "\"src\": \"https://example.com/")
            $0.answers["https://cdn.example.net/site.webmanifest"] = .ok(text)
        },
        SiteFault(.manifestCrossOrigin, "CORS for others") {
            $0.replaceInPages("href=\"/site", with: "href=\"https://cdn.example.net/site")
            let text = SampleSite.manifest.replacing("\"src\": \"", with: "\"src\": \"https://example.com/")
            $0.answers["https://cdn.example.net/site.webmanifest"] = .ok(text).with(
                "Access-Control-Allow-Origin", "https://other.example.com")
        },
        SiteFault(.notLookedAt, "a film") {
            $0.addToHead("<link rel=icon href=/extra.webp>")
            $0.files["extra.webp"] = ContactSheetPictures.film
        },
        SiteFault(.notLookedAt, "a touch icon of a format that is not decoded") {
            $0.replaceInPages("/apple-touch-icon.png", with: "/touch.gif")
            $0.files["touch.gif"] = WholePictures.gif(180, 180)
        },
        SiteFault(.notLookedAt, "an icon on another host") {
            $0.addToHead("<link rel=icon href=https://cdn.example.net/i.png sizes=64x64>")
        },
        SiteFault(.notLookedAt, "a manifest on another host") {
            $0.replaceInPages("href=\"/site", with: "href=\"https://cdn.example.net/site")
        },
    ]
}
