import ArgumentParser
import DevtoolKit

struct CheckOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp("Check the icons of a URL, an HTML file or the folder of a built site, and report problems.")
    ) var check = false

    @Option(
        help: ArgumentHelp(
            "With --check, set the folder of the whole site if only part of it is checked.", valueName: "folder"))
    var root: String?

    @Flag(help: "With --check, treat warnings as errors.") var warningsAsErrors = false

    @Option(
        help: ArgumentHelp("Explain a --check rule, or list the rules in a group.", valueName: "rule"),
        completion: .list(RuleCatalog.icons.names)) var explainRule: String?

    func validate() throws {
        for (option, isGiven) in [("--warnings-as-errors", warningsAsErrors), ("--root", root != nil)]
        where isGiven && !check { throw ValidationError("'\(option)' requires '--check'") }
        if root?.isEmpty == true { throw ValidationError("'--root' requires a folder") }
    }

    func validate(
        with choice: ChoiceOptions, _ output: OutputOptions, _ keeping: KeepingOptions, _ batch: BatchOptions,
        _ fetching: FetchOptions, _ file: FileOptions
    ) throws {
        guard check else { return }
        for (option, isGiven) in [
            ("--size", choice.size != nil), ("--for", choice.use != nil), ("--scheme", choice.scheme != nil),
            ("--as", choice.browser != nil), ("--all", output.all), ("--explain", output.explain),
            ("--download", keeping.download != nil), ("--batch", batch.list != nil),
            ("--verify", fetching.verify == true), ("--no-verify", fetching.verify == false),
            ("--fallbacks", fetching.fallbacks), ("--no-fetch", file.noFetch),
        ] where isGiven { throw ValidationError("'--check' and '\(option)' cannot be combined") }
    }
}
