import DevtoolKit
import Fetching
import URLs
import SystemPackage

/// Finds the icon of one page, on the web or in a file.
struct IconJob: Sendable {
    /// What fetches pages and icons.
    let client: any HTTPClient
    /// How pages are searched.
    let options: SearchOptions
    /// What is told of a page in a file.
    let file: FileOptions

    /// What is found for an argument, which names a source.
    ///
    /// - Throws: ``FaviconError`` for a file that cannot be read, or options that are not for the
    ///   source; `CancellationError`. A page that cannot be fetched is reported.
    func report(on source: IconSource, requested argument: String) async throws -> IconReport {
        switch source {
        case .web(let url, let other):
            try file.refuseForPagesOnTheWeb()
            let search = IconSearch(client: client, options: options)
            return try await search.report(on: url, orElse: other, requested: argument)
        case .file(let path):
            return try await report(onFile: path, requested: argument) {
                try FileDescriptor.input(path, isTyped: true)
            }
        case .standardInput:
            return try await report(onFile: "<stdin>", requested: "<stdin>") { .standardInput }
        }
    }

    private func report(
        onFile path: FilePath, requested: String, open: () throws -> FileDescriptor
    ) async throws -> IconReport {
        let page = try page(named: path, open: open)
        let search = IconSearch(client: client, options: options)
        return IconReport(
            of: try await search.finding(in: page), requested: requested, name: path.string)
    }

    private func page(
        named path: FilePath, open: () throws -> FileDescriptor
    ) throws(FaviconError) -> Page {
        let document = try file.document()
        do {
            let descriptor = try open()
            return try descriptor.closeAfter {
                try IconFinder(
                    reading: descriptor, transport: file.encoding,
                    isXML: path.isOfXHTML)
            }.page(at: document)
        } catch {
            throw .noInput(path, InputError(error).errno)
        }
    }
}

extension IconSearch {
    /// What is found for a page on the web, or why it cannot be fetched.
    ///
    /// - Throws: `CancellationError`.
    func report(
        on url: WebURL, orElse other: WebURL?, requested: String, after beginning: Beginning? = nil
    ) async throws -> IconReport {
        do {
            return try await IconReport(
                of: finding(at: url, orElse: other, after: beginning), requested: requested)
        } catch let error as FaviconError {
            return IconReport(failed: error, requested: requested)
        }
    }
}

/// The source of a page, as given on the command line.
enum IconSource: Sendable, Equatable {
    /// Standard input, written as `-`.
    case standardInput
    case file(FilePath)
    /// A page to fetch, and where else to try if nobody answers there.
    case web(WebURL, orElse: WebURL?)

    /// Tells what an argument names.
    ///
    /// What has `://` is a URL, an existing file is one, what has `:\\` is a URL for browsers, what looks like a
    /// host is one, even where a folder has its name, and all else is a file.
    ///
    /// - Parameters:
    ///   - argument: the argument.
    ///   - path: the path that it stands for, if it is one.
    /// - Throws: ``FaviconError`` for a URL that cannot be fetched.
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
            // Nothing to read, of which opening or reading it tells the reason.
            self = .file(path)
        }
    }

    /// Whether the page has to be fetched.
    var isOnTheWeb: Bool {
        if case .web = self { true } else { false }
    }

    /// Whether the part before the first slash is a name with a dot, or with a port, or `localhost`.
    ///
    /// A missing `page.html` is rather a file, and `http:` in `http:/example.com` no host.
    private static func looksLikeHost(_ argument: String) -> Bool {
        let host = argument.prefix { $0 != "/" }
        let isPage =
            host == argument && [".html", ".htm", ".xhtml"].contains(where: host.hasSuffix)
        if isPage || host.hasPrefix(".") || host.hasSuffix(":") { return false }
        return host.contains { $0 == "." || $0 == ":" } || host.lowercased() == "localhost"
    }
}
