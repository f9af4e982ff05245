import ArgumentParser
import SystemPackage
import TestSupport

@testable import DevtoolKit
@testable import Settings

/// A command with a setting of every kind.
struct SamplePlugin: Plugin {
    static let configuration = CommandConfiguration(commandName: "sample")
    static let settings = [
        Setting("file", .string, help: "A file."), Setting("paths", .list, help: "Paths."),
        Setting("words", .mapping, help: "Words by names."), Setting("password", .secret, help: "A password."),
        Setting("jobs", .integer(1...8), help: "A number."), Setting("strict", .boolean, help: "A truth value."),
        Setting("pause", .duration, help: "A span of time."),
        Setting("level", .choice(["info", "warn"]), help: "A word."),
        Setting("main", .reference(to: "targets"), help: "A target."),
        Setting("check.rules", .rules(RuleCatalog.words), help: "Levels."),
        Setting("check.depth", .integer(1...9), help: "A number."),
        Setting("greeting", .string, default: "hello", help: "A text with a default."),
        Setting(
            "targets",
            .entries([
                Setting("url", .string, help: "A URL."),
                Setting("retries", .integer(0...9), default: "3", help: "A number."),
                Setting("password", .secret, help: "A password."),
            ]), help: "Targets."),
    ]

    mutating func run(in context: Context) async throws {}

    /// The configuration that layers give; files that are nil are not there.
    static func configuration(
        project: String?, user: String? = nil, environment: [String: String] = [:], dotenv: String = "",
        in folder: TemporaryFolder
    ) throws -> Configuration {
        func file(_ text: String?, _ name: String, _ layer: ConfigurationFile.Layer) throws -> ConfigurationFile? {
            guard let text else { return nil }
            try folder.write(text, to: name)
            return try ConfigurationFile(
                path: folder.path.appending(name), shownAs: name, layer: layer, hiding: ["sample": settings].secretKeys)
        }
        return try Configuration(
            ConfigurationLayers(
                variables: Variables(environment: environment, dotenv: Dotenv(dotenv, shownAs: ".env")),
                project: file(project, "devtool.yml", .project), user: file(user, "user.yml", .user)),
            sections: ["sample": settings], in: folder.path)
    }
}

extension Configuration {
    init(_ layers: ConfigurationLayers, sections declared: [String: [Setting]], in directory: FilePath) throws {
        self = try ConfigurationReading(layers, sections: declared, documentKeys: [], in: directory).configuration
    }
}

extension ConfigurationSection {
    /// The whole number at `key`.
    func integer(_ key: String) -> Int? { if case .integer(let number)? = value(at: key) { number } else { nil } }

    /// The truth value at `key`.
    func boolean(_ key: String) -> Bool? { if case .boolean(let truth)? = value(at: key) { truth } else { nil } }

    /// The span of time at `key`.
    func duration(_ key: String) -> Duration? {
        if case .duration(let duration)? = value(at: key) { duration } else { nil }
    }

    /// The reference at `key`.
    func secret(_ key: String) -> SecretReference? {
        if case .secret(let reference)? = value(at: key) { reference } else { nil }
    }
}

/// Rules that a setting gives levels.
extension RuleCatalog { static let words = RuleCatalog([.longWord, .rareWord]) }

extension Rule {
    private static let words = RuleGroup("words", "Words.")
    static let longWord = Rule("long-word", in: words, level: .warning, "LongWord", "A word is long.", help: "Cut it.")
    static let rareWord = Rule(
        "rare-word", in: words, level: .warning, "RareWord", "A word is rare.", help: "Replace it.")
}
