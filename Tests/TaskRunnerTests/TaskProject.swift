import ArgumentParser
import DevtoolKit
import JSON
import SystemPackage
import TestSupport

@testable import Settings
@testable import TaskRunner

/// A project whose tasks are read.
struct TaskProject {
    private let folder = TemporaryFolder()
    var environment: [String: String] = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]

    /// A command that owns the keys of tasks.
    struct Run: Plugin {
        static let settings = RunSetting.all
        static var traits: PluginTraits {
            var traits = PluginTraits()
            traits.documentKeys = ["tasks", "includes"]
            traits.documents = { TaskSchema(in: $0).documents }
            traits.findings = { TaskCatalog.read($0, .all, in: $1).findings }
            return traits
        }

        mutating func run(in context: Context) async throws {}
    }

    /// A command with settings of several kinds.
    struct Migrate: Plugin {
        static let settings = [
            Setting("changelog", .string, help: "A file."), Setting("paths", .list, help: "Files."),
            Setting("password", .secret, help: "A secret."), Setting("words", .mapping, help: "Words."),
            Setting("targets", .entries([Setting("url", .url, help: "A URL.")]), help: "Targets."),
        ]

        mutating func run(in context: Context) async throws {}
    }

    /// Creates a project with a `devtool.yml`.
    init(_ text: String = "") throws { try folder.write(text, to: "devtool.yml") }

    /// Writes another file.
    func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

    var path: FilePath { folder.path }

    var context: Context {
        let console = Console()
        return Context(
            console: console, processes: ProcessRunner(console: console), environment: environment,
            workingDirectory: folder.path, plugins: [Run.self, Migrate.self],
            commandNames: ["run", "migrate", "favicon", "help"])
    }

    /// The tasks.
    func load() throws -> TaskCatalog { try TaskCatalog.load(.all, in: context) }

    /// All that is wrong, as the user sees it.
    func complaints() -> [String] {
        do {
            _ = try load()
            return []
        } catch let error as ConfigurationError {
            return error.diagnostics.map { $0.rendered(program: "devtool") }
        } catch { return ["\(error)"] }
    }

    /// The messages without their lines and hints.
    func messages() -> [String] { complaints().map { String($0.prefix { $0 != "\n" }) } }
}

extension TaskProject {
    /// A text as if it were in the project's file.
    func text(_ text: String) throws -> LocatedText {
        let name = "text.yml"
        try write(JSONValue.object([("tasks", .string(text))]).compactText, to: name)
        let file = try ConfigurationFile(path: path.appending(name), shownAs: name)
        guard case .mapping(let pairs)? = file.root?.value, let node = pairs.first?.value else {
            throw Errno.invalidArgument
        }
        return LocatedText(text, at: TaskPlace(node, in: TaskFile(file)))
    }
}
