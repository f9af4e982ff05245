import ArgumentParser
import Changelogs
import DevtoolKit
import SystemPackage

struct NewCommand: Plugin, GlobalOptionsAccepting, TargetsCompleting {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Add the next changeset to the changelog.",
        usage: "devtool migrate new [<options>] <title>",
        discussion: """
            Adds a changeset after the project's last one: at the end of the same file or, if each \
            file in the folder contains one changeset, in a new file. The id and author follow the \
            project's pattern; the author comes from Git. You write the SQL; until you do, \
            'devtool migrate lint' reports the changeset.
            """)

    @Argument(help: "What the changeset does, such as 'add customer email'.") var title: String

    @Option(help: ArgumentHelp("Add it to this target's changelog instead of the default target's.", valueName: "name"))
    var target: String?

    @Option(help: ArgumentHelp("Set the author; by default, it comes from Git.", valueName: "name")) var author: String?

    @Flag(help: "Print the changed file without writing it.") var dryRun = false

    @OptionGroup var globalOptions: GlobalOptions

    mutating func run(in context: Context) async throws {
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard words.contains(where: { $0.isLetter || $0.isNumber }) else { throw Problem(.usage, "the title is empty") }
        let settings = try settings(in: context)
        let roots = try settings.roots()
        guard let root = roots.first else { return }
        if roots.count > 1 {
            throw Problem(
                .usage, "the targets have several changelogs: \(roots.map(\.name).joined(separator: ", "))",
                hint: "choose a target with --target, or set 'default-target'")
        }
        var options = settings.options
        options.release = settings.schemas().release
        let given = author
        let new = try await NewChangeSet(
            words, in: root, reading: options,
            author: { known in
                if let given { return given }
                return try await Self.author(among: known, in: settings.directory, context)
            }, context: context)
        if dryRun {
            try Array(new.text.utf8).withUnsafeBytes { try context.console.write($0) }
            return
        }
        try new.write()
        try context.console.print("\(new.changeSet.location.file):\(new.changeSet.location.line)")
        context.console.say(
            "added \(new.changeSet.name)\(new.isNewFile ? " in a new file" : ""); now write its SQL and rollback")
    }

    private func settings(in context: Context) throws -> LintSettings {
        let configuration = try context.migrateConfiguration()
        let section = configuration.section(of: MigrateCommand.self)
        guard let name = target ?? section[MigrateSetting.defaultTarget] else {
            return LintSettings(configuration, in: context)
        }
        let target = try TargetSelection(configuration, in: context).target(named: name)
        return LintSettings(of: target, in: context)
    }

    /// The author in the form that the project uses, or that this author has used before.
    private static func author(among known: [String], in folder: FilePath, _ context: Context) async throws -> String {
        let name = try await GitRepository.setting("user.name", for: folder, in: context)
        let email = try await GitRepository.setting("user.email", for: folder, in: context)
        let local = email.map { String($0.prefix { $0 != "@" }) }
        let first = name.map { String($0.prefix { $0 != " " }).lowercased() }
        let forms = [email, name, local, first].compactMap(\.self)
        if let used = known.last(where: forms.contains) { return used }
        let last = known.last ?? ""
        let form = last.contains("@") ? email ?? name : last.contains(" ") ? name ?? local : local ?? first
        if let form { return form }
        guard context.executable(named: "git") != nil else {
            throw Problem(.badConfiguration, "the author is unknown because git is not installed", hint: "use --author")
        }
        throw Problem(
            .badConfiguration, "git has no user name", hint: "set it with 'git config user.name', or use --author")
    }
}
