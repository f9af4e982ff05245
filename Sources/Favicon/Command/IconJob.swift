import DevtoolKit
import Fetching
import URLs
import SystemPackage

struct IconJob: Sendable {
    let client: any HTTPClient
    let options: SearchOptions
    let file: FileOptions

    /// Finds the icon of a page; a page that cannot be fetched yields a report with an error.
    func report(on source: IconSource, requested argument: String) async throws -> IconReport {
        switch source {
        case .web(let url, let other):
            try file.refuseForPagesOnTheWeb()
            let search = IconSearch(client: client, options: options)
            return try await search.report(on: url, orElse: other, requested: argument)
        case .file(let path):
            return try await report(onFile: path, requested: argument) { try FileDescriptor.input(path, isTyped: true) }
        case .standardInput: return try await report(onFile: "<stdin>", requested: "<stdin>") { .standardInput }
        }
    }

    private func report(onFile path: FilePath, requested: String, open: () throws -> FileDescriptor) async throws
        -> IconReport
    {
        let page = try page(named: path, open: open)
        let search = IconSearch(client: client, options: options)
        return IconReport(of: try await search.finding(in: page), requested: requested, name: path.string)
    }

    private func page(named path: FilePath, open: () throws -> FileDescriptor) throws(FaviconError) -> Page {
        let document = try file.document()
        do {
            let descriptor = try open()
            return try descriptor.closeAfter {
                try IconFinder(reading: descriptor, transport: file.encoding, isXML: path.isOfXHTML)
            }.page(at: document)
        } catch { throw .noInput(path, InputError(error).errno) }
    }
}

enum IconSource: Sendable, Equatable {
    /// Written as `-`.
    case standardInput
    case file(FilePath)
    /// A page to fetch, with the URL to try if the connection fails.
    case web(WebURL, orElse: WebURL?)

    /// Interprets an argument.
    ///
    /// Text with `://` is a URL. Then come existing files, text with `:\\`, which browsers read as a URL, and text that
    /// looks like a host, even if a folder has that name. Everything else is a file.
    init(_ argument: String, at path: FilePath) throws(FaviconError) {
        if argument == "-" {
            self = .standardInput
        } else if argument.contains("://") {
            guard let url = WebURL(argument) else { throw .noURL(argument) }
            self = .web(url, orElse: nil)
        } else if path.isFile {
            self = .file(path)
        } else if argument.contains(":\\\\"), let url = WebURL(argument) {
            self = .web(url, orElse: nil)
        } else if Self.looksLikeHost(argument), let secure = WebURL("https://\(argument)"),
            let plain = WebURL("http://\(argument)")
        {
            self = .web(secure, orElse: plain)
        } else {
            // Opening or reading it reports the reason.
            self = .file(path)
        }
    }
    var isOnTheWeb: Bool { if case .web = self { true } else { false } }

    /// Whether the part before the first slash contains a dot or a port, or is `localhost`.
    ///
    /// A missing `page.html` is treated as a file, and `http:` in `http:/example.com` is not a host.
    private static func looksLikeHost(_ argument: String) -> Bool {
        let host = argument.prefix { $0 != "/" }
        let isPage = host == argument && [".html", ".htm", ".xhtml"].contains(where: host.hasSuffix)
        if isPage || host.hasPrefix(".") || host.hasSuffix(":") { return false }
        return host.contains { $0 == "." || $0 == ":" } || host.lowercased() == "localhost"
    }
}
