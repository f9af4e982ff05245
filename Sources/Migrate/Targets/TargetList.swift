import DevtoolKit
import Scanning
import SystemPackage

/// Targets of which the configuration has one entry, with `each`: one for each item of a list.
///
/// ```yaml
/// tenants: {each: {query: "select name from tenants", on: main}, url: …, default-schema: "${each}"}
/// ```
///
/// Their names are `tenants:acme`. In the other settings of the entry, `${each}` is the item.
struct TargetList {
    private enum Source {
        case query(String, on: String)
        case file(String)
        case command([String])
    }

    private let name: String
    private let section: ConfigurationSection
    private let source: Source

    /// The most items.
    private static let limit = 10_000

    /// Reads an entry; fails if it is not a list.
    ///
    /// - Throws: ``Problem`` if it has no source, or several.
    init?(_ name: String, _ section: ConfigurationSection) throws {
        guard section.isOfList, !name.contains(":") else { return nil }
        self.name = name
        self.section = section
        let command = section[TargetSetting.eachCommand]
        switch (section[TargetSetting.eachQuery], section[TargetSetting.eachOn], section[TargetSetting.eachFile]) {
        case (let query?, let target?, nil) where command.isEmpty: source = .query(query, on: target)
        case (nil, nil, let file?) where command.isEmpty: source = .file(file)
        case (nil, nil, nil) where !command.isEmpty: source = .command(command)
        case (_, _, _):
            throw Problem(
                .badConfiguration, "'each' in '\(name)' must have a 'query' with 'on', a 'file' or a 'command'",
                at: section.location)
        }
        guard section.contains("${each}") else {
            throw problem("no setting in '\(name)' contains '${each}', so all its targets would be the same")
        }
    }

    private func problem(_ message: String, hint: String? = nil) -> Problem {
        Problem(.badConfiguration, message, at: section.location, hint: hint)
    }

    /// The items in the order of the source.
    ///
    /// - Throws: ``Problem`` if the source cannot be read, an item cannot be part of a name, or there are none.
    fileprivate func items(in configuration: Configuration, _ context: Context) async throws -> [String] {
        let items = try await texts(in: configuration, context)
        let names = Set(configuration.section(of: MigrateCommand.self)[MigrateSetting.targets].map(\.name))
        var seen: Set<String> = []
        for item in items {
            let isBad = item.unicodeScalars.contains {
                "/:".unicodeScalars.contains($0) || $0.properties.isWhitespace
                    || $0.properties.generalCategory == .control
            }
            let named = "the item '\(item)' in '\(name)'"
            if isBad || [".", "..", ""].contains(item) {
                throw problem(
                    "\(named) cannot be part of a name",
                    hint: "it must not contain '/', ':', whitespace or control characters")
            }
            if !seen.insert(item).inserted { throw problem("\(named) occurs twice") }
            if names.contains("\(name):\(item)") { throw problem("\(named) is also a target in this file") }
        }
        if items.count > Self.limit {
            throw problem("'\(name)' has \(items.count) items; at most \(Self.limit) are allowed")
        }
        if items.isEmpty, !section[TargetSetting.eachMayBeEmpty] {
            throw problem("'\(name)' has no items", hint: "to allow this, set 'allow-empty: true' in 'each'")
        }
        return items
    }

    private func texts(in configuration: Configuration, _ context: Context) async throws -> [String] {
        let directory = configuration.directory
        switch source {
        case .query(let query, let target):
            let (rows, failure) = try await rows(query, on: target, in: configuration, context)
            if let failure { throw problem("the query for '\(name)' failed: \(failure)") }
            return try rows.map { row in
                guard row.count == 1, let item = row[0] else {
                    throw problem("the query for '\(name)' must return one column without nulls")
                }
                return item
            }
        case .file(let file):
            do { return try items(of: try FilePath(file).absolute(in: directory).contents()) } catch let error
                as InputError
            {
                throw Problem(
                    FileError(reading: file, error).exitStatus,
                    "cannot read '\(file)', which lists the items of '\(name)': \(error)", at: section.location)
            }
        case .command(let words):
            let reference = SecretReference(
                .command(words[0], Array(words.dropFirst()), directory: directory), at: section.location)
            let output = try await reference.output(of: words[0], Array(words.dropFirst()), in: directory, context)
            return try items(of: output)
        }
    }

    private func items(of bytes: [UInt8]) throws -> [String] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw problem("the items of '\(name)' are not UTF-8")
        }
        return text.lines.filter { !$0.isEmpty }
    }

    private func rows(_ query: String, on name: String, in configuration: Configuration, _ context: Context)
        async throws -> (rows: [[String?]], failure: String?)
    {
        let entries = configuration.section(of: MigrateCommand.self)[MigrateSetting.targets]
        guard let entry = entries.first(where: { $0.name == name }), !entry.section.isOfList else {
            throw problem("'\(self.name)' runs its query on '\(name)', which is not a target in this file")
        }
        let target = try TargetSelection(configuration, in: context).target(named: name)
        guard CatalogQuestion(url: target.url ?? "")?.preparation.isEmpty == false else {
            throw problem(
                "a query on '\(name)' could change its database",
                hint: "only PostgreSQL, MariaDB and SQLite run queries read-only; use 'file' or 'command' instead")
        }
        let arguments = try LiquibaseArguments(["status"])
        let context = context.changing(InheritedSettings(in: context.environment, for: [target]))
        let job = LiquibaseJob(
            arguments: arguments, mode: LiquibaseJob.RunMode(), preflight: Preflight(arguments, in: context))
        let run = try await TargetRun(job, on: target, isAlone: true, in: context)
        return try await SchemaReader(of: run).rows(query)
    }
}

extension ConfigurationSection {
    /// Whether the entry has `each`, or is one of the targets of such an entry.
    var isOfList: Bool { has(anyOf: TargetSetting.each.map(\.key)) }

    fileprivate func replacingEach(with item: String) -> ConfigurationSection {
        let encoded = item.percentEncoded { $0.isASCIILetterOrDigit || "-._~".utf8.contains($0) }
        return replacing(
            "${each}", with: item, encoded: encoded,
            at: [TargetSetting.host.setting.key, TargetSetting.database.setting.key])
    }
}

extension Configuration {
    /// The configuration with the targets of the chosen lists, and of protected ones, whose databases may be others', too.
    ///
    /// A list without items keeps an entry, ``TargetSelection/isEmptyList``, so that it is not as if nothing were
    /// configured.
    func withItems(ofListsChosenBy isChosen: (String) -> Bool, in context: Context) async throws -> Configuration {
        let section = section(of: MigrateCommand.self)
        var entries: [(name: String, section: ConfigurationSection)] = []
        for (name, own) in section[MigrateSetting.targets] {
            guard let list = try TargetList(name, own),
                isChosen(name) || own.filled(from: section)[TargetSetting.protected]
            else {
                entries.append((name, own))
                continue
            }
            let items = try await list.items(in: self, context)
            entries += items.map { ("\(name):\($0)", own.replacingEach(with: $0)) }
            if items.isEmpty { entries.append(("\(name):", own)) }
        }
        return replacing(MigrateSetting.targets, of: section.path, with: entries)
    }
}

extension Problem {
    /// A reference to the item that nothing replaces, with which the URL would be that of another database.
    static func strayItem(in url: String?, of target: String, _ section: ConfigurationSection?) -> Problem? {
        guard section?.isOfList != true, url?.contains("${each}") == true else { return nil }
        return Problem(
            .badConfiguration, "'${each}' in '\(target)' has no value", at: section?.location,
            hint: "set 'each' to a query, a file or a command")
    }
}
