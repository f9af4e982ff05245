package import ArgumentParser
package import DevtoolKit
import Fetching
import SystemPackage

/// `devtool favicon`: prints the URL of the icon that a browser would show for a page.
package struct FaviconCommand: Plugin, GlobalOptionsAccepting {
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

    /// Looks at libcurl, which everything from the web comes through.
    package static func checks(in context: Context) async -> [HealthCheck] {
        await [
            .looking(at: "libcurl") {
                do {
                    return try CurlHTTPClient.libraryVersion()
                } catch let error as FetchError {
                    throw FaviconError.unreachable(error)
                }
            }
        ]
    }

    @Argument(help: "A URL, a host, an HTML file, or - for standard input.")
    var page: String

    @Option(help: "Where a file's page is on the web.")
    var baseURL: String?

    @Flag(help: "For a file: take /favicon.ico for there, and fetch nothing.")
    var noFetch = false

    @Option(help: "How many seconds the requests may take together.")
    var timeout = 10.0

    /// The options that every command has.
    @OptionGroup
    package var globalOptions: GlobalOptions

    /// Creates the command, for ArgumentParser to fill in.
    package init() {}

    /// Rejects empty arguments, and a time limit that is none.
    package func validate() throws {
        if page.isEmpty { throw ValidationError("The page is empty.") }
        if baseURL?.isEmpty == true { throw ValidationError("--base-url takes a URL.") }
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout takes a number of seconds above 0 and up to 86400.")
        }
    }

    /// Finds the icon and prints its URL.
    package mutating func run(in context: Context) async throws {
        var search = IconSearch(
            client: CurlHTTPClient(), userAgent: "devtool/\(devtoolVersion)",
            timeout: .seconds(timeout))
        let icon = try await context.console.withProgress(
            "Looking at \(WebURL.withoutUserInfo(self.page))"
        ) { _ in
            let (page, name) = try await page(in: context, &search)
            if page.exceedsLimit { context.console.report(.longAttribute(in: name)) }
            return try await search.icon(of: page, named: name, trustsDefault: noFetch)
        }
        try context.console.print(icon.description)
    }

    /// The page, and what messages call it.
    private func page(
        in context: Context, _ search: inout IconSearch<CurlHTTPClient>
    ) async throws -> (Page, String) {
        switch try IconSource(page, in: context.workingDirectory) {
        case .web(let url, let other):
            if baseURL != nil { throw FaviconError.optionForFiles("--base-url") }
            if noFetch { throw FaviconError.optionForFiles("--no-fetch") }
            let page = try await search.page(at: url, orElse: other)
            return (page, WebURL.withoutUserInfo(page.document?.description ?? self.page))
        case .file(let path):
            let file = path.absolute(in: context.workingDirectory)
            let page = try page(named: path) {
                try FileDescriptor.open(file, .readOnly, options: .closeOnExec)
            }
            return (page, path.string)
        case .standardInput:
            return try (page(named: "<stdin>") { .standardInput }, "<stdin>")
        }
    }

    private func page(
        named path: FilePath, open: () throws -> FileDescriptor
    ) throws(FaviconError) -> Page {
        let document = try baseURL.map { text throws(FaviconError) in
            guard let url = WebURL(text) else { throw FaviconError.noURL(text) }
            return url
        }
        do {
            let file = try open()
            return try file.closeAfter { try IconFinder(reading: file) }.page(at: document)
        } catch {
            throw .noInput(path, error as? Errno ?? .ioError)
        }
    }
}
