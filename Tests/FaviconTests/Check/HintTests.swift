import DevtoolKit
import Foundation
import TestSupport
import Testing
import URLs

@testable import Favicon

/// Hints, followed to the letter: afterwards nothing is found, and Chromium shows the icon that is meant.
@Suite(.tags(.slow)) struct HintTests {
    /// The faults whose hints say what to write or to make.
    private static let faults = SiteFault.all.filter { rules.contains($0.rule.id) }

    private static let rules: Set = [
        "no-tab-icon", "no-search-icon", "no-touch-icon", "no-manifest-icon", "no-maskable-icon", "no-favicon-ico",
        "no-svg-icon", "no-dark-icon", "ico-hides-svg", "untrue-size", "untrue-type", "svg-fixed-size",
        "oversized-icon", "manifest-no-purpose", "blocked-by-robots", "manifest-icon-place",
    ]

    /// The sites of the faults with what their hints say, and what the check sees of them.
    private static let mended = Task {
        var mended: [(fault: SiteFault, site: SampleSite, audited: AuditedSite)] = []
        for fault in faults {
            guard let site = try await Self.mended(fault) else { continue }
            mended.append((fault, site, try await site.audited()))
        }
        return mended
    }

    @Test func afterAHintNothingIsFound() async throws {
        let mended = try await Self.mended.value
        #expect(mended.count >= 20)
        for (fault, _, audited) in mended {
            let findings = SiteFindings(of: audited, levels: RuleLevels()).findings
            #expect(findings.map(\.diagnostic.message) == [], "\(fault)")
        }
    }

    /// See H2: the best-known hint made Chromium show the ICO in the place of the SVG, also in dark browsers.
    @Test(
        .enabled(
            if: ContactSheetBrowser.program != nil && OtherProgram("curl") != nil, "chromium or curl is not installed"))
    func afterAHintChromiumShowsTheIcon() async throws {
        var sites: [(fault: SiteFault, light: String, dark: String)] = []
        var answers: [String: CannedResponse] = [:]
        for (fault, site, audited) in try await Self.mended.value where fault.rule.group?.id != "manifest" {
            let page = try #require(audited.pages.first)
            func shown(_ scheme: MediaEnvironment.Scheme) -> String? {
                guard case .web(let url) = ChromiumTab(of: page, in: audited, scheme).shown?.target else { return nil }
                return url.path
            }
            guard let light = shown(.light), let dark = shown(.dark) else {
                Issue.record("\(fault): no icon")
                continue
            }
            let host = "site\(sites.count).localhost"
            sites.append((fault, light, dark))
            for (path, bytes) in site.files {
                let type =
                    path.hasSuffix(".svg") ? "image/svg+xml" : path.hasSuffix(".html") ? "text/html" : "image/png"
                let answer = CannedResponse.body(bytes, fields: ["Content-Type: \(type)"])
                answers["//\(host)/\(path)"] = answer
                if path == "index.html" { answers["//\(host)/"] = answer }
            }
        }
        let server = try LoopbackServer(answers)
        let urls = sites.indices.map { "http://site\($0).localhost:\(server.port)/" }
        for isDark in [false, true] {
            let shown = try await ContactSheetBrowser(isDark: isDark).icons(of: urls)
            for (index, site) in sites.enumerated() {
                let path = shown[index].flatMap { WebURL($0)?.path }
                #expect(path == (isDark ? site.dark : site.light), "\(site.fault)")
            }
        }
        #expect(sites.count >= 15)
    }

    /// The site of a fault as its hints have it; `nil` for one whose server is at fault.
    private static func mended(_ fault: SiteFault) async throws -> SampleSite? {
        var site = SampleSite.right
        fault.spoil(&site)
        // What a server shall answer is no text to paste.
        if !site.answers.isEmpty { return nil }
        for finding in try await site.findings().findings {
            site.follow(try #require(finding.diagnostic.hint), on: finding)
        }
        return site
    }
}

extension SampleSite {
    /// Does what a hint says.
    fileprivate mutating func follow(_ hint: String, on finding: SiteFinding) {
        for line in hint.split(separator: "\n").map(String.init) {
            if line.hasPrefix("<link") {
                // A link to the same file is replaced, if the hint says so.
                let isReplacing = hint.contains("replacing links to the same files")
                let href = line.firstMatch(of: /href="([^"]*)"/).map { String($0.1) } ?? ""
                for page in ["index.html", "about/index.html"] {
                    let text = String(decoding: files[page] ?? [], as: UTF8.self)
                    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter {
                        !(isReplacing && $0.contains("href=\"\(href)\"")) && !$0.contains("href=\"/touch.svg\"")
                    }
                    files[page] = Array(lines.joined(separator: "\n").utf8)
                }
                addToHead(line)
            } else if line.hasPrefix("<style>") {
                let svg = String(decoding: files["icon.svg"] ?? [], as: UTF8.self)
                files["icon.svg"] = Array(svg.replacing(/(0 0 16 16["']>)/) { "\($0.1)\(line)" }.utf8)
            } else if line.contains("{\"src\""), !hint.contains("write /site.webmanifest") {
                addToManifest(line.trimmingCharacters(in: CharacterSet(charactersIn: " ,")))
            } else if let rule = line.firstMatch(of: /^(Allow|Disallow): .*/) {
                var text = String(decoding: files["robots.txt"] ?? [], as: UTF8.self)
                if rule.1 == "Allow" {
                    let agent = hint.firstMatch(of: /'(User-agent: [^']*)'/).map { String($0.1) } ?? ""
                    text = text.replacing(agent, with: agent + "\n" + line)
                } else {
                    text = text.replacing(line + "\n", with: "")
                }
                files["robots.txt"] = Array(text.utf8)
            }
            for match in line.matches(of: /(?:href|src)"?(?:=|: )"\/([^"]*)"/) where !line.hasPrefix("write") {
                files[String(match.1)] = files[String(match.1)] ?? Self.picture(String(match.1))
            }
        }
        if hint.contains("write /site.webmanifest:"), let start = hint.range(of: "{\"icons\"") {
            let end = hint.range(of: "]}")?.upperBound ?? hint.endIndex
            files["site.webmanifest"] = Array((hint[start.lowerBound..<end] + "\n").utf8)
        }
        for match in hint.matches(of: /(?:make '?\/([a-z.\-]+)'? 32x32|create a 32x32-pixel \/([a-z.\-]+))/) {
            let name = String(match.1 ?? match.2 ?? "")
            files[name] = Self.picture(name)
        }
        if hint == "keep only 32x32" { files["favicon.ico"] = Self.ico(32) }
        guard let line = finding.diagnostic.location?.line else { return }
        let path = finding.diagnostic.location?.file.hasSuffix("webmanifest") == true ? "site.webmanifest" : nil
        for match in hint.matches(of: /(?:write|with) "?(sizes|type|src|purpose)"?(?:=|: )"([^"]*)"/) {
            for page in path.map({ [$0, "app/\($0)"] }) ?? ["index.html", "about/index.html"] {
                guard let bytes = files[page] else { continue }
                var lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
                guard lines.indices.contains(line - 1) else { continue }
                let (name, value) = (String(match.1), String(match.2))
                let old = try? Regex("\(name)(\"?)(=|: )\"?[^\" >]*( [0-9x]+)*\"?")
                let isJSON = path != nil
                let new = isJSON ? "\(name)\": \"\(value)\"" : "\(name)=\"\(value)\""
                let text = lines[line - 1]
                if let old, text.contains(old) {
                    lines[line - 1] = text.replacing(old) { _ in new }
                } else if isJSON {
                    lines[line - 1] = text.replacing("}", with: ", \"\(new)}")
                } else {
                    lines[line - 1] = text.replacing(">", with: " \(new)>")
                }
                files[page] = Array(lines.joined(separator: "\n").utf8)
            }
        }
    }

    /// A picture that fits a file's name.
    private static func picture(_ name: String) -> [UInt8] {
        if name.hasSuffix(".webmanifest") { return Array(manifest.utf8) }
        if name.hasSuffix(".svg") { return Array(vector.utf8) }
        if name.hasSuffix(".ico") { return ico(32) }
        if name.contains("maskable") { return TinyImage.logo(512, 0.31).png }
        if name.contains("dark") { return TinyImage(32, 32).disc(0.4, .opaque(0xF0E0D0)).png }
        let side = name.firstMatch(of: /[0-9]+/).flatMap { Int($0.0) } ?? 180
        return TinyImage.logo(side, side > 180 ? 0.45 : 0.4).png
    }
}
