import TestSupport
import Testing

/// SVGs that would like a reader of XML to fetch, open or grow something.
@Suite(.serialized) struct FaviconNetworkSVGScenarios {
    private static let type = ["Content-Type: image/svg+xml"]
    /// The entity `z`, whose text is as long as ten to the power of nine.
    private static let laughs =
        "<!DOCTYPE svg [<!ENTITY a 'ha'>"
        + zip("abcdefghi", "bcdefghiz").map { inner, outer in
            "<!ENTITY \(outer) '\(String(repeating: "&\(inner);", count: 10))'>"
        }.joined() + "]>"

    private static let refused = [
        Picture.svg("width='&z;'>", after: laughs), Picture.svg("width='9' height='9' id='&z;'>", after: laughs),
        Picture.svg(
            "id='\(String(repeating: "&a;", count: 10_000))'>",
            after: "<!DOCTYPE svg [<!ENTITY a '\(String(repeating: "a", count: 20_000))'>]>"),
        Picture.svg("id='&a;'>", after: "<!DOCTYPE svg [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>"),
        Picture.svg("id='\(String(repeating: "a", count: 100_000))'>"),
        Picture.svg(String(repeating: "a='1' ", count: 1000) + ">"),
        Array(("<!--" + String(repeating: "a", count: 10_000_000)).utf8),
    ]

    /// In a process that may not have much memory.
    @Test(arguments: refused.indices) func takesNoSVGThatGrows(index: Int) async throws {
        let server = try LoopbackServer([
            "/": .html("<link rel=icon href=a.svg>"), "/a.svg": .body(Self.refused[index], fields: Self.type),
        ])
        let outcome = try await Scenario().shell("ulimit -v 1000000; $devtool favicon \(server.url("/")) --timeout 30")
            .stdout("").exits(1)
        let start = "devtool: \(server.url("/")): no icon found: no declared icon is usable ('"
        #expect(outcome.errorText.hasPrefix(start))
    }

    /// What names a file or a server, and whether the SVG is taken all the same.
    private static let curious = [
        (svg: Picture.svg("width='&w;' height='20'>", after: doctype("<!ENTITY w SYSTEM '[URL]'>")), isTaken: false),
        (Picture.svg("width='20' height='20'>&w;", after: doctype("<!ENTITY w SYSTEM '[URL]'>")), true),
        (Picture.svg("width='20' height='20'>", after: doctype("<!ENTITY % w SYSTEM '[URL]'>%w;")), false),
        (Picture.svg("width='20' height='20'>", after: "<!DOCTYPE svg SYSTEM '[URL]'>"), true),
        (Picture.svg("width='20' height='20'>", after: "<!DOCTYPE svg PUBLIC 'a' '[URL]'>"), true),
        (Picture.svg("width='20' height='20'>", after: "<?xml-stylesheet href='[URL]'?>"), true),
        (Picture.svg("width='20' height='20'><image href='[URL]'/><script href='[URL]'/>"), true),
        (
            Picture.svg(
                "width='20' height='20' onload='[URL]'>"
                    + "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='[URL]'/>"), true
        ),
        (
            Picture.svg(
                "width='20' height='20' xsi:schemaLocation='a [URL]' "
                    + "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>"), true
        ),
    ]

    private static func doctype(_ declarations: String) -> String { "<!DOCTYPE svg [\(declarations)]>" }

    @Test(arguments: curious) func looksAtNothingElse(svg: [UInt8], isTaken: Bool) async throws {
        let text = String(decoding: svg, as: UTF8.self)
        let other = try LoopbackServer(["*": .text("30", status: "200 OK")])
        let scenario = try Scenario().file("secret", "30")
        let file = "file://\(scenario.folder.path)/secret"
        for url in [other.url("/secret")] + (text.contains("ENTITY") ? [file] : []) {
            let server = try LoopbackServer([
                "/": .html("<link rel=icon href=a.svg>"),
                "/a.svg": .body(Array(text.replacing("[URL]", with: url).utf8), fields: Self.type),
            ])
            let outcome = try await scenario.favicon(server.url("/"), "--json")
            outcome.exits(isTaken ? 0 : 1)
            #expect(outcome.outputText.contains("\"20x20\"") == isTaken)
            #expect(!outcome.outputText.contains("\"30x"))
        }
        #expect(other.connectionCount == 0)
    }

    /// As Illustrator writes it.
    @Test func knowsNamespacesThatAreEntities() async throws {
        let svg = """
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1:1/svg11.dtd" [
                <!ENTITY ns_svg "http://www.w3.org/2000/svg">
            ]><svg xmlns="&ns_svg;" viewBox="0 0 8 8"/>
            """
        let server = try LoopbackServer([
            "/": .html("<link rel=icon href=a.svg>"), "/a.svg": .body(Array(svg.utf8), fields: Self.type),
        ])
        try await Scenario().favicon(server.url("/")).finds(server.url("/a.svg"))
    }

    @Test(arguments: ["<g>", "<g a='1'/>", "<!-- -->", "&#10;"]) func readsNoTree(markup: String) async throws {
        let tree = String(repeating: markup, count: 1_000_000)
        let server = try LoopbackServer([
            "/": .html("<link rel=icon href=a.svg>"),
            "/a.svg": .body(Picture.svg("width='20' height='20'>\(tree)"), fields: Self.type),
        ])
        try await Scenario().favicon(server.url("/")).finds(server.url("/a.svg"))
    }
}
