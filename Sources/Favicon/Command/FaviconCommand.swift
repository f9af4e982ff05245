package import ArgumentParser
package import DevtoolKit
import Encodings
import Fetching
import SystemPackage

/// `devtool favicon`: prints the URL of the icon that a browser would show for a page.
package struct FaviconCommand: Plugin, GlobalOptionsAccepting {
    /// The command's name and help.
    package static let configuration = CommandConfiguration(
        commandName: "favicon",
        // Tells ArgumentParser that this is no program of its own, which would take its time.
        _superCommandName: "devtool",
        abstract: "Find the icon of a web page.",
        discussion: """
            Prints the URL of the icon that a browser's tab would show: the best of the page's icon \
            links, else a picture for phones, else a tile, else /favicon.ico if the server has one.

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

    @Option(
        help: ArgumentHelp("For a file: where its page is on the web.", valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp(
            "For a file: the encoding that the header of its page names.", valueName: "label"))
    var charset: String?

    @Flag(help: "For a file: take /favicon.ico for there, and fetch nothing.")
    var noFetch = false

    @Option(
        help: ArgumentHelp(
            "How many seconds the requests may take together. (default: 10)", valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "What the requests say that they come from. (default: devtool/\(devtoolVersion))",
            valueName: "name"))
    var userAgent: String?

    @Flag(help: "Ask servers with public addresses only, wherever redirects lead.")
    var publicOnly = false

    @OptionGroup(title: "Which icon")
    var choice: ChoiceOptions

    @OptionGroup(title: "What is printed")
    var output: OutputOptions

    /// The options that every command has.
    @OptionGroup
    package var globalOptions: GlobalOptions

    /// Creates the command, for ArgumentParser to fill in.
    package init() {}

    /// Rejects empty arguments, and a time limit that is none.
    package func validate() throws {
        if page.isEmpty { throw ValidationError("The page is empty.") }
        if baseURL?.isEmpty == true { throw ValidationError("--base-url takes a URL.") }
        if let charset, CharacterEncoding(label: charset) == nil {
            throw ValidationError("--charset takes an encoding, such as utf-8: '\(charset)'.")
        }
        if let timeout, !(timeout > 0 && timeout <= 86_400) {
            throw ValidationError("--timeout takes a number of seconds above 0 and up to 86400.")
        }
    }

    /// Finds the icons and prints what is asked for.
    package mutating func run(in context: Context) async throws {
        let section = try context.configurationOrDefaults().section(of: Self.self)
        let report = try await context.console.withProgress(
            "Looking at \(WebURL.withoutUserInfo(page))"
        ) { _ in
            try await find(section, in: context)
        }
        try output.print(report, on: context.console)
        if report.order.chosen == nil { throw FaviconError.noChoice(in: report) }
    }

    /// What is found in the page.
    private func find(
        _ section: ConfigurationSection, in context: Context
    ) async throws -> IconReport {
        var search = IconSearch(
            client: CurlHTTPClient(), userAgent: userAgent ?? "devtool/\(devtoolVersion)",
            timeout: timeout.map { .seconds($0) } ?? section.duration("timeout") ?? .seconds(10),
            isPublicOnly: publicOnly)
        let (page, name) = try await page(in: context, &search)
        for warning in page.warnings(naming: name) { context.console.report(warning) }
        let order = try await search.order(
            of: page, for: choice.wish(section), trustsDefault: noFetch)
        return IconReport(page: page, name: name, order: order)
    }

    /// The page, and what messages call it.
    private func page(
        in context: Context, _ search: inout IconSearch<CurlHTTPClient>
    ) async throws -> (Page, String) {
        switch try IconSource(page, in: context.workingDirectory) {
        case .web(let url, let other):
            try refuseOptionsForFiles()
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

    /// Refuses what the web tells of a page by itself.
    private func refuseOptionsForFiles() throws(FaviconError) {
        if baseURL != nil {
            throw .optionForFiles("--base-url", because: "the URL of a page says where it is")
        }
        if charset != nil {
            throw .optionForFiles("--charset", because: "the server of a page names its encoding")
        }
        if noFetch {
            throw .optionForFiles("--no-fetch", because: "a page on the web has to be fetched")
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
            let encoding = charset.flatMap { CharacterEncoding(label: $0) }
            let file = try open()
            return try file.closeAfter {
                try IconFinder(reading: file, transport: encoding)
            }.page(at: document)
        } catch {
            throw .noInput(path, error as? Errno ?? .ioError)
        }
    }
}
