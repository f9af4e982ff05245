import DevtoolKit
import Fetching
import Glibc
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
    /// What the names of pages end with, and the type that servers give them.
    private static let pageTypes = [
        "html": "text/html", "htm": "text/html", "shtml": "text/html",
        "xhtml": "application/xhtml+xml", "xht": "application/xhtml+xml",
    ]

    /// Serves a folder.
    init(_ root: FilePath, at base: WebURL) {
        self.root = root
        self.base = base.resolving(".") ?? base
    }

    /// Answers with a file, or a status.
    ///
    /// - Throws: ``Outside`` for another server's URL; ``FaviconError`` for a file that cannot be read.
    func fetch<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body
    ) async throws -> (response: HTTPResponse, body: Body) {
        guard let url = WebURL(request.url), has(url) else { throw Outside() }
        var body = body
        let limit = request.byteLimit ?? .max
        guard let (file, place) = file(for: url) else {
            return (HTTPResponse(status: 404, url: request.url), body)
        }
        let (sent, isComplete) = try file.beginning(limit)
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
        var names = path.components.map(Self.encoded)
        if let last = names.last, Self.indexNames.contains(last) { names[names.count - 1] = "" }
        return base.resolving(names.joined(separator: "/")).flatMap { names == [""] ? base : $0 }
    }

    /// The path of the file for a URL, as the user would name it; the URL if it is not the folder's.
    func name(of url: WebURL) -> String {
        guard has(url) else { return url.withoutCredentials.description }
        return file(for: url)?.0.string ?? url.withoutCredentials.description
    }

    /// The URL of a file whose path differs in capitals only from that of a URL.
    func urlDifferingInCase(from url: WebURL) -> WebURL? {
        guard has(url) else { return nil }
        var path = root
        for name in url.path.dropFirst(base.path.utf8.count).split(separator: "/") {
            let wanted = String(decoding: percentDecoded(Array(name.utf8)[...]), as: UTF8.self)
            let found = try? path.readEntries().first {
                $0.string.lowercased() == wanted.lowercased()
            }
            guard let found else { return nil }
            path.append(found)
        }
        return path.isRegularFile ? self.url(of: path) : nil
    }

    /// The path, ending in a slash, without which a URL that has no file has one in the folder; `nil` if none has.
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

    /// How many of some URLs on the folder's origin have no file.
    func missingCount(of urls: [WebURL]) -> Int {
        urls.count { $0.hasOrigin(of: base) && !(has($0) && file(for: $0) != nil) }
    }

    /// The pages of the site, those nearest to its root first: each file that browsers would show as one.
    ///
    /// - Parameters:
    ///   - part: the folder whose pages are wanted; all of the site if it is `nil`.
    ///   - limit: the most files and folders.
    /// - Returns: their paths.
    /// - Throws: ``FaviconError`` for too many, a folder that cannot be read, or what has the name of a page and is no
    ///   file, such as a link that leads nowhere: a check that leaves out a page must not end well.
    func pages(in part: FilePath? = nil, limit: Int = fileLimit) throws(FaviconError) -> [FilePath]
    {
        var pages: [FilePath] = []
        var folders = [part ?? root]
        var links: [FilePath] = []
        // Where a link leads to a folder that is looked at by its own name, or in a circle, there is nothing new.
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
                    } else if let place = path.resolved, root.resolved?.starts(with: place) == false
                    {
                        links.append(path)
                    }
                } else if Self.pageTypes[path.extension?.lowercased() ?? ""] != nil {
                    try path.requirePage()
                    pages.append(path)
                }
            }
        }
        return pages.sorted {
            ($0.components.count, $0.string) < ($1.components.count, $1.string)
        }
    }

    private static func names(
        in folder: FilePath
    ) throws(FaviconError) -> [FilePath.Component] {
        do {
            let names = try folder.readEntries()
            guard folder.isSearchable else { throw Errno.permissionDenied }
            return names
        } catch {
            throw .noInput(folder, error as? Errno ?? .ioError)
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
        // Longer than the system's paths, each byte as an escape.
        guard url.path.utf8.count < 3 * Int(PATH_MAX) else { return nil }
        var path = root
        for name in url.path.dropFirst(base.path.utf8.count).split(separator: "/") {
            // A name with a slash, or `..`, is no file's; `%2e%2e` is resolved before.
            guard let component = Self.component(percentDecoded(Array(name.utf8)[...])),
                component.kind == .regular
            else { return nil }
            path.append(component)
        }
        if path.isDirectory {
            let place = url.path.hasSuffix("/") ? url : url.withSlash
            return Self.indexNames.lazy.map { path.appending($0) }.first(where: \.isRegularFile)
                .map { ($0, place) }
        }
        if url.path.hasSuffix("/") { return nil }
        if path.isRegularFile { return (path, url) }
        // As GitHub Pages and others serve `about.html` for `/about`.
        guard let last = path.lastComponent else { return nil }
        let page = path.containingFolder.appending(last.string + ".html")
        return page.isRegularFile ? (page, url) : nil
    }

    /// A name as URLs write it, byte by byte: it need not be UTF-8.
    static func encoded(_ name: FilePath.Component) -> String {
        name.withPlatformString { text in
            // Safety: the text ends with a zero, and is read within the call.
            UnsafeBufferPointer(start: text, count: strlen(text)).lazy.map(UInt8.init(bitPattern:))
                .percentEncoded { $0.isASCIILetterOrDigit || "-._~".utf8.contains($0) }
        }
    }

    /// The name of some bytes; `nil` for what no name has.
    private static func component(_ bytes: [UInt8]) -> FilePath.Component? {
        guard !bytes.contains(0), bytes.count <= Int(NAME_MAX) else { return nil }
        return (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { text in
            // Safety: the text ends with a zero, and is read within the call.
            text.baseAddress.flatMap { FilePath.Component(platformString: $0) }
        }
    }

    /// What a file is that is no page: its type, or nothing if it is empty; `nil` for a page.
    static func typeOfOther(than bytes: [UInt8], in file: FilePath) -> String? {
        if bytes.isEmpty { return "" }
        if let image = try? IconImage(reading: bytes) { return image.format.mediaType }
        let type = mediaType(of: file)
        if pageTypes.values.contains(type) { return nil }
        // A page may have any name, such as that of a template.
        if type != unknownType { return type }
        return bytes.contains(UInt8(ascii: "<")) ? nil : "text/plain"
    }

    private static let unknownType = "application/octet-stream"

    /// The type that servers give a file by its name.
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
    /// Looks whether something in a folder can be told from others: not if its path is too long.
    ///
    /// - Throws: ``FaviconError``.
    fileprivate func requireStatus() throws(FaviconError) {
        do {
            _ = try stat(followTargetSymlink: false)
        } catch  where error != .noSuchFileOrDirectory {
            throw .noInput(self, error)
        } catch {}
    }

    /// Looks whether a file is there.
    ///
    /// - Throws: ``FaviconError``.
    fileprivate func requirePage() throws(FaviconError) {
        do {
            _ = try stat()
        } catch {
            throw .noInput(self, error)
        }
        // Nobody may ever write to a pipe.
        guard isRegularFile else { throw .notAFile(self) }
    }

    /// The first bytes of the file, so many at most, and whether they are all.
    ///
    /// - Throws: ``FaviconError``.
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
        } catch {
            throw .noInput(self, InputError(error).errno)
        }
    }
}

extension WebURL {
    /// The URL with a slash at the end of its path, to which servers redirect for a folder.
    var withSlash: WebURL {
        if path.hasSuffix("/") { return withoutDetails }
        return resolving((path.split(separator: "/").last.map { String($0) } ?? "") + "/") ?? self
    }
}
