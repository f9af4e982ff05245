import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// How `devtool favicon` reads files and standard input, and what it makes of odd ones.
@Suite struct FaviconFileScenarios {
    private static let web = ["--base-url", "https://ex.test/", "--no-fetch"]

    @Test(arguments: [
        ("--base-url=http://a.test/", "the base URL of a page on the web is the page's own URL"),
        ("--charset=utf-8", "the server declares the encoding"), ("--no-fetch", "a page on the web must be fetched"),
    ]) func refusesWhatIsForFiles(option: String, reason: String) async throws {
        let name = option.prefix { $0 != "=" }
        try await Scenario().run("favicon", "http://ex.test/", option).stdout("").stderr(
            "devtool: '\(name)' requires a page in a file: \(reason)\n"
        ).exits(64)
    }

    @Test(arguments: ["ex.test", "//ex.test/", "ftp://ex.test/", "data:text/html,", "http://["])
    func refusesABaseThatIsNoPage(url: String) async throws {
        try await Scenario().file("page.html", "<link rel=icon href=a>").run("favicon", "page.html", "--base-url", url)
            .stdout("").stderr("devtool: '--base-url' must be an http or https URL, not '\(url)'\n").exits(64)
    }

    @Test(arguments: [[], [0], [0xFF, 0xFE], Array(0...255), Array(repeating: 60, count: 9999)]) func readsAnyBytes(
        bytes: [UInt8]
    ) async throws {
        try await Scenario().file("page", bytes: bytes).run(["favicon", "page"] + Self.web).stdout(
            "https://ex.test/favicon.ico\n"
        ).stderr("").exits(0)
    }

    @Test func saysWhyAFileCannotBeRead() async throws {
        let scenario = Scenario()
        let link = scenario.folder.path.appending("loop.html").string
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "loop.html")
        try await scenario.run(["favicon", "loop.html"] + Self.web).stdout("").stderr(
            "devtool: cannot read 'loop.html': Too many levels of symbolic links\n"
        ).exits(66)
    }

    /// A page of 16 MiB, and a link that nobody sees.
    @Test func warnsOfAPageThatIsTooLong() async throws {
        let page = String(repeating: " ", count: 16 << 20)
        let file = try Scenario().file("page.html", page + "<link rel=icon href=a>")
        // All of it is read, lest this process get SIGPIPE.
        let input = Scenario().stdin(page)
        for (scenario, argument, name) in [(file, "page.html", "page.html"), (input, "-", "<stdin>")] {
            try await scenario.run(["favicon", argument, "--quiet"] + Self.web).stdout("https://ex.test/favicon.ico\n")
                .stderr("devtool: warning: \(name): only the first 16 MiB were read\n").exits(0)
        }
    }

    @Test func warnsOfAWebPageThatIsTooLong() async throws {
        let link = "<link rel=icon href=a>"
        let blanks = String(repeating: " ", count: (16 << 20) - link.utf8.count)
        let server = try LoopbackServer(["/": .html(link + blanks)])
        try await Scenario().run("favicon", server.url("/"), "--full", "--no-verify").stdout("\(server.url("/a"))\n")
            .stderr("devtool: warning: \(server.url("/")): only the first 16 MiB were read\n").exits(0)
    }

    @Test func keepsTheLastThousandLinks() async throws {
        let links = (1...2500).map { "<link rel=icon href=\($0)>" }.joined()
        let outcome = try await Scenario().file("page.html", links).run(["favicon", "page.html", "--all"] + Self.web)
            .stderr("").exits(0)
        let lines = outcome.outputText.split(separator: "\n")
        #expect(lines.count == 1002)
        #expect(lines[1] == "1     icon            -      https://ex.test/2500")
        #expect(lines[1000] == "1000  icon            -      https://ex.test/1501")
    }

    @Test func takesNoURLThatIsTooLong() async throws {
        let short = String(repeating: "a", count: 65_000)
        let long = String(repeating: "b", count: 70_000)
        try await Scenario().file("page.html", "<link rel=icon href=\(short)><link rel=icon href=\(long)>").run(
            ["favicon", "page.html"] + Self.web
        ).stdout("https://ex.test/\(short)\n").stderr("").exits(0)
    }

    /// A reader that goes away has what it wants.
    @Test(arguments: ["--all", "--explain", "--json"]) func endsWellWhenNobodyReadsOn(option: String) async throws {
        // More than fits into a pipe, so that the program is still writing.
        let link = "<link rel=icon href=\(String(repeating: "a", count: 200))>"
        let scenario = try Scenario().file("page.html", String(repeating: link, count: 999))
        let command = """
            { '\(Scenario.devtool)' favicon page.html \(option) --base-url https://ex.test/
            echo "$?" > status; } | head -n 1 > line
            """
        var shell = scenario.configuration(["-c", command])
        shell.executable = .path("/bin/sh")
        try await scenario.outcome(of: shell).stdout("").stderr("").exits(0).file("status", "0\n")
        #expect(scenario.folder.text("line")?.isEmpty == false)
    }

    /// What a page says must not steer the terminal.
    @Test(arguments: [[], ["--all"], ["--explain"], ["--json"]]) func printsNoControlCharacters(options: [String])
        async throws
    {
        let evil = "\u{1B}[31m\u{7}\u{9B}2J\u{202E}\u{2066}"
        let html = """
            <meta charset=utf-8><link rel="icon \(evil)" href="a\(evil)?\(evil)#\(evil)" \
            sizes="\(evil)" type="\(evil)" media="(\(evil))"><link rel=icon href="b\(evil)">
            <link rel=icon href="data:,GIF89a%10%00%10%00\(evil)
            \(evil)">
            """
        let outcome = try await Scenario().file("page.html", html).run(["favicon", "page.html"] + options + Self.web)
            .stderr("").exits(0)
        let data = "data:,GIF89a%10%00%10%00%1B[31m%07%C2%9B2J%E2%80%AE"
        #expect(outcome.outputText.contains(data) == !options.isEmpty)
        let raw = outcome.outputText.unicodeScalars.filter {
            $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}" || $0 == "\u{2066}")
        }
        #expect(raw.isEmpty, "\(outcome.outputText.debugDescription)")
    }
}
