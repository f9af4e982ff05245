import Changelogs
import DevtoolKit
import Scanning
import SystemPackage

struct LintSettings {
    private let sections: [ConfigurationSection]
    private let properties: Result<[(section: ConfigurationSection, file: PropertiesFile)], any Error>
    private let fileName: String?
    /// The options for all targets, or the section of the one target.
    let section: ConfigurationSection
    let directory: FilePath
    let liquibase: Result<Liquibase, any Error>
    private let targets: [Target]
    let context: Context

    init(_ configuration: Configuration, in context: Context) {
        section = configuration.section(of: MigrateCommand.self)
        let own = section[MigrateSetting.targets].map(\.section)
        sections = [section] + own
        let filled = own.isEmpty ? [section] : own.map { [section] in $0.filled(from: section) }
        properties = Result { try filled.map { ($0, try PropertiesFile(configuredBy: $0, in: configuration)) } }
        fileName = configuration.fileName
        directory = configuration.directory
        liquibase = Result { [section, directory] in try Liquibase.locate(for: section, from: directory, in: context) }
        targets = (try? TargetSelection(configuration, in: context).all()) ?? []
        self.context = context
    }

    init(of target: Target, in context: Context) {
        section = target.section
        sections = [section]
        properties = .success([(section, target.properties)])
        fileName = nil
        directory = target.directory
        liquibase = Result { [section, directory] in try Liquibase.locate(for: section, from: directory, in: context) }
        targets = [target]
        self.context = context
    }

    struct Root {
        let name: String
        let directory: FilePath
        let searchPath: SearchPath
    }

    /// The distinct changelogs of all targets.
    ///
    /// - Throws: ``ConfigurationError`` if there is none.
    func roots() throws -> [Root] {
        var names = sections.compactMap { $0[TargetSetting.changelog] }.distinct
        // If no changelog is named, an unreadable properties file is the reason.
        let files = names.isEmpty ? try properties.get() : (try? properties.get()) ?? []
        for (section, file) in files where section[TargetSetting.changelog] == nil {
            if let name = file["changeLogFile"], !names.contains(name) { names.append(name) }
        }
        if names.isEmpty {
            throw ConfigurationError(
                Diagnostic(
                    fileName.map { "\($0) does not set a changelog" } ?? "no changelog is configured",
                    hint: "set migrate.changelog, or name files: devtool migrate lint FILE"))
        }
        return try names.map { name in
            if FilePath(name).absolute(in: directory).isDirectory {
                let section = sections.first { $0[TargetSetting.changelog] == name }
                throw Problem.folder(name, at: section?.location(of: TargetSetting.changelog))
            }
            return Root(name: name, directory: directory, searchPath: searchPath)
        }
    }

    /// A changelog named on the command line, relative to the folder of `devtool.yml` if it is inside.
    func root(named name: String) -> Root {
        let path = FilePath(name).absolute(in: context.workingDirectory)
        let shown = path.shown(from: directory)
        if shown != path.string { return Root(name: shown, directory: directory, searchPath: searchPath) }
        return Root(
            name: path.lastComponent?.string ?? name, directory: path.containingFolder,
            searchPath: searchPath(from: path.containingFolder))
    }

    var searchPath: SearchPath { searchPath(from: directory) }

    private func searchPath(from directory: FilePath) -> SearchPath {
        let inherited = texts(of: "searchPath", separator: ",", unless: TargetSetting.searchPath)
        let searched = paths(of: sections.flatMap { $0[TargetSetting.searchPath] } + inherited)
        return SearchPath(
            directory: directory, others: (searched + classPath).filter { $0.isDirectory },
            jars: searched.filter { !$0.isDirectory } + jars.filter { !isOwn($0) })
    }

    /// Whether the jar is part of Liquibase, so that it contains no changelogs.
    private func isOwn(_ jar: FilePath) -> Bool {
        guard let liquibase = try? liquibase.get() else { return false }
        return jar == liquibase.core || jar.starts(with: liquibase.home.appending("internal"))
    }

    /// The jars on the class path: those of the settings, then Liquibase's own.
    var jars: [FilePath] {
        guard let liquibase = try? liquibase.get(), liquibase.core != nil else {
            return classPath.filter { !$0.isDirectory }
        }
        return liquibase.classPath(of: classPath.map(\.string), in: directory).jars
    }

    private var classPath: [FilePath] {
        let entries = sections.flatMap { (try? $0.classPath(of: "", in: directory)) ?? [] }
        return paths(of: entries + texts(of: "classpath", separator: ":"))
    }

    private func texts(of property: String, separator: Character, unless key: SettingKey<[String]>? = nil) -> [String] {
        ((try? properties.get()) ?? []).flatMap { section, file -> [String] in
            if let key, !section[key].isEmpty { return [] }
            return file[property]?.split(separator: separator).map { String($0).trimmed } ?? []
        }
    }

    private func paths(of entries: [String]) -> [FilePath] {
        entries.map { FilePath($0).absolute(in: directory) }.distinct
    }

    /// The kinds of the targets' databases; empty if one is unknown.
    var databases: [DatabaseProduct] {
        let products = targets.map(\.product)
        return products.contains { $0 == nil } ? [] : products.compactMap(\.self)
    }

    /// The requirements of the targets that use a changelog, or of all targets if none does.
    func policy(for root: String, raising raised: [Rule] = []) -> LintPolicy {
        let own = targets.filter { $0.changelog == root }
        let asking = own.isEmpty ? targets : own
        guard asking.isEmpty else { return LintPolicy(for: asking.map { ($0.section, $0.product) }, raising: raised) }
        // Even a target with an incomplete address may name its engine.
        let named = section[MigrateSetting.targets].map { $0.section.filled(from: section) }
        return LintPolicy(for: (named.isEmpty ? [section] : named).map { ($0, $0.product) }, raising: raised)
    }

    var options: ChangelogOptions {
        var options = ChangelogOptions()
        options.shownFrom = context.workingDirectory
        options.databases = databases
        options.knownChanges = Set(sections.flatMap { $0[TargetSetting.knownChanges] })
        func isSaid(_ key: SettingKey<[String]>, _ properties: String...) -> Bool {
            sections.contains { !$0[key].isEmpty }
                || targets.contains { target in properties.contains { target.properties[$0] != nil } }
        }
        options.isFiltered = (
            isSaid(TargetSetting.contexts, "contexts", "contextFilter", "context-filter"),
            isSaid(TargetSetting.labels, "labels", "labelFilter", "label-filter")
        )
        options.strayingSchemas = targets.compactMap(\.strayingSchema)
        // Liquibase also reads its environment as parameters.
        options.parameters = context.environment
        for (name, text) in sections.flatMap({ $0[TargetSetting.parameters] }) {
            if options.parameters[name] != .some(text) {
                // Targets differ in the value.
                let isNew = options.parameters[name] == nil || context.environment[name] != nil
                options.parameters[name] = isNew ? .some(text) : .some(nil)
            }
        }
        return options
    }
}

extension Target {
    /// The default schema, if plain SQL statements run in another schema.
    ///
    /// Tested with H2 and PostgreSQL. On MariaDB and MySQL, Liquibase switches the database.
    fileprivate var strayingSchema: StrayingSchema? {
        guard let url, let schema = defaultSchema ?? properties["defaultSchemaName"] else { return nil }
        let own: String
        switch url.engine {
        case "postgresql": own = url.urlParameter("currentSchema")?.prefix { $0 != "," }.description ?? "public"
        case "h2": own = url.firstMatch(of: /(?i);SCHEMA=([^;]*)/).map { String($0.1) } ?? "PUBLIC"
        default: return nil
        }
        guard own.lowercased() != schema.lowercased() else { return nil }
        let isPostgreSQL = url.engine == "postgresql"
        let shown = url.hidingURLPassword
        let parameter = isPostgreSQL ? (url.contains("?") ? "&" : "?") + "currentSchema=" : ";SCHEMA="
        return (
            target: name, defaultSchema: schema, schema: own, isSetByLiquibase: isPostgreSQL,
            correction: section.isOfList
                ? "also set the connection's schema: add '\(parameter)${each}' to the URL"
                : "also set the connection's schema: url: \(shown)\(parameter)\(schema)"
        )
    }

    fileprivate var product: DatabaseProduct? { url.flatMap(DatabaseProduct.init) ?? section.product }
}

extension ConfigurationSection {
    fileprivate var product: DatabaseProduct? {
        self[TargetSetting.url].flatMap(DatabaseProduct.init)
            ?? self[TargetSetting.engine].flatMap { DatabaseProduct(url: "jdbc:\($0.rawValue):") }
    }
}
