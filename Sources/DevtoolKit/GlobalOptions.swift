public import ArgumentParser

/// The options that every command has; they precede the command's name.
///
/// Arguments after the name belong to the command, so that `devtool --verbose migrate status --verbose` can pass
/// `--verbose` to Liquibase. A command without conflicting options can accept them after its name too:
/// ```swift
/// struct Greet: Plugin, GlobalOptionsAccepting {
///     @OptionGroup var globalOptions: GlobalOptions
/// }
/// ```
public struct GlobalOptions: ParsableArguments, Sendable {
    @Option(
        name: .customShort("C"), help: ArgumentHelp("Run as if started in this folder.", valueName: "folder"),
        completion: .directory) var folder: String?

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("Use this file instead of the nearest devtool.yml.", valueName: "file"),
        completion: .file(extensions: ["yml", "yaml"])) package var configurationFile: String?

    @Option(help: ArgumentHelp("Colour messages.", valueName: "when")) var color: ColorChoice?

    @Flag(name: .shortAndLong, help: "Show errors and warnings only.") var quiet = false

    @Flag(name: .shortAndLong, help: "Show more detail.") var verbose = false

    @Option(
        name: .customLong("report"),
        help: ArgumentHelp("Also write a report file: junit, sarif or json.", valueName: "kind=path"),
        transform: ReportRequest.init(argument:)) var reports: [ReportRequest] = []

    /// Creates options without values.
    public init() {}

    /// Rejects options that contradict each other.
    public func validate() throws {
        if quiet && verbose { throw ValidationError("'--quiet' and '--verbose' cannot be combined") }
    }

    var values: HostOptions {
        HostOptions(
            folder: folder, configurationFile: configurationFile, color: color,
            verbosity: quiet ? .quiet : verbose ? .verbose : nil, reports: reports)
    }
}

/// A command that also accepts the global options after its name.
public protocol GlobalOptionsAccepting: ParsableCommand {
    /// Declared with `@OptionGroup`.
    var globalOptions: GlobalOptions { get }
    /// Whether the report in JSON goes to standard output, as with `--report json=-`; by default `false`.
    var printsReport: Bool { get }
}

extension GlobalOptionsAccepting {
    /// `false`.
    public var printsReport: Bool { false }

    var hostOptions: HostOptions {
        var options = globalOptions.values
        if printsReport { options.reports.append(ReportRequest(.json, at: ReportRequest.standardOutput)) }
        return options
    }
}

extension GlobalOptions {
    /// Splits off the global options; the rest begins with the command or an option of the suite, such as `--version`.
    static func split(_ arguments: [String], of suite: String) throws -> (options: HostOptions, rest: [String]) {
        guard arguments.first?.hasPrefix("-") == true else { return (HostOptions(), arguments) }
        var rest = arguments[...]
        var own: [String] = []
        var ofPlugins: Set<PluginOption> = []
        while let word = rest.first {
            let name = String(word.prefix { $0 != "=" })
            if let option = PluginOption(rawValue: word) {
                ofPlugins.insert(option)
                rest.removeFirst()
            } else if valued.contains(name) || flags.contains(word) {
                let count = valued.contains(name) && name == word ? 2 : 1
                own += rest.prefix(count)
                rest = rest.dropFirst(count)
            } else {
                break
            }
        }
        do {
            var options = try plain(own) ?? parse(own).values
            options.pluginOptions = ofPlugins
            return (options, Array(rest))
        } catch {
            let problem = Diagnostic.ofArguments(message(for: error), about: self)
            throw Problem(.usage, problem.message, hint: problem.hint ?? "run '\(suite) --help' for the global options")
        }
    }

    /// The values of options that need no conversion and do not repeat; ArgumentParser takes 1.5 ms.
    private static func plain(_ words: [String]) -> HostOptions? {
        var options = HostOptions()
        var rest = words[...]
        while let word = rest.popFirst() {
            if options.verbosity == nil, let verbosity = Verbosity(flag: word) {
                options.verbosity = verbosity
            } else if let value = rest.popFirst(), value.first != "-" {
                switch word {
                case "-C" where options.folder == nil: options.folder = value
                case "--config" where options.configurationFile == nil: options.configurationFile = value
                default: return nil
                }
            } else {
                return nil
            }
        }
        return options
    }

    /// An option of the command or a subcommand that ends with `=`, for which ArgumentParser would consume the next argument.
    ///
    /// Other options are skipped: for example, a task's parameter may be empty.
    static func missingValue(in arguments: [String], of command: any ParsableCommand.Type) -> String? {
        let empty = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") && $0.hasSuffix("=") }
        if empty.isEmpty { return nil }
        let declared = ([command] + command.configuration.subcommands).flatMap { $0.optionNames }
        return empty.first { declared.contains(String($0.dropFirst(2).dropLast())) }
    }

    // A test compares these sets with the declarations; asking ArgumentParser would add milliseconds to every start.
    package static let valued: Set = ["-C", "--config", "--color", "--report"]
    static let flags: Set = ["--quiet", "-q", "--verbose", "-v"]
}

/// An option before a plugin's name that a built-in command has after its name, if at all.
enum PluginOption: String, CaseIterable, Sendable {
    case json = "--json"
    case dryRun = "--dry-run"
}

extension Verbosity {
    fileprivate init?(flag: String) {
        switch flag {
        case "--quiet", "-q": self = .quiet
        case "--verbose", "-v": self = .verbose
        default: return nil
        }
    }
}
