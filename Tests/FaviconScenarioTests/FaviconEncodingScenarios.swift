import TestSupport
import Testing

/// In which encoding `devtool favicon` reads a page.
@Suite struct FaviconEncodingScenarios {
    /// Which bytes a page has, which encoding is named for it, and which icon and encoding come of it.
    struct Sample: CustomTestStringConvertible {
        let page: [UInt8]
        var charset: String?
        let icon: String
        let encoding: String

        var testDescription: String { "\(charset ?? "-"): \(encoding) \(icon)" }

        init(_ page: [UInt8], _ charset: String? = nil, is icon: String, in encoding: String) {
            self.page = page
            self.charset = charset
            self.icon = icon
            self.encoding = encoding
        }
    }

    /// In Shift_JIS 表 is 0x95 and a backslash, which must not become a slash.
    private static let japanese = "<link rel=icon href=\"".utf8 + [0x95, 0x5C] + "?".utf8 + [0x95, 0x5C] + "\">".utf8
    private static let utf16 = "<link rel=icon href=é?é>".utf16

    private static let samples = [
        Sample(japanese, "shift_jis", is: "%E8%A1%A8?%95\\", in: "Shift_JIS"),
        Sample(japanese, " X-SJIS ", is: "%E8%A1%A8?%95\\", in: "Shift_JIS"),
        Sample("<meta charset=sjis>".utf8 + japanese, is: "%E8%A1%A8?%95\\", in: "Shift_JIS"),
        Sample(
            Array(repeating: 32, count: 2000) + "<meta charset=sjis>".utf8 + japanese, is: "%E8%A1%A8?%95\\",
            in: "Shift_JIS"),
        Sample("<meta charset=utf-8>".utf8 + japanese, "sjis", is: "%E8%A1%A8?%95\\", in: "Shift_JIS"),
        Sample(japanese, is: "%E2%80%A2/?%95\\", in: "windows-1252"),
        Sample([0xEF, 0xBB, 0xBF] + "<link rel=icon href=é?é>".utf8, "sjis", is: "%C3%A9?%C3%A9", in: "UTF-8"),
        Sample(Array("<link rel=icon href=é?é>".utf8), "utf8", is: "%C3%A9?%C3%A9", in: "UTF-8"),
        Sample([0xFF, 0xFE] + utf16.flatMap { [UInt8($0), 0] }, is: "%C3%A9?%C3%A9", in: "UTF-16LE"),
        Sample(utf16.flatMap { [0, UInt8($0)] }, "utf-16be", is: "%C3%A9?%C3%A9", in: "UTF-16BE"),
        Sample(
            "<link rel=icon href=".utf8 + [0x1B, 0x24, 0x42, 0x49, 0x3D, 0x1B, 0x28, 0x42] + ">".utf8, "iso-2022-jp",
            is: "%E8%A1%A8", in: "ISO-2022-JP"),
        Sample(Array("<link rel=icon href=a>".utf8), "iso-2022-kr", is: "favicon.ico", in: "replacement"),
    ]

    @Test(arguments: samples) func readsAPageInItsEncoding(_ sample: Sample) async throws {
        let page = try Scenario().file("page.html", bytes: sample.page)
        let options =
            ["favicon", "page.html", "--base-url", "https://ex.test/", "--no-fetch"]
            + (sample.charset.map { ["--charset", $0] } ?? [])
        try await page.run(options).stdout("https://ex.test/\(sample.icon)\n").stderr("").exits(0)
        let json = try await page.run(options + ["--json"]).stderr("").exits(0)
        #expect(json.outputText.contains("\n  \"encoding\": \"\(sample.encoding)\",\n"))
    }

    /// Browsers, too, count what they have decoded before they look for markup.
    @Test func countsTheBytesOfThePage() async throws {
        let link = "<!--é--><link rel=icon href=a>"
        let pages: [(bytes: [UInt8], offset: Int)] = [
            ([0xEF, 0xBB, 0xBF] + Array(link.utf8), 12), ([0xFE, 0xFF] + link.utf16.flatMap { [0, UInt8($0)] }, 9),
        ]
        for (page, offset) in pages {
            let outcome = try await Scenario().file("page.html", bytes: page).run(
                "favicon", "page.html", "--base-url", "https://ex.test/", "--json"
            ).stderr("").exits(0)
            #expect(outcome.outputText.contains("\"offset\": \(offset),"), "\(outcome.outputText)")
        }
    }

    @Test func takesTheEncodingOfTheHeader() async throws {
        let server = try LoopbackServer([
            "/": .body(Self.japanese, fields: ["Content-Type: text/html; charset=Shift_JIS"])
        ])
        try await Scenario().run("favicon", server.url("/"), "--no-verify").stdout(
            "\(server.url("/"))%E8%A1%A8?%95\\\n"
        ).stderr("").exits(0)
    }

    /// A library that converts nothing stands in for a system without the tables.
    @Test func warnsOfLettersThatAreLost() async throws {
        let library = try PreloadedLibrary(
            """
            #include <iconv.h>
            iconv_t iconv_open(const char *to, const char *from) { return (iconv_t)-1; }
            """)
        let scenario = try Scenario().preloading(library).file("page.html", bytes: Self.japanese).file(
            "plain.html", "<link rel=icon href=a>")
        let options = ["--base-url", "https://ex.test/", "--charset", "sjis"]
        try await scenario.run(["favicon", "page.html"] + options).stdout(
            "https://ex.test/%EF%BF%BD/?%26%2365533%3B\\\n"
        ).stderr(
            """
            devtool: warning: page.html: this system cannot decode Shift_JIS, so characters in \
            icon URLs are lost
              hint: install glibc's gconv modules

            """
        ).exits(0)
        try await scenario.run(["favicon", "plain.html"] + options).stdout("https://ex.test/a\n").stderr("").exits(0)
    }

    @Test(arguments: ["", "utf-99", "\u{1B}[1m"]) func refusesWhatIsNoEncoding(label: String) async throws {
        let shown = label.hasPrefix("\u{1B}") ? "\u{FFFD}[1m" : label
        try await Scenario().file("page.html", "").run("favicon", "page.html", "--charset", label).stdout("").stderr(
            """
            devtool: '--charset' requires an encoding such as utf-8, not '\(shown)'
              hint: run 'devtool favicon --help' for usage

            """
        ).exits(64)
    }
}
