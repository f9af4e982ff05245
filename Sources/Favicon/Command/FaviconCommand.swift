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

    @OptionGroup(title: "Which icon")
    var choice: ChoiceOptions

    @OptionGroup(title: "How it is fetched")
    var fetching: FetchOptions

    @OptionGroup(title: "A page in a file")
    var file: FileOptions

    @OptionGroup(title: "What is printed")
    var output: OutputOptions

    /// The options that every command has.
    @OptionGroup
    package var globalOptions: GlobalOptions

    /// Creates the command, for ArgumentParser to fill in.
    package init() {}

    /// Rejects an empty argument, and options that contradict each other.
    package func validate() throws {
        if page.isEmpty { throw ValidationError("The page is empty.") }
        if file.noFetch, fetching.verify == true {
            throw ValidationError("'--no-fetch' and '--verify' cannot be used together.")
        }
    }

    /// Finds the icons and prints what is asked for.
    package mutating func run(in context: Context) async throws {
        let section = try context.configurationOrDefaults().section(of: Self.self)
        let source = try IconSource(page, in: context.workingDirectory)
        let job = IconJob(
            options: searchOptions(for: source, section), file: file,
            directory: context.workingDirectory)
        let report = try await context.console.withProgress(
            "Looking at \(WebURL.withoutUserInfo(page))"
        ) { _ in
            try await job.report(on: source, requested: page)
        }
        for warning in report.warnings { context.console.report(warning) }
        try output.print(report, on: context.console)
        if let error = report.error { throw error }
    }

    private func searchOptions(
        for source: IconSource, _ section: ConfigurationSection
    ) -> SearchOptions {
        var options = fetching.searchOptions(section)
        options.wish = choice.wish(section)
        if file.noFetch {
            options.verification = .offline
        } else if fetching.verify ?? source.isOnTheWeb {
            options.verification = output.all ? .all : .chosen
        } else {
            options.verification = .unnamed
        }
        return options
    }
}
