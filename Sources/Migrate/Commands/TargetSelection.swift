import DevtoolKit
import Scanning

struct TargetSelection {
    private let configuration: Configuration
    private let section: ConfigurationSection
    private let entries: [(name: String, section: ConfigurationSection)]
    private let environment: [String: String]

    init(_ configuration: Configuration, in context: Context) {
        self.configuration = configuration
        section = configuration.section(of: MigrateCommand.self)
        entries = section[MigrateSetting.targets]
        environment = context.environment
    }

    var names: [String] {
        let isConfigured =
            section.origin(of: TargetSetting.url) != nil || section.origin(of: TargetSetting.engine) != nil
            || (try? PropertiesFile(configuredBy: section, in: configuration))?["url"] != nil
        return entries.isEmpty && isConfigured ? [Target.unnamed] : entries.map(\.name)
    }

    var protectedDatabases: [DatabaseIdentity: String] {
        let found = entries.filter { $0.section.filled(from: section)[TargetSetting.protected] }.flatMap { entry in
            let databases = (try? target(entry.name, entry.section))?.databases ?? []
            return databases.map { ($0, entry.name) }
        }
        return Dictionary(found) { first, _ in first }
    }

    func target(named name: String) throws -> Target { try target(name, entry(named: name)) }

    /// The section of a target; `nil` for the unnamed target.
    private func entry(named name: String) throws -> ConfigurationSection? {
        if entries.isEmpty, name == Target.unnamed { return nil }
        guard let entry = entries.first(where: { $0.name == name }) else {
            let known = entries.isEmpty ? [Target.unnamed] : entries.map(\.name)
            throw Problem(.usage, "unknown target '\(name)'", hint: .suggestion(for: name, in: known))
        }
        return entry.section
    }

    /// Checks names before the items of lists are known.
    func checkNames(_ names: String) throws {
        for name in list(names) { _ = try entry(named: isItem(name) ? String(name.prefix { $0 != ":" }) : name) }
    }

    private func isItem(_ name: String) -> Bool {
        entries.contains { $0.section.isOfList && name.hasPrefix($0.name + ":") }
    }

    /// Whether options choose a list, or some of its items.
    func chooses(_ list: String, by names: String?) -> Bool {
        (names ?? section[MigrateSetting.defaultTarget]).map { names in
            self.list(names).contains { $0 == list || $0.hasPrefix(list + ":") }
        } ?? false
    }

    /// Whether an entry stands for a list without items.
    private static func isEmptyList(_ entry: (name: String, section: ConfigurationSection)) -> Bool {
        entry.section.isOfList && entry.name.hasSuffix(":")
    }

    /// The names of the targets that a name means: those of a list, or the name itself.
    private func names(meantBy name: String) -> [String] {
        let items = entries.filter { $0.section.isOfList && $0.name.hasPrefix(name + ":") }
        return entries.contains { $0.name == name } || items.isEmpty
            ? [name] : items.filter { !Self.isEmptyList($0) }.map(\.name)
    }

    /// Splits `a,b, c`; a name that contains a comma must be the only one.
    private func list(_ names: String) -> [String] {
        entries.contains { $0.name == names }
            ? [names]
            : names.split(separator: ",", omittingEmptySubsequences: false).map { name in
                String(name.drop { $0 == " " })
            }
    }

    /// All targets in the order of the file; without names, the options for all targets are one.
    func all() throws -> [Target] {
        if entries.isEmpty { return [try target(Target.unnamed, nil)] }
        var findings: [Diagnostic] = []
        let targets = entries.filter { !Self.isEmptyList($0) }.compactMap { name, own -> Target? in
            do { return try target(name, own) } catch {
                findings += (error as? any DiagnosableError)?.diagnostics ?? []
                return nil
            }
        }
        if !findings.isEmpty { throw ConfigurationError(findings) }
        return targets
    }

    /// The listed targets, or else the default target, or else the only target.
    ///
    /// - Throws: ``Problem`` if a name is unknown or the choice is ambiguous.
    func named(_ names: String?) throws -> [Target] {
        if entries.isEmpty { return [try target(named: names ?? Target.unnamed)] }
        let chosen = names ?? section[MigrateSetting.defaultTarget]
        if chosen == nil, entries.count > 1 || entries[0].section.isOfList {
            let known = entries.map(\.name).joined(separator: ", ")
            throw Problem(
                .usage, "several targets are configured",
                hint: "choose one with --target (\(known)), or set default-target")
        }
        guard let chosen else { return try all() }
        return try list(chosen).flatMap(names(meantBy:)).distinct.map(target(named:))
    }

    private func target(_ name: String, _ own: ConfigurationSection?) throws -> Target {
        let target = try Target(name: name, own: own, options: section, in: configuration, environment: environment)
        if let problem = Problem.strayItem(in: target.url, of: name, own) { throw problem }
        return target
    }
}

extension MigrateCommand {
    static func findings(in reading: ConfigurationReading, context: Context) -> [Diagnostic] {
        // An unreadable setting must not be reported as missing.
        guard (try? reading.configuration) != nil else { return [] }
        let selection = TargetSelection(reading.partialConfiguration, in: context)
        return selection.addressFindings + selection.unusedURL
    }
}

extension TargetSelection {
    /// A warning about a URL that no target inherits, so that no command uses it.
    fileprivate var unusedURL: [Diagnostic] {
        let targets = entries.map(\.section)
        guard section.origin(of: TargetSetting.url) != nil, !targets.isEmpty,
            targets.allSatisfy({ $0[TargetSetting.url] != nil || $0[TargetSetting.engine] != nil })
        else { return [] }
        return [
            Diagnostic(
                "'migrate.url' is not used, because every target has its own address", severity: .warning,
                at: section.location(of: TargetSetting.url), hint: "make it the url of another target")
        ]
    }

    fileprivate var addressFindings: [Diagnostic] {
        let targets: [(name: String, section: ConfigurationSection?)] =
            entries.isEmpty ? [(Target.unnamed, nil)] : entries.map { ($0.name, $0.section) }
        return targets.flatMap { name, own -> [Diagnostic] in
            do { if let own { _ = try TargetList(name, own) } } catch {
                return (error as? any DiagnosableError)?.diagnostics ?? []
            }
            do {
                if let url = try DatabaseURL(configuredBy: own, options: section) {
                    return Problem.strayItem(in: url.jdbc, of: name, own)?.diagnostics ?? []
                }
            } catch let error as DatabaseURL.MissingPart {
                return error.diagnostics.map { problem in
                    var problem = problem
                    problem.severity = .warning
                    return problem
                }
            } catch { return (error as? any DiagnosableError)?.diagnostics ?? [] }
            let filled = own?.filled(from: section) ?? section
            let properties = try? PropertiesFile(configuredBy: filled, in: configuration)
            guard let own, properties?["url"] == nil else { return [] }
            return [
                Diagnostic(
                    "the target '\(name)' has no url", severity: .warning, at: own.location,
                    hint: "set 'url' or DATABASE_URL")
            ]
        }
    }
}
