import Changelogs
import DevtoolKit
import Scanning
import SystemPackage

/// The settings of `devtool.yml` for changelogs, of all targets together or of one.
struct LintSettings {
    private let sections: [ConfigurationSection]
    /// Each target's section with the options for all, and Liquibase's own settings for it.
    private let properties:
        Result<[(section: ConfigurationSection, file: PropertiesFile)], any Error>
    private let fileName: String?
    /// What counts for all targets, or for the one.
    let section: ConfigurationSection
    let directory: FilePath
    /// The Liquibase that the commands would run, or why there is none.
    let liquibase: Result<Liquibase, any Error>
    private let targets: [Target]
    private let context: Context

    /// Reads the section of a configuration.
    init(_ configuration: Configuration, in context: Context) {
        section = configuration.section(of: MigrateCommand.self)
        let own = section[MigrateSetting.targets].map(\.section)
        sections = [section] + own
        let filled = own.isEmpty ? [section] : own.map { [section] in $0.filled(from: section) }
        properties = Result {
            try filled.map { ($0, try PropertiesFile(configuredBy: $0, in: configuration)) }
        }
        fileName = configuration.fileName
        directory = configuration.directory
        liquibase = Self.liquibase(for: section, from: directory, in: context)
        targets = (try? TargetSelection(configuration, in: context).all()) ?? []
        self.context = context
    }

    init(of target: Target, in context: Context) {
        section = target.section
        sections = [section]
        properties = .success([(section, target.properties)])
        fileName = nil
        directory = target.directory
        liquibase = Self.liquibase(for: section, from: directory, in: context)
        targets = [target]
        self.context = context
    }

    private static func liquibase(
        for section: ConfigurationSection, from directory: FilePath, in context: Context
    ) -> Result<Liquibase, any Error> {
        Result { try Liquibase.locate(for: section, from: directory, in: context) }
    }

    /// A changelog to read, by the name that Liquibase receives.
    struct Root {
        let name: String
        /// The folder that it is seen from.
        let directory: FilePath
        let searchPath: SearchPath
    }

    /// The changelogs of all targets, each once.
    ///
    /// - Throws: ``ConfigurationError`` when there is none.
    func roots() throws -> [Root] {
        var names = sections.compactMap { $0[TargetSetting.changelog] }.distinct
        // Without any name, an unreadable file is the reason.
        let files = names.isEmpty ? try properties.get() : (try? properties.get()) ?? []
        for (section, file) in files where section[TargetSetting.changelog] == nil {
            if let name = file["changeLogFile"], !names.contains(name) { names.append(name) }
        }
        if names.isEmpty {
            throw ConfigurationError(
                Diagnostic(
                    fileName.map { "\($0) sets no changelog" } ?? "no changelog is configured",
                    hint: "set migrate.changelog, or name files: devtool migrate lint FILE"))
        }
        return names.map {
            Root(name: $0, directory: directory, searchPath: searchPath)
        }
    }

    /// A changelog that is named on the command line, seen from the folder of `devtool.yml` as Liquibase
    /// would see it, where it lies below.
    func root(named name: String) -> Root {
        let path = FilePath(name).absolute(in: context.workingDirectory)
        let shown = path.shown(from: directory)
        if shown != path.string {
            return Root(name: shown, directory: directory, searchPath: searchPath)
        }
        return Root(
            name: path.lastComponent?.string ?? name, directory: path.containingFolder,
            searchPath: searchPath(from: path.containingFolder))
    }

    /// Where Liquibase looks for changelogs.
    var searchPath: SearchPath { searchPath(from: directory) }

    private func searchPath(from directory: FilePath) -> SearchPath {
        let inherited = texts(of: "searchPath", separator: ",", unless: TargetSetting.searchPath)
        let searched = paths(of: sections.flatMap { $0[TargetSetting.searchPath] } + inherited)
        return SearchPath(
            directory: directory, others: (searched + classPath).filter { $0.isDirectory },
            jars: searched.filter { !$0.isDirectory } + jars.filter { !isOwn($0) })
    }

    /// Whether a jar is one of Liquibase's own, which hold no changelogs.
    private func isOwn(_ jar: FilePath) -> Bool {
        guard let liquibase = try? liquibase.get() else { return false }
        return jar == liquibase.core || jar.starts(with: liquibase.home.appending("internal"))
    }

    /// The jars on the class path: those of the settings first, then Liquibase's own.
    var jars: [FilePath] {
        guard let liquibase = try? liquibase.get(), liquibase.core != nil else {
            return classPath.filter { !$0.isDirectory }
        }
        return liquibase.classPath(of: classPath.map(\.string), in: directory).jars
    }

    /// What the settings add to the class path, patterns as the files that there are.
    private var classPath: [FilePath] {
        let entries = sections.flatMap {
            (try? ClassPathPatterns.expanded($0, of: "", in: directory)) ?? []
        }
        return paths(of: entries + texts(of: "classpath", separator: ":"))
    }

    /// The parts of a list in Liquibase's own settings, where the section does not have it.
    private func texts(
        of property: String, separator: Character, unless key: SettingKey<[String]>? = nil
    ) -> [String] {
        ((try? properties.get()) ?? []).flatMap { section, file -> [String] in
            if let key, !section[key].isEmpty { return [] }
            return file[property]?.split(separator: separator).map { String($0).trimmed } ?? []
        }
    }

    private func paths(of entries: [String]) -> [FilePath] {
        entries.map { FilePath($0).absolute(in: directory) }.distinct
    }

    /// The kinds of the targets' databases; none where one is not known.
    var databases: [DatabaseProduct] {
        let products = targets.map(\.product)
        return products.contains { $0 == nil } ? [] : products.compactMap(\.self)
    }

    /// What the targets of a changelog ask of it.
    ///
    /// - Parameters:
    ///   - root: the changelog's name; where no target has it, it is for all of them.
    ///   - raised: rules that the command line asks for.
    /// - Returns: the rules as they are to be applied.
    func policy(for root: String, raising raised: [Rule] = []) -> LintPolicy {
        let own = targets.filter { $0.changelog == root }
        let asking = own.isEmpty ? targets : own
        guard asking.isEmpty else {
            return LintPolicy(
                for: asking.map { ($0.section, $0.product) },
                raising: raised)
        }
        // A target that cannot be reached, as one without a host, may tell what it is.
        let named = section[MigrateSetting.targets].map { $0.section.filled(from: section) }
        return LintPolicy(
            for: (named.isEmpty ? [section] : named).map { ($0, $0.product) }, raising: raised)
    }

    /// What a reader of changelogs is to know.
    var options: ChangelogOptions {
        var options = ChangelogOptions()
        options.shownFrom = context.workingDirectory
        options.databases = databases
        options.knownChanges = Set(sections.flatMap { $0[TargetSetting.knownChanges] })
        func isSaid(_ key: SettingKey<[String]>, _ properties: String...) -> Bool {
            sections.contains { !$0[key].isEmpty }
                || targets.contains { target in
                    properties.contains { target.properties[$0] != nil }
                }
        }
        options.isFiltered = (
            isSaid(TargetSetting.contexts, "contexts", "contextFilter", "context-filter"),
            isSaid(TargetSetting.labels, "labels", "labelFilter", "label-filter")
        )
        options.strayingSchemas = targets.compactMap(\.strayingSchema)
        // Liquibase takes its environment for parameters, too.
        options.parameters = context.environment
        for (name, text) in sections.flatMap({ $0[TargetSetting.parameters] }) {
            if options.parameters[name] != .some(text) {
                // What it stands for depends on the target.
                let isNew = options.parameters[name] == nil || context.environment[name] != nil
                options.parameters[name] = isNew ? .some(text) : .some(nil)
            }
        }
        return options
    }
}

extension Target {
    /// Its default schema, where SQL does not reach it; nil where it does, or that is not known.
    ///
    /// With H2 and PostgreSQL tried; on MariaDB and MySQL Liquibase switches the database.
    fileprivate var strayingSchema: StrayingSchema? {
        guard let url, let schema = defaultSchema ?? properties["defaultSchemaName"] else {
            return nil
        }
        let own: String
        switch url.engine {
        case "postgresql":
            own = url.urlParameter("currentSchema")?.prefix { $0 != "," }.description ?? "public"
        case "h2": own = url.firstMatch(of: /(?i);SCHEMA=([^;]*)/).map { String($0.1) } ?? "PUBLIC"
        default: return nil
        }
        guard own.lowercased() != schema.lowercased() else { return nil }
        let isPostgreSQL = url.engine == "postgresql"
        let shown = url.hidingURLPassword
        let parameter =
            isPostgreSQL ? (url.contains("?") ? "&" : "?") + "currentSchema=" : ";SCHEMA="
        return (
            target: name, defaultSchema: schema, schema: own, isSetByLiquibase: isPostgreSQL,
            correction: "set the schema of the connection, too: url: \(shown)\(parameter)\(schema)"
        )
    }

    /// The kind of its database, by its URL, else by its `engine`; nil where it is not known.
    fileprivate var product: DatabaseProduct? {
        url.flatMap(DatabaseProduct.init) ?? section.product
    }
}

extension ConfigurationSection {
    /// The kind of database that its `url`, else its `engine` names.
    fileprivate var product: DatabaseProduct? {
        self[TargetSetting.url].flatMap(DatabaseProduct.init)
            ?? self[TargetSetting.engine].flatMap { DatabaseProduct(url: "jdbc:\($0.rawValue):") }
    }
}
