import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Chromium, which shows what a sheet looks like to a browser.
struct ContactSheetBrowser {
    /// Whether a page is asked to be dark.
    var isDark = false

    /// The whole browser, for what its tabs show; `nil` if it is not installed.
    static let program = OtherProgram("chromium") ?? OtherProgram("google-chrome")

    /// Opens a page when all of it has been loaded, and its scripts have come to rest.
    ///
    /// - Returns: the document as it is then, and what was written to the console.
    func open(_ url: String, _ options: String...) throws -> (document: String, console: [String]) {
        let folder = TemporaryFolder()
        // Chromium counts dark as 0 and light as 1.
        let (status, output) = try HeadlessBrowser.open(
            url,
            [
                "--dump-dom", "--virtual-time-budget=10000", "--enable-logging=stderr", "--force-color-profile=srgb",
                "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
            ] + options, error: folder.path.appending("log"))
        try #require(status == 0)
        let lines = (folder.text("log") ?? "").split(separator: "\n").map(String.init)
        return (output, lines.filter { $0.contains(":CONSOLE") })
    }

    /// The colors of what a page looks like, and how many pixels each has.
    func colors(of url: String) throws -> [String: Int] {
        let folder = TemporaryFolder()
        let path = folder.path.appending("shot.png")
        _ = try open(url, "--screenshot=\(path)", "--window-size=1000,1600")
        return try HeadlessBrowser.colors(of: path)
    }

    /// A tab, as the browser's debugging port describes it.
    private struct Tab: Decodable {
        let id: String
        let faviconUrl: String?
    }

    /// The icons that tabs show of pages, by its own word: `nil` for none.
    ///
    /// The browser is started once. Each page has a tab; when no answer has changed for some time, nothing more comes.
    func icons(of urls: [String]) async throws -> [String?] {
        let folder = TemporaryFolder()
        let profile = folder.path.appending("profile")
        let browser = try #require(Self.program).start(
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile)",
                "--remote-debugging-port=0", "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--disable-site-isolation-trials",
                "--renderer-process-limit=1", "--host-resolver-rules=MAP *.localhost 127.0.0.1, EXCLUDE localhost",
                "about:blank",
            ] + (isDark ? ["--force-dark-mode"] : []))
        defer { browser.end(by: SIGTERM) }
        let curl = try #require(OtherProgram("curl"))
        let port = profile.appending("DevToolsActivePort")
        var base: String?
        for _ in 0..<600 where base == nil {
            try await Task.sleep(for: .milliseconds(100))
            base = (try? String(contentsOfFile: port.string, encoding: .utf8))?.split(separator: "\n").first.map {
                "http://127.0.0.1:\($0)"
            }
        }
        let address = try #require(base)
        func ask<Value: Decodable>(_ path: String, _ method: String, as: Value.Type) throws -> Value {
            let answer = try curl.run(["-sg", "--max-time", "60", "-X", method, address + path]).output
            return try JSONDecoder().decode(Value.self, from: Data(answer.utf8))
        }
        let tabs = try urls.map { try ask("/json/new?\($0)", "PUT", as: Tab.self).id }
        var seen: [String: String] = [:]
        var quiet = 0
        for _ in 0..<200 where quiet < 10 {
            try await Task.sleep(for: .milliseconds(300))
            let now = try ask("/json/list", "GET", as: [Tab].self).reduce(into: [:]) { $0[$1.id] = $1.faviconUrl }
            quiet = now == seen ? quiet + 1 : 0
            seen = now
        }
        return tabs.map { seen[$0] }
    }

    /// What a page of these tests has found out, in lines.
    static func lines(of document: String) -> [String] {
        let parts = document.components(separatedBy: "<pre>")
        guard parts.count == 2 else { return [] }
        return parts[1].components(separatedBy: "</pre>")[0].split(separator: "\n").map(String.init)
    }
}
