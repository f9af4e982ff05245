import DevtoolKit

/// Removes settings from Liquibase's environment that would override devtool's.
///
/// Liquibase 4.18 and later prefer environment variables, so it could write to the wrong database. Settings that a
/// target leaves open already have the values of these variables: see ``TargetSetting``. License keys and options of
/// Liquibase itself pass.
struct InheritedSettings {
    private struct Claim: Hashable {
        /// For messages: `LIQUIBASE_COMMAND_URL`, or `-Dliquibase.command.url in JAVA_OPTS`.
        let source: String
        let key: String?
        /// Whether the setting belongs to a command; otherwise it is global.
        var isOfCommand = false
    }

    static let prefix = "LIQUIBASE_"
    private static let optionPrefix = "-Dliquibase."

    static func areNamed(_ name: String) -> Bool { name.hasPrefix(prefix) || name.hasPrefix(optionPrefix) }

    /// The changes to a child's environment; a `nil` value removes the variable.
    private(set) var changes: [String: String?] = [:]
    private(set) var notices: [Diagnostic] = []
    private var claims: [Claim] = []
    private let targets: [Target]
    private let parameters: Set<String>

    init(in environment: [String: String], for targets: [Target], parameters: [String] = []) {
        self.targets = targets
        let configured = targets.flatMap { $0.section[TargetSetting.parameters].map(\.name) }
        self.parameters = Set((configured + parameters).map { $0.lowercased() })
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
            if JavaRuntime.optionVariables.contains(name) {
                let words = JavaOptionWord.words(of: value, in: name)
                let kept = words.filter { mayPass($0, in: name) }.map(\.text)
                if kept.count < words.count { changes[name] = kept.isEmpty ? .some(nil) : kept.joined(separator: " ") }
            } else if let claim = Self.claim(name, from: name), settles(claim) {
                changes[name] = .some(nil)
            } else if self.parameters.contains(name.lowercased()) {
                // Later versions of Liquibase prefer any environment variable over a changelog parameter of that name.
                changes[name] = .some(nil)
            }
        }
    }

    private mutating func mayPass(_ word: JavaOptionWord, in variable: String) -> Bool {
        guard let properties = word.properties(in: variable, from: targets.first?.directory) else {
            warn(of: "\(word.meaning) in \(variable)", "devtool cannot inspect it")
            return false
        }
        return properties.filter { settles($0) }.isEmpty
    }

    private mutating func settles(_ property: SystemProperty) -> Bool {
        if parameters.contains(property.name.lowercased()) {
            warn(of: property.source, "the parameter is already set")
            return true
        }
        if movesFiles(property.name) { return settles(Claim(source: property.source, key: "url")) }
        if Self.decidesOnLog(property) { return settles(Claim(source: property.source, key: Self.log)) }
        return Self.claim(property.name, from: property.source).map { settles($0) } ?? false
    }

    private func movesFiles(_ property: Substring) -> Bool {
        Self.movingFiles.contains(String(property))
            || property == "user.home" && targets.contains { $0.url?.contains("~") ?? false }
    }

    /// Properties that move a database file, or that replace the classes of the database driver.
    private static let movingFiles: Set = [
        "user.dir", "h2.baseDir", "h2.urlMap", "derby.system.home", "java.class.path",
    ]

    private static func decidesOnLog(_ property: SystemProperty) -> Bool {
        if property.name == "file.encoding" {
            return ["utf-16", "utf-32"].contains(where: property.value.lowercased().hasPrefix)
        }
        if property.name == "user.language", property.value == "en" { return false }
        return ofJavaLog.contains(where: property.name.hasPrefix)
    }

    private static let ofJavaLog = [
        "user.language", "java.util.logging.", "stdout.encoding", "stderr.encoding", "sun.stdout.encoding",
        "sun.stderr.encoding",
    ]

    /// Records a claim and its warning.
    ///
    /// - Returns: whether a target has the setting, too, so the claim must not reach Liquibase.
    private mutating func settles(_ claim: Claim) -> Bool {
        claims.append(claim)
        guard let key = claim.key else { return false }
        if key == Self.log {
            warn(of: claim.source, "devtool reads Liquibase's output and sets the \(key)")
            return true
        }
        let sayings = targets.compactMap { $0.saying(key) }
        if let other = sayings.first(where: { $0 != claim.source }) {
            let isPart = targets.contains { $0.sayingAddress(key) == other }
            warn(of: claim.source, "\(other) sets the \(isPart ? "url" : key)")
        }
        return !sayings.isEmpty
    }

    private mutating func warn(of source: String, _ reason: String) {
        notices.append(Diagnostic("\(source) is ignored: \(reason)", severity: .warning))
    }

    /// Rejects dangerous commands if the environment influences them.
    ///
    /// Only the configuration may choose the database of a protected target, and the environment must not set an option
    /// of a destructive command.
    ///
    /// - Throws: ``Problem``.
    func check(_ targets: [Target], for command: CommandName) throws {
        if let target = targets.first(where: \.isProtected),
            let claim = claims.first(where: { $0.key.map { !Self.harmless.contains($0) } ?? true })
        {
            throw Problem(
                .badConfiguration,
                "the target '\(target.name)' is protected, but \(claim.source) would affect its changes",
                hint: "set it in devtool.yml, and remove it from the environment")
        }
        if command.effect == .destroys, let claim = claims.first(where: { $0.key == nil && $0.isOfCommand }) {
            throw Problem(
                .badConfiguration, "\(claim.source) would determine what '\(command)' removes",
                hint: "pass it as an option, and remove it from the environment")
        }
    }

    /// Settings that do not decide where changes go or which changes run.
    private static let harmless: Set = ["username", "password", log]
    private static let log = "log"
    /// A file of driver properties can hold anything that a URL can.
    fileprivate static let driverProperties = "driver-properties-file"

    /// Settings for the text and destination of Liquibase's log.
    private static let ofLog: Set = ["loglevel", "logfile", "logformat", "logchannels", "outputfile", "sqlloglevel"]

    private static let keys: [String: String] = {
        var keys = Dictionary(
            uniqueKeysWithValues: TargetSetting.all.flatMap { setting in
                setting.variables.map { (form($0.dropFirst(prefix.count)), setting.key) }
            })
        // devtool has no settings for these, but they change which database a URL refers to.
        keys["commanddefaultcatalogname"] = "default-catalog-name"
        keys["liquibasecatalogname"] = "liquibase-catalog-name"
        keys["commanddriverpropertiesfile"] = driverProperties
        return keys
    }()

    /// Normalizes a name as Liquibase does, which ignores case and separators.
    fileprivate static func form(_ name: some StringProtocol) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Settings of Liquibase itself that change nothing in a database.
    private static let passing: Set = [
        "home", "version", "licensekey", "prolicensekey", "headless", "showbanner", "monitorperformance",
        "outputfileencoding", "outputlineseparator", "shouldrun",
    ]

    /// Prefixes of other such settings: usage data, the former Liquibase Hub, the launcher.
    private static let passingPrefixes = ["analytics", "hub", "launcher"]

    /// The claim of a variable or system property; `nil` if it is not Liquibase's or is harmless.
    private static func claim(_ name: some StringProtocol, from source: String) -> Claim? {
        let form = form(name)
        guard form.hasPrefix("liquibase") else { return nil }
        let rest = form.dropFirst("liquibase".count)
        if passing.contains(String(rest)) || passingPrefixes.contains(where: rest.hasPrefix) { return nil }
        return Claim(source: source, key: key(of: rest), isOfCommand: rest.hasPrefix("command"))
    }

    private static func key(of form: Substring) -> String? {
        if ofLog.contains(String(form)) { return log }
        if let key = keys[String(form)] { return key }
        let start = "command"
        guard form.hasPrefix(start) else { return nil }
        let rest = form.dropFirst(start.count)
        return keys.first { own, _ in
            own.hasPrefix(start) && rest.hasSuffix(own.dropFirst(start.count))
                && CommandName(String(rest.dropLast(own.count - start.count))).isKnown
        }?.value
    }
}

extension Target {
    /// The origin of the URL, for settings that a URL can include: driver properties, and the schema if it is the
    /// database.
    fileprivate func sayingAddress(_ key: String) -> String? {
        let isPart =
            key == InheritedSettings.driverProperties
            || isSchemaOfURL && ["default-schema", "default-catalog-name"].contains(key)
        return isPart && !takesFromLiquibase("url") ? saying("url") : nil
    }

    fileprivate func saying(_ key: String) -> String? {
        if let other = sayingAddress(key) { return other }
        let login = ["username": address?.username != nil, "password": address?.password != nil]
        if login[key] == true, takesFromLiquibase(key) || section.origin(ofKey: key) == nil { return "the url" }
        let parts = ["url": ["engine", "host", "port", "database"]][key] ?? []
        for key in [key] + parts { if let origin = section.origin(ofKey: key) { return origin.source } }
        if key == "url", address != nil { return isOfEnvironment ? "DATABASE_URL" : "--url" }
        let name = DefaultsFile.names.first { $0.key == key }?.value
        return properties.location(of: name ?? key)?.file
    }
}

extension SettingKey {
    /// Adds Liquibase's variables as the last layer of the setting, after Java options for it, as in Liquibase.
    func takingFromLiquibase(_ variables: [String], unless alternatives: [String] = []) -> SettingKey {
        with { setting in
            setting.taking(variables, unless: alternatives).taking { environment in
                let properties = SystemProperty.all(in: environment)
                if properties.isEmpty { return nil }
                let forms = variables.map(InheritedSettings.form)
                return properties.last { !$0.value.isEmpty && forms.contains(InheritedSettings.form($0.name)) }.map {
                    ($0.source, String($0.value))
                }
            }
        }
    }
}

extension Origin {
    fileprivate var source: String { if case .task(let name, _) = self { name } else { location?.file ?? description } }
}

extension Context {
    /// Applies the changes to child processes.
    ///
    /// devtool's own environment keeps variables that may hold a password; only its Java options change.
    func changing(_ inherited: InheritedSettings) -> Context {
        if inherited.changes.isEmpty { return self }
        var context = self
        for name in JavaRuntime.optionVariables {
            if let value = inherited.changes[name] { context.environment[name] = value }
        }
        context.processes = context.processes.with(environment: inherited.changes)
        return context
    }
}
