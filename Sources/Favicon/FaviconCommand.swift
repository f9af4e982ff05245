package import ArgumentParser
package import DevtoolKit
import Fetching
import SystemPackage

/// `devtool favicon`: prints the URL of the icon that a browser would show for a page.
package struct FaviconCommand: Plugin {
    /// The command's name and help.
    package static let configuration = CommandConfiguration(
        commandName: "favicon",
        abstract: "Find the icon of a web page.",
        discussion: """
            Prints the URL of the icon that a browser's tab would show: the best of the page's icon \
            links, else a picture for phones, else /favicon.ico if the server has one.

            A host without a scheme is tried with https, then with http. The exit status is 1 for a \
            page without an icon, 66 for a missing file, 69 when the host cannot be reached, and \
            75 when the time is up.
            """)

    @Argument(help: "A URL, a host, an HTML file, or - for standard input.")
    var page: String

    @Option(help: "Where a file's page is on the web.")
    var baseURL: String?

    @Flag(help: "For a file: take /favicon.ico for there, and fetch nothing.")
    var noFetch = false

    @Option(help: "How many seconds the whole search may take.")
    var timeout = 10.0

    /// Creates the command, for ArgumentParser to fill in.
    package init() {}

    /// Rejects a time limit that is none.
    package func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout takes a number of seconds above 0 and up to 86400.")
        }
    }

    /// Finds the icon and prints its URL.
    package mutating func run(in context: Context) async throws {
        let search = IconSearch(
            client: CurlHTTPClient(), userAgent: "devtool/\(devtoolVersion)",
            deadline: .now + .seconds(timeout))
        let icon =
            switch try IconSource(page, in: context.workingDirectory) {
            case .web(let url, let other): try await icon(at: url, orElse: other, search)
            case .file(let path): try await icon(in: path, context, search)
            case .standardInput: try await icon(onStandardInput: search)
            }
        try context.console.print(icon.description)
    }

    private func icon(
        at url: WebURL, orElse other: WebURL?, _ search: IconSearch<CurlHTTPClient>
    ) async throws -> IconTarget {
        if baseURL != nil { throw FaviconError.optionForFiles("--base-url") }
        if noFetch { throw FaviconError.optionForFiles("--no-fetch") }
        let page = try await search.page(at: url, orElse: other)
        return try await search.icon(of: page, named: page.document?.description ?? self.page)
    }

    private func icon(
        in path: FilePath, _ context: Context, _ search: IconSearch<CurlHTTPClient>
    ) async throws -> IconTarget {
        do {
            let file = try FileDescriptor.open(
                path.absolute(in: context.workingDirectory), .readOnly, options: .closeOnExec)
            let finder = try file.closeAfter { try Self.read(file) }
            return try await icon(in: finder, named: path.string, search)
        } catch let errno as Errno {
            throw FaviconError.noInput(path, errno)
        }
    }

    private func icon(
        onStandardInput search: IconSearch<CurlHTTPClient>
    ) async throws -> IconTarget {
        do {
            return try await icon(in: Self.read(.standardInput), named: "<stdin>", search)
        } catch let errno as Errno {
            throw FaviconError.noInput("<stdin>", errno)
        }
    }

    private func icon(
        in finder: IconFinder, named name: String, _ search: IconSearch<CurlHTTPClient>
    ) async throws -> IconTarget {
        let document = try baseURL.map { text throws(FaviconError) in
            guard let url = WebURL(text) else { throw FaviconError.notFetchable(text) }
            return url
        }
        return try await search.icon(
            of: finder.page(at: document), named: name, trustsDefault: noFetch)
    }

    private static func read(_ file: FileDescriptor) throws -> IconFinder {
        var finder = IconFinder()
        while true {
            let piece = try [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                // Safety: `read` initializes as many bytes as it returns.
                count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            if piece.isEmpty { return finder }
            finder.read(piece)
        }
    }
}
