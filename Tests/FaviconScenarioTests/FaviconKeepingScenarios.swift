import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool favicon --download` and `--html`.
@Suite struct FaviconKeepingScenarios {
    private static let gif = [UInt8](
        Data(base64Encoded: "R0lGODlhBAADAPAAAP///8AwICwAAAAABAADAAACCEyYMGHChEkBADs=") ?? Data())

    private static func server() throws -> LoopbackServer {
        try LoopbackServer([
            "/": .html("<link rel=icon href=a.png><link rel=icon href=gone.png>"), "/a.png": .body(gif).inParts,
            "/none": .html("<p>"), "/?2": .html("<link rel=icon href=a.png>"),
        ])
    }

    @Test(arguments: [
        ("icon", "icon.gif"), ("icon.png", "icon.gif"), ("icon.GIF", "icon.GIF"), ("icon.v2", "icon.v2.gif"),
        ("new/", "new/127.0.0.1_PORT.gif"), ("there", "there/127.0.0.1_PORT.gif"),
    ]) func writesTheIconUnderTheRightName(path: String, file: String) async throws {
        let server = try Self.server()
        let file = file.replacing("PORT", with: "\(server.port)")
        let outcome = try await Scenario().file("there/x", "").run("favicon", server.url("/"), "--download", path)
            .stdout("\(file)\n").stderr("").exits(0)
        #expect(try Data(contentsOf: URL(filePath: outcome.folder.path.appending(file).string)) == Data(Self.gif))
    }

    @Test func tellsTheFileInJSON() async throws {
        let server = try Self.server()
        let outcome = try await Scenario().run("favicon", server.url("/"), "--download", "icon", "--json").stderr("")
            .exits(0)
        #expect(outcome.outputText.contains("\n  \"file\": \"icon.gif\",\n"))
        #expect(outcome.outputText.contains("\n  \"chosen\": \"\(server.url("/a.png"))\",\n"))
    }

    @Test func writesNothingWithoutAnIcon() async throws {
        let server = try Self.server()
        try await Scenario().run("favicon", server.url("/none"), "--download", "icon").stdout("").stderr(
            "devtool: \(server.url("/none")): no icon found\n"
        ).exits(1).file("icon.gif", nil).file("icon", nil)
    }

    @Test func keepsTheIconsOfManyPagesApart() async throws {
        let server = try Self.server()
        let outcome = try await Scenario().stdin(
            [server.url("/"), server.url("/?2"), server.url("/none")].joined(separator: "\n")
        ).shell("$devtool favicon --batch - --download icons >/dev/null; ls icons | sed 's/[0-9]*-/PORT-/'").stderr(
            "devtool: 3 pages: 2 with an icon, 1 without\n")
        #expect(outcome.outputText == "127.0.0.1_PORT-52e2323b30c8be36.gif\n")
    }

    @Test func downloadsTheIconOfAFile() async throws {
        let server = try Self.server()
        try await Scenario().file("page.html", "<link rel=icon href=a.png>").run(
            "favicon", "page.html", "--base-url", server.url("/"), "--download", "x"
        ).stdout("x.gif\n").stderr("").exits(0)
    }

    @Test(arguments: [
        (["--download", "x", "--no-verify"], "'--no-verify' and '--download' cannot be combined"),
        (["--download", "x", "--no-fetch"], "'--no-fetch' and '--download' cannot be combined"),
        (["--download", ""], "'--download' requires a path"), (["--html", "-"], "'--html' requires a path"),
    ]) func refusesWhatMakesNoSense(options: [String], message: String) async throws {
        try await Scenario().run(["favicon", "ex.test"] + options).stdout("").stderr(
            """
            devtool: \(message)
              hint: run 'devtool favicon --help' for usage

            """
        ).exits(64)
    }

    @Test func showsAllIconsOnAPage() async throws {
        let server = try Self.server()
        let outcome = try await Scenario().run("favicon", server.url("/"), "--html", "icons.html").stdout(
            "\(server.url("/a.png"))\n"
        ).stderr("").exits(0)
        let sheet = try #require(outcome.folder.text("icons.html"))
        #expect(sheet.contains("data:image/gif;base64,\(Data(Self.gif).base64EncodedString())"))
        #expect(sheet.contains("The server does not have it"))
        #expect(sheet.contains("\(server.url("/gone.png"))"))
        #expect(sheet.hasSuffix("</html>\n"))
    }

    @Test func showsManyPagesAndThoseWithoutIcons() async throws {
        let server = try Self.server()
        let outcome = try await Scenario().stdin("\(server.url("/"))\n\(server.url("/none"))\nnosuch.invalid\n").run(
            "favicon", "--batch", "-", "--html", "icons.html"
        ).stderr("devtool: 3 pages: 1 with an icon, 1 without, 1 failed\n").exits(1)
        let sheet = try #require(outcome.folder.text("icons.html"))
        for text in [
            server.url("/a.png"), "\(server.url("/none")): no icon found",
            "https://nosuch.invalid/: cannot resolve the host name", "<dd>3</dd>",
        ] { #expect(sheet.contains(text), "\(text)") }
    }

    @Test(arguments: ["--html", "--download"]) func saysWhereItCannotWrite(option: String) async throws {
        let server = try Self.server()
        let path = option == "--html" ? "no/icons.html" : "no/icon.gif"
        let outcome = try await Scenario().run("favicon", server.url("/"), option, path).stderr(
            "devtool: cannot create '\(path)': No such file or directory\n"
        ).exits(73)
        // A report that cannot be written is no reason to ask anybody.
        if option == "--html" { #expect(server.requests.isEmpty) }
        #expect(outcome.outputText == "")
    }

    @Test(arguments: ["--html", "--download"]) func aFullDiskLeavesNothing(option: String) async throws {
        let server = try Self.server()
        try await Scenario().variable("option", option).variable("url", server.url("/")).shell(
            "ulimit -f 0; trap '' XFSZ; $devtool favicon $url $option x.gif; echo $?; ls"
        ).stdout("74\n").stderr("devtool: cannot write 'x.gif': File too large\n")
    }
}
