import DevtoolKit
import Fetching
import TestSupport
import URLs

@testable import Favicon

/// A built site that tests make and spoil: the files by their paths, and what a server answers otherwise.
struct SampleSite: HTTPClient {
    /// The files.
    var files: [String: [UInt8]]
    /// What a server answers for some URLs.
    var answers: [String: ScriptedAnswer] = [:]
    /// The site's URL, if somebody says it.
    var base: String? = "https://example.com/"

    /// The files of a site on which nothing is wrong.
    static let right = SampleSite(files: [
        "index.html": Array(page.utf8), "about/index.html": Array(page.utf8), "favicon.ico": ico(32),
        "icon.svg": Array(vector.utf8), "apple-touch-icon.png": TinyImage.logo(180).png,
        "icon-192.png": TinyImage.logo(192, 0.45).png, "icon-512.png": large, "maskable.png": maskable,
        "site.webmanifest": Array(manifest.utf8),
    ])

    /// A page that declares all icons.
    static let page = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <link rel="icon" href="/favicon.ico" sizes="32x32">
        <link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any">
        <link rel="apple-touch-icon" href="/apple-touch-icon.png">
        <link rel="manifest" href="/site.webmanifest">
        </head>
        <body></body>
        </html>

        """

    /// The lines of the page that name icons.
    static let icoLine = "<link rel=\"icon\" href=\"/favicon.ico\" sizes=\"32x32\">\n"
    static let svgLine = "<link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\" sizes=\"any\">\n"
    static let touchLine = "<link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">\n"
    static let manifestLine = "<link rel=\"manifest\" href=\"/site.webmanifest\">\n"

    static let manifest = """
        {"icons": [
          {"src": "icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
          {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
          {"src": "maskable.png", "sizes": "128x128", "type": "image/png", "purpose": "maskable"}
        ]}

        """

    static let vector = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><style>\
        @media (prefers-color-scheme: dark) { path { fill: #fff } }</style>\
        <path d="M0 0h16v16z"/></svg>
        """

    /// One that is dark in dark browsers, too.
    static let darkVector = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M0 0h16v16z"/></svg>
        """

    static let maskable = TinyImage.logo(128, 0.3).png
    private static let large = TinyImage.logo(512, 0.45).png

    /// An ICO with pictures of some widths.
    static func ico(_ widths: Int...) -> [UInt8] { TinyImage.ico(widths.map { TinyImage.logo($0) }) }

    /// Changes the text of a file; fails the test where it does not have the passage.
    mutating func replace(_ passage: String, with text: String, in path: String = "index.html") {
        let old = String(decoding: files[path] ?? [], as: UTF8.self)
        precondition(old.contains(passage), "\(path) has no '\(passage)'")
        files[path] = Array(old.replacing(passage, with: text).utf8)
    }

    /// Adds lines to the heads of both pages.
    mutating func addToHead(_ markup: String) {
        for page in ["index.html", "about/index.html"] { replace("</head>", with: markup + "\n</head>", in: page) }
    }

    /// Changes both pages.
    mutating func replaceInPages(_ passage: String, with text: String) {
        for page in ["index.html", "about/index.html"] { replace(passage, with: text, in: page) }
    }

    /// Adds an icon to the manifest.
    mutating func addToManifest(_ entry: String) { replace("\n]}", with: ",\n  \(entry)\n]}", in: "site.webmanifest") }

    /// What the check finds: in a folder, or on a server where it answers otherwise.
    func findings(levels: RuleLevels = RuleLevels()) async throws -> SiteFindings {
        try await report(levels: levels).findings
    }

    /// The result of the check.
    func report(levels: RuleLevels = RuleLevels()) async throws -> CheckReport {
        let site = try await audited()
        return CheckReport(requested: base ?? "site", site: site, findings: SiteFindings(of: site, levels: levels))
    }

    /// What is looked at.
    func audited() async throws -> AuditedSite {
        // On a busy machine the usual time may be over before the sample has answered.
        let options = SearchOptions(userAgent: "test", timeout: .seconds(86_400))
        guard answers.isEmpty else {
            let job = CheckJob(client: self, options: options, keepsPictures: true)
            let url = base.flatMap { WebURL($0) }.map { CheckJob.Source.web($0, orElse: nil) }
            guard let url else { throw FaviconError.noURL(base ?? "") }
            return try await job.site(url)
        }
        let folder = TemporaryFolder()
        for (path, bytes) in files { try folder.write(bytes: bytes, to: path) }
        let job = CheckJob(
            client: ScriptedHTTPClient([:]), options: options, base: base.flatMap { WebURL($0) }, keepsPictures: true)
        return try await job.site(.folder(folder.path))
    }

    /// Answers as a server of the site.
    func fetch<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body) async throws -> (
        response: HTTPResponse, body: Body
    ) {
        let folder = TemporaryFolder()
        guard let base = WebURL("https://example.com/"), let url = WebURL(request.url) else {
            throw FetchError.invalidURL(request.url)
        }
        if let answer = answers[request.url] {
            return try await ScriptedHTTPClient([request.url: answer]).fetch(request, into: body)
        }
        let path = String(url.path.dropFirst())
        let name = path.isEmpty ? "index.html" : path
        if let bytes = files[name] { try folder.write(bytes: bytes, to: name) }
        return try await SiteFolder(folder.path, at: base).fetch(request, into: body)
    }
}

extension TinyImage {
    /// A red disc on white.
    static func logo(_ width: Int, _ radius: Double = 0.4) -> TinyImage {
        TinyImage(width, width, background: .opaque(0xFFFFFF)).disc(radius, .opaque(0xC03020))
    }
}
