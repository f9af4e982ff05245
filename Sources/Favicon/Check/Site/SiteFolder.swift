import DevtoolKit
import Fetching
import SystemPackage
import URLs

/// The folder of a built site, which answers requests as a web server for it would, without a network.
///
/// ```swift
/// let site = SiteFolder("public", at: base)
/// try await site.fetch(HTTPRequest("https://example.com/about/"), into: body)   // about/index.html
/// ```
struct SiteFolder: HTTPClient {
    /// The folder.
    let root: FilePath
    /// The URL that the folder stands for; it ends in a slash.
    let base: WebURL

    /// A request that leads out of the folder, and so to the network.
    struct Outside: Error {}

    /// What a folder is taken for where nobody says its URL: a name that no server has (RFC 6761).
    static let unknownBase = "https://site.invalid/"

    /// The files that stand for a folder, as servers have it.
    private static let indexNames = ["index.html", "index.htm"]

    /// Serves a folder.
    init(_ root: FilePath, at base: WebURL) {
        self.root = root
        self.base = base.resolving(".") ?? base
    }

    /// Answers with a file, or a status.
    ///
    /// - Throws: ``Outside`` for another server's URL.
    func fetch<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body
    ) async throws -> (response: HTTPResponse, body: Body) {
        guard let url = WebURL(request.url), has(url) else { throw Outside() }
        var body = body
        let limit = request.byteLimit ?? .max
        guard let (file, place) = file(for: url),
            let (sent, isComplete) = try? file.beginning(limit)
        else { return (HTTPResponse(status: 404, url: request.url), body) }
        var response = HTTPResponse(
            status: 200, url: place.description,
            headers: HTTPHeaders([("Content-Type", Self.mediaType(of: file))]))
        response.isComplete = isComplete
        if !sent.isEmpty {
            body.begin(response)
            if try body.receive(sent.span.bytes) == .enough { response.isComplete = false }
        }
        return (response, body)
    }

    /// The URL of a file in the folder: a folder's own for its index.
    func url(of file: FilePath) -> WebURL? {
        var path = file
        _ = path.removePrefix(root)
        var names = path.components.map(\.string)
        if let last = names.last, Self.indexNames.contains(last) { names[names.count - 1] = "" }
        return base.resolving(names.map(Self.encoded).joined(separator: "/"))
            .flatMap { names == [""] ? base : $0 }
    }

    /// The path of the file for a URL, as the user would name it; the URL if it is not the folder's.
    func name(of url: WebURL) -> String {
        guard has(url) else { return url.withoutCredentials.description }
        return file(for: url)?.0.string ?? url.withoutCredentials.description
    }

    /// The pages of the site, those nearest to its root first: each file that browsers would show as one.
    ///
    /// - Throws: ``TooManyFiles``.
    func pages(limit: Int = fileLimit) throws(TooManyFiles) -> [FilePath] {
        var pages: [FilePath] = []
        var folders = [root]
        var count = 0
        while let folder = folders.popLast() {
            for name in folder.entries() {
                count += 1
                guard count <= limit else { throw TooManyFiles(folder: root) }
                let path = folder.appending(name)
                if path.isDirectory {
                    // A link to a folder may lead in a circle.
                    if !name.string.hasPrefix("."), !path.isLink { folders.append(path) }
                } else if ["html", "htm", "xhtml"].contains(path.extension?.lowercased() ?? ""),
                    !name.string.hasPrefix("."), path.isRegular
                {
                    pages.append(path)
                }
            }
        }
        return pages.sorted {
            ($0.components.count, $0.string) < ($1.components.count, $1.string)
        }
    }

    /// The most files and folders of a site.
    static let fileLimit = 200_000

    /// Whether a URL is one of the folder's.
    private func has(_ url: WebURL) -> Bool {
        url.hasOrigin(of: base) && (url.path.hasPrefix(base.path) || url.path + "/" == base.path)
    }

    /// The file for a URL, and where it is in the end; `nil` if there is none.
    private func file(for url: WebURL) -> (FilePath, WebURL)? {
        let names = url.path.dropFirst(base.path.utf8.count).split(separator: "/")
            .map { String(decoding: percentDecoded(Array($0.utf8)[...]), as: UTF8.self) }
        var path = root
        for name in names {
            // A name with a slash, or `..`, is no file's; `%2e%2e` is resolved before.
            guard let component = FilePath.Component(name), component.kind == .regular
            else { return nil }
            path.append(component)
        }
        if path.isDirectory {
            let place = url.path.hasSuffix("/") ? url : url.withSlash
            return Self.indexNames.lazy.map { path.appending($0) }.first(where: \.isRegular)
                .map { ($0, place) }
        }
        if url.path.hasSuffix("/") { return nil }
        if path.isRegular { return (path, url) }
        // As GitHub Pages and others serve `about.html` for `/about`.
        guard let last = path.lastComponent else { return nil }
        let page = path.containingFolder.appending(last.string + ".html")
        return page.isRegular ? (page, url) : nil
    }

    /// A name as URLs write it.
    static func encoded(_ name: String) -> String {
        name.percentEncoded { $0.isASCIILetterOrDigit || "-._~".utf8.contains($0) }
    }

    /// The type that servers give a file by its name.
    private static func mediaType(of file: FilePath) -> String {
        switch file.extension?.lowercased() {
        case "html", "htm": "text/html"
        case "xhtml": "application/xhtml+xml"
        case "ico", "cur": "image/vnd.microsoft.icon"
        case "svg": "image/svg+xml"
        case "jpg", "jpeg": "image/jpeg"
        case "png", "gif", "webp", "avif", "bmp": "image/\(file.extension?.lowercased() ?? "")"
        case "webmanifest": "application/manifest+json"
        case "json": "application/json"
        case "xml": "application/xml"
        case "txt": "text/plain"
        default: "application/octet-stream"
        }
    }
}

/// A folder with more files than any site's.
struct TooManyFiles: Error {
    let folder: FilePath
}

extension FilePath {
    /// The first bytes of the file, so many at most, and whether they are all.
    func beginning(_ limit: Int) throws -> (bytes: [UInt8], isWhole: Bool) {
        let file = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
        return try file.closeAfter {
            var bytes: [UInt8] = []
            while bytes.count <= limit {
                let piece = try [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                    // Safety: `read` initializes as many bytes as it returns.
                    count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
                if piece.isEmpty { return (bytes, true) }
                bytes += piece
            }
            return (Array(bytes.prefix(limit)), false)
        }
    }

    fileprivate var isRegular: Bool { (try? stat().type) == .regular }
    fileprivate var isLink: Bool {
        (try? stat(followTargetSymlink: false).type) == .symbolicLink
    }
}

extension WebURL {
    /// The URL with a slash at the end of its path, to which servers redirect for a folder.
    var withSlash: WebURL {
        if path.hasSuffix("/") { return withoutDetails }
        return resolving((path.split(separator: "/").last.map { String($0) } ?? "") + "/") ?? self
    }
}
