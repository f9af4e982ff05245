import Foundation
import TestSupport
import Testing
import URLs

@testable import Favicon

/// A page with what its server gives, and what a browser was seen to show for it.
///
/// Recordings are made with `Scripts/record-chromium`. Those of the folder that `DEVTOOL_CORPUS` names say by words what
/// a file is.
struct RecordedPage: Decodable {
    struct File: Decodable {
        let body: String?
        let png: [Int]?
        let ico: [Int]?
        let svg: String?
        let gif: [Int]?
        let empty: Bool?
        let html: Bool?
        let type: String?
        let status: Int?
        let cut: Int?
        let headers: [String: String]?
    }

    let id: String
    let html: String
    let type: String?
    let headers: [String: String]?
    let files: [String: File]
    let shown: String?
    let requested: [String]

    /// The pages of a recording.
    static func pages(in file: URL) throws -> [RecordedPage] {
        try Data(contentsOf: file).split(separator: 10).map { try JSONDecoder().decode(Self.self, from: $0) }
    }

    /// The recordings that the project has.
    static func ofProject(_ name: String) throws -> [RecordedPage] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try pages(in: folder.appending(path: "Fixtures/Favicon/\(name).jsonl"))
    }

    private var origin: String { "http://\(id).test" }

    /// A client that serves the page.
    var client: ScriptedHTTPClient {
        var answers = Dictionary(
            uniqueKeysWithValues: files.filter { $0.key != "/" }.map { name, file in
                (name.hasPrefix("/") ? origin + name : name, file.answer)
            })
        var page = ScriptedAnswer.ok(html).with("Content-Type", type ?? "text/html; charset=utf-8")
        for (name, value) in headers ?? [:] { page = page.with(name, value) }
        answers[origin + "/"] = page
        for (url, answer) in answers {
            guard let place = answer.headers.first(where: { $0.name == "Location" })?.value else { continue }
            answers[url] = answers[place] ?? .page(status: 404, "")
            answers[url]?.url = place
        }
        return ScriptedHTTPClient(answers)
    }

    /// What devtool finds for the page, as the recording writes it, and the search's end.
    func finding(_ client: ScriptedHTTPClient, _ change: (inout IconPreference) -> Void) async throws -> (
        chosen: String?, shown: IconOrder.ShownIcon
    ) {
        var options = SearchOptions(userAgent: "test", timeout: .seconds(60))
        change(&options.preference)
        let finding = try await IconSearch(client: client, options: options).finding(at: #require(WebURL(origin + "/")))
        return (path(of: finding.order.chosen?.target), finding.order.shown)
    }

    /// A target as the recording writes it.
    func path(of target: IconTarget?) -> String? {
        target.map { target in
            target.description.hasPrefix(origin + "/")
                ? String(target.description.dropFirst(origin.count)) : target.description
        }
    }
}

extension RecordedPage.File {
    fileprivate var answer: ScriptedAnswer {
        var (bytes, kind): ([UInt8], String?) =
            if let body { (Data(base64Encoded: body).map(Array.init) ?? [], type) } else if let png {
                (WholePictures.png(png[0], png[1]), "image/png")
            } else if let ico { (WholePictures.ico(ico), "image/x-icon") } else if let gif {
                (WholePictures.gif(gif[0], gif[1]), "image/gif")
            } else if let svg { (Array((Self.drawings[svg] ?? "").utf8), "image/svg+xml") } else if empty == true {
                ([], "image/png")
            } else { (Array("<!doctype html><title>no icon</title>".utf8), "text/html") }
        kind = type ?? kind
        if let cut { bytes = Array(bytes.prefix(cut)) }
        var answer = ScriptedAnswer(status: status ?? 200, body: bytes)
        if let kind, !kind.isEmpty { answer = answer.with("Content-Type", kind) }
        for (name, value) in headers ?? [:] { answer = answer.with(name, value) }
        if status == 204 { answer.body = [] }
        return answer
    }

    private static let drawings = [
        "viewBox": "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\"><circle r=\"30\"/></svg>",
        "sized": "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" height=\"16\"><g/></svg>",
        "bare": "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"100\" height=\"100\"/></svg>",
    ]
}
