package import ArgumentParser
package import DevtoolKit
import Fetching
import SystemPackage
import URLs

/// `devtool favicon`: prints the URL of the icon that a browser would show for a page.
package struct FaviconCommand: Plugin, GlobalOptionsAccepting {
    package static let configuration = CommandConfiguration(
        commandName: "favicon",
        // Without this, ArgumentParser treats the command as a separate program, which costs time.
        _superCommandName: "devtool", abstract: "Find the icon of a web page.",
        discussion: """
            Prints the URL of the icon that Chromium shows in a tab. If Chromium shows none, devtool \
            prints a note and the best alternative: one in the body, one for phones, one in the \
            manifest, a Windows tile, or /favicon.ico.

            A host without a scheme is tried with https, then with http. The exit status is 1 if \
            the page has no icon, 66 if a file is missing, 69 if the host cannot be reached, and \
            75 after a timeout.
            """)

    package static func checks(in context: Context) async -> [HealthCheck] {
        [
            .library(
                "libcurl", use: "fetches web pages and archives", version: try? CurlHTTPClient.libraryVersion(),
                package: "libcurl4")
        ]
            + PictureLibrary.allCases.map { library in
                .library(
                    library.rawValue, use: "reads the pixels of icons",
                    version: library.isInstalled ? "installed" : nil, package: library.package)
            }
    }

    @Argument(help: "A URL, a host, an HTML file, '-' for standard input, or, with --check, a folder.") var page:
        String?

    @OptionGroup(title: "Icon selection") var choice: ChoiceOptions

    @OptionGroup(title: "Fetching") var fetching: FetchOptions

    @OptionGroup(title: "Page in a file") var file: FileOptions

    @OptionGroup(title: "Output") var output: OutputOptions

    @OptionGroup(title: "Saved files") var keeping: KeepingOptions

    @OptionGroup(title: "Check") var checking: CheckOptions

    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup package var globalOptions: GlobalOptions

    package init() {}

    package func validate() throws {
        try checking.validate(with: choice, output, keeping, batch, fetching, file)
        switch (page, batch.list) {
        case (nil, nil) where checking.explainRule != nil: break
        case (nil, nil):
            throw ValidationError(
                checking.check
                    ? "missing site: specify a URL, a file or a folder"
                    : "missing page: specify a page, or a list of pages with '--batch'")
        case (.some, .some): throw ValidationError("'--batch' cannot be combined with a page")
        case ("", nil): throw ValidationError("the page argument is empty")
        default: break
        }
        if file.noFetch {
            for (option, isGiven) in [("--verify", fetching.verify == true), ("--download", keeping.download != nil)]
            where isGiven { throw ValidationError("'--no-fetch' and '\(option)' cannot be combined") }
        }
        if fetching.verify == false, keeping.download != nil {
            throw ValidationError("'--no-verify' and '--download' cannot be combined")
        }
    }

    package mutating func run(in context: Context) async throws {
        if let rule = checking.explainRule { return try context.explainRule(rule, of: Self.self) }
        try Self.refuseOptions(amongFiles: [page].compactMap { $0 }, in: context)
        let section = try context.configurationOrDefaults().section(of: Self.self)
        if checking.check, let page { return try await check(page, section, in: context) }
        if let list = batch.list {
            try refuseOptionsForOnePage()
            let options = searchOptions(section, isOnTheWeb: true)
            let tally = try await keeping.keepingIcons(ofMany: true, in: context) { kept in
                let job = BatchJob(options: options, batch: batch, kept: kept)
                return try await job.run(list, in: context)
            }
            if tally.pages.done == 0, tally.earlier.done == 0, tally.elsewhere == 0 {
                throw Problem(.badData, "\(list == "-" ? "<stdin>" : list): the list contains no pages")
            }
            // Thrown as an error so that reports and annotations do not show a success.
            if !tally.isSuccess { throw Problem(.problemsFound, tally.summary) }
            context.console.say(tally.summary)
        } else if let page {
            try await run(page, section, in: context)
        }
    }

    private func run(_ page: String, _ section: ConfigurationSection, in context: Context) async throws {
        let begin = context.clock.now
        let source = try IconSource(page, at: context.path(page))
        let job = IconJob(
            client: context.httpClient, options: searchOptions(section, isOnTheWeb: source.isOnTheWeb), file: file)
        let report = try await keeping.keepingIcons(in: context) { kept in
            let report = try await context.console.withProgress("Processing \(WebURL.shown(page))") { _ in
                try await job.report(on: source, requested: page)
            }
            return try kept.keeping(report)
        }
        for warning in report.warnings { context.console.report(warning) }
        // Reports contain a failure as an error.
        if report.error == nil { context.console.record(report.testCase(took: context.clock.now - begin)) }
        try output.print(report, on: context.console)
        if let error = report.error { throw error }
    }

    private func check(_ page: String, _ section: ConfigurationSection, in context: Context) async throws {
        let source = try CheckJob.Source(page, at: context.path(page))
        if case .web = source {
            try file.refuseForPagesOnTheWeb()
            if checking.root != nil {
                throw Problem.optionForFiles("--root", because: "a server provides the whole site")
            }
        }
        let job = CheckJob(
            client: context.httpClient, options: fetching.searchOptions(section), base: try file.document(),
            root: checking.root.map { context.path($0) }, encoding: file.encoding, keepsPictures: keeping.sheet != nil)
        let site: AuditedSite
        do {
            site = try await context.console.withProgress("Checking \(WebURL.shown(page))") { _ in
                try await job.site(source)
            }
        } catch let error as FaviconError where output.json {
            try context.console.print(CheckReport.text(of: error, for: page))
            throw error
        }
        let report = CheckReport(
            requested: page, site: site,
            findings: SiteFindings(
                of: site, levels: section[FaviconSetting.rules], warningsAreErrors: checking.warningsAsErrors))
        if let sheet = keeping.sheet { try context.path(sheet).write(Array(CheckSheet(report).text.utf8)) }
        try report.tell(on: context.console, asJSON: output.json)
        if report.findings.count(.error) > 0 { throw ExitStatus.problemsFound }
    }

    private func searchOptions(_ section: ConfigurationSection, isOnTheWeb: Bool) -> SearchOptions {
        var options = fetching.searchOptions(section)
        options.preference = choice.preference(section)
        options.keepsImages = keeping.keepsImages
        let showsAll = output.all || keeping.sheet != nil
        if file.noFetch {
            options.verification = .offline
        } else if fetching.verify ?? (isOnTheWeb || keeping.keepsImages) {
            options.verification = showsAll ? .all : .chosen
        } else {
            options.verification = .unnamed
        }
        return options
    }

    private func refuseOptionsForOnePage() throws {
        for (option, isGiven) in [
            ("--base-url", file.baseURL != nil), ("--charset", file.charset != nil), ("--no-fetch", file.noFetch),
            ("--all", output.all), ("--explain", output.explain),
        ] where isGiven { throw Problem(.usage, "'\(option)' and '--batch' cannot be combined") }
    }
}

enum FaviconSetting {
    static let use = SettingKey.choice(
        "for", default: IconPreference.Use.tab,
        help: "Which icon to choose: for a browser tab, for a phone's home screen, or the largest.")
    static let size = SettingKey.integer(
        "size", in: IconPreference.sizes, help: "The width and height in pixels; for the largest icon, the maximum.")
    static let scheme = SettingKey.choice(
        "scheme", default: MediaEnvironment.Scheme.light, help: "The browser's color scheme.")
    static let rules = SettingKey.rules(
        "rules", of: RuleCatalog.icons, help: "The level of each --check rule: error, warning, note or off.")
    static let timeout = SettingKey.duration(
        "timeout", default: SearchOptions.defaultTimeout,
        help: "The time limit for all of a page's requests or, with --check, for each request.")
}

extension FaviconCommand {
    package static let settings = [
        FaviconSetting.use.setting, FaviconSetting.size.setting, FaviconSetting.scheme.setting,
        FaviconSetting.timeout.setting, FaviconSetting.rules.setting,
    ]
}
