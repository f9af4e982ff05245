import DevtoolKit
import Fetching
import Glibc
import SystemPackage
import URLs

/// The folder of a built site, which answers requests as a web server would, without a network.
///
/// ```swift
/// let site = SiteFolder("public", at: base)
/// try await site.fetch(HTTPRequest("https://example.com/about/"), into: body)   // about/index.html
/// ```
struct SiteFolder: HTTPClient {
    let root: FilePath
    /// The URL of the folder, which ends in a slash.
    let base: WebURL

    /// A request for a URL outside of the folder, which needs the network.
    struct Outside: Error {}

    /// The URL of a folder if the user sets none; no server has this name (RFC 6761).
    static let unknownBase = "https://site.invalid/"

    private static let indexNames = ["index.html", "index.htm"]
    private static let pageTypes = [
        "html": "text/html", "htm": "text/html", "shtml": "text/html", "xhtml": "application/xhtml+xml",
        "xht": "application/xhtml+xml",
    ]

    init(_ root: FilePath, at base: WebURL) {
        self.root = root
        self.base = base.resolving(".") ?? base
    }

    /// Responds with a file, or with status 404; throws ``Outside`` for the URL of another server.
    func fetch<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body) async throws -> (
        response: HTTPResponse, body: Body
    ) {
        guard let url = WebURL(request.url), has(url) else { throw Outside() }
        var body = body
        let limit = request.byteLimit ?? .max
        guard let (file, place) = file(for: url) else { return (HTTPResponse(status: 404, url: request.url), body) }
        let (sent, isComplete) = try file.beginning(limit)
        var response = HTTPResponse(
            status: 200, url: place.description, headers: HTTPHeaders([("Content-Type", Self.mediaType(of: file))]))
        response.isComplete = isComplete
        if !sent.isEmpty {
            body.begin(response)
            if try body.receive(sent.span.bytes) == .enough { response.isComplete = false }
        }
        return (response, body)
    }

    /// The URL of a file in the folder; an index file has the URL of its folder.
    func url(of file: FilePath) -> WebURL? {
        var path = file
        _ = path.removePrefix(root)
        var names = path.components.map(Self.encoded)
        if let last = names.last, Self.indexNames.contains(last) { names[names.count - 1] = "" }
        return base.resolving(names.joined(separator: "/")).flatMap { names == [""] ? base : $0 }
    }

    func name(of url: WebURL) -> String {
        guard has(url) else { return url.withoutCredentials.description }
        return file(for: url)?.0.string ?? url.withoutCredentials.description
    }

    /// The URL of a file whose path differs from that of a URL only in case.
    func urlDifferingInCase(from url: WebURL) -> WebURL? {
        guard has(url) else { return nil }
        var path = root
        for name in url.path.dropFirst(base.path.utf8.count).split(separator: "/") {
            let wanted = String(decoding: percentDecoded(Array(name.utf8)[...]), as: UTF8.self)
            let found = try? path.readEntries().first { $0.string.lowercased() == wanted.lowercased() }
            guard let found else { return nil }
            path.append(found)
        }
        return path.isRegularFile ? self.url(of: path) : nil
    }

    /// The prefix, ending in a slash, to remove from the URLs of missing files so that they name files in the folder;
    /// `nil` if there is none.
    func path(missingFrom urls: [WebURL]) -> String? {
        for url in urls where has(url) && file(for: url) == nil {
            let names = url.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            for length in 1..<max(1, names.count) {
                let path = "/" + names.prefix(length).joined(separator: "/") + "/"
                let folder = base.resolving(path).map { SiteFolder(root, at: $0) }
                if folder?.file(for: url) != nil { return path }
            }
        }
        return nil
    }

    /// The number of URLs on the folder's origin that have no file.
    func missingCount(of urls: [WebURL]) -> Int {
        urls.count { $0.hasOrigin(of: base) && !(has($0) && file(for: $0) != nil) }
    }

    /// Lists the pages of the site or of a part of it, those nearest to the root first.
    ///
    /// It also throws for a dangling link with the name of a page: a check must not succeed if it skips a page.
    func pages(in part: FilePath? = nil, limit: Int = fileLimit) throws(FaviconError) -> [FilePath] {
        var pages: [FilePath] = []
        var folders = [part ?? root]
        var links: [FilePath] = []
        // A link to a folder that is visited by its own name, or to a parent folder, adds nothing new.
        var seen: Set<FilePath> = []
        var count = 0
        while let folder = folders.popLast() ?? links.popLast() {
            let place = folder.resolved ?? folder
            guard seen.insert(place).inserted else { continue }
            for name in try Self.names(in: folder) {
                count += 1
                guard count <= limit else { throw .tooManyFiles(part ?? root, limit: limit) }
                if name.string.hasPrefix(".") { continue }
                let path = folder.appending(name)
                try path.requireStatus()
                if path.isDirectory {
                    if !path.isLink {
                        folders.append(path)
                    } else if let place = path.resolved, root.resolved?.starts(with: place) == false {
                        links.append(path)
                    }
                } else if Self.pageTypes[path.extension?.lowercased() ?? ""] != nil {
                    try path.requirePage()
                    pages.append(path)
                }
            }
        }
        return pages.map { (depth: $0.components.count, text: $0.string, path: $0) }.sorted {
            ($0.depth, $0.text) < ($1.depth, $1.text)
        }.map(\.path)
    }

    private static func names(in folder: FilePath) throws(FaviconError) -> [FilePath.Component] {
        do {
            let names = try folder.readEntries()
            guard folder.isSearchable else { throw Errno.permissionDenied }
            return names
        } catch { throw .noInput(folder, error as? Errno ?? .ioError) }
    }

    static let fileLimit = 200_000

    private func has(_ url: WebURL) -> Bool {
        url.hasOrigin(of: base) && (url.path.hasPrefix(base.path) || url.path + "/" == base.path)
    }

    /// The file for a URL, and the URL after redirects; `nil` if there is none.
    private func file(for url: WebURL) -> (FilePath, WebURL)? {
        // Longer than any path of the system, even if each byte is an escape.
        guard url.path.utf8.count < 3 * Int(PATH_MAX) else { return nil }
        var path = root
        for name in url.path.dropFirst(base.path.utf8.count).split(separator: "/") {
            // A file's name has no slash and is not `..`; `%2e%2e` was resolved before.
            guard let component = Self.component(percentDecoded(Array(name.utf8)[...])), component.kind == .regular
            else { return nil }
            path.append(component)
        }
        if path.isDirectory {
            let place = url.path.hasSuffix("/") ? url : url.withSlash
            return Self.indexNames.lazy.map { path.appending($0) }.first(where: \.isRegularFile).map { ($0, place) }
        }
        if url.path.hasSuffix("/") { return nil }
        if path.isRegularFile { return (path, url) }
        // GitHub Pages and others serve `about.html` for `/about`.
        guard let last = path.lastComponent else { return nil }
        let page = path.containingFolder.appending(last.string + ".html")
        return page.isRegularFile ? (page, url) : nil
    }

    /// Percent-encodes a name byte by byte, because it need not be UTF-8.
    static func encoded(_ name: FilePath.Component) -> String {
        name.withPlatformString { text in
            // Safety: the text is zero-terminated, and is only read during the call.
            UnsafeBufferPointer(start: text, count: strlen(text)).lazy.map(UInt8.init(bitPattern:)).percentEncoded {
                $0.isASCIILetterOrDigit || "-._~".utf8.contains($0)
            }
        }
    }

    private static func component(_ bytes: [UInt8]) -> FilePath.Component? {
        guard !bytes.contains(0), bytes.count <= Int(NAME_MAX) else { return nil }
        return (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { text in
            // Safety: the text is zero-terminated, and is only read during the call.
            text.baseAddress.flatMap { FilePath.Component(platformString: $0) }
        }
    }

    /// The media type of a file that is not a page, which is empty for an empty file; `nil` for a page.
    static func typeOfOther(than bytes: [UInt8], in file: FilePath) -> String? {
        if bytes.isEmpty { return "" }
        if let image = try? IconImage(reading: bytes) { return image.format.mediaType }
        let type = mediaType(of: file)
        if pageTypes.values.contains(type) { return nil }
        // A page may have any extension, such as that of a template.
        if type != unknownType { return type }
        return bytes.contains(UInt8(ascii: "<")) ? nil : "text/plain"
    }

    private static let unknownType = "application/octet-stream"

    private static func mediaType(of file: FilePath) -> String {
        let ending = file.extension?.lowercased() ?? ""
        if let type = pageTypes[ending] { return type }
        return switch ending {
        case "ico", "cur": "image/vnd.microsoft.icon"
        case "svg": "image/svg+xml"
        case "jpg", "jpeg": "image/jpeg"
        case "png", "gif", "webp", "avif", "bmp": "image/\(ending)"
        case "webmanifest": "application/manifest+json"
        case "json": "application/json"
        case "xml": "application/xml"
        case "txt": "text/plain"
        default: unknownType
        }
    }
}

extension FilePath {
    /// Throws if the file's status cannot be read, but not if the file is missing.
    fileprivate func requireStatus() throws(FaviconError) {
        do { _ = try stat(followTargetSymlink: false) } catch  where error != .noSuchFileOrDirectory {
            throw .noInput(self, error)
        } catch {}
    }

    fileprivate func requirePage() throws(FaviconError) {
        do { _ = try stat() } catch { throw .noInput(self, error) }
        // Reading from a pipe without a writer would block forever.
        guard isRegularFile else { throw .notAFile(self) }
    }

    /// Reads at most `limit` bytes, and returns whether they are the whole file.
    func beginning(_ limit: Int) throws(FaviconError) -> (bytes: [UInt8], isWhole: Bool) {
        do {
            let file = try FileDescriptor.input(self)
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
        } catch { throw .noInput(self, InputError(error).errno) }
    }
}

extension WebURL {
    /// The URL with a slash at the end of its path, to which servers redirect requests for a folder.
    var withSlash: WebURL {
        if path.hasSuffix("/") { return withoutDetails }
        return resolving((path.split(separator: "/").last.map { String($0) } ?? "") + "/") ?? self
    }
}
