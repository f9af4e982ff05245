import DevtoolKit

/// Settings that Liquibase, from 4.18 on, would take from its environment in preference to devtool's,
/// and that are therefore removed: it would write to a database other than the intended one.
///
/// What the settings of a target leave open, they have taken from these variables already: see
/// ``TargetSetting``. Keys of licences and what is about Liquibase itself pass.
struct InheritedSettings {
    /// A variable, or an option in one of Java's variables, that overrides a setting.
    private struct Claim: Hashable {
        /// What says it: `LIQUIBASE_COMMAND_URL`, or `-Dliquibase.command.url in JAVA_OPTS`.
        let source: String
        /// The setting; nil for one that devtool does not have.
        let key: String?
        /// Whether it is about a command, or about what all commands do.
        var isOfCommand = false
    }

    /// How the variables of Liquibase begin.
    static let prefix = "LIQUIBASE_"
    /// How the options for Java begin that set what they set.
    private static let optionPrefix = "-Dliquibase."

    /// Whether a name, as an origin has it, is that of such a variable or option.
    static func areNamed(_ name: String) -> Bool {
        name.hasPrefix(prefix) || name.hasPrefix(optionPrefix)
    }

    /// The variables that differ in a child's environment; nil for those that it does not have.
    private(set) var changes: [String: String?] = [:]
    /// What is said of those that are not used.
    private(set) var notices: [Diagnostic] = []
    private var claims: [Claim] = []
    private let targets: [Target]
    /// The parameters of changelogs that are given, in lower case, as Liquibase compares them.
    private let parameters: Set<String>

    /// Looks for them in an environment.
    ///
    /// - Parameters:
    ///   - environment: devtool's own.
    ///   - targets: what Liquibase is run on.
    ///   - parameters: the parameters of changelogs that the command line gives.
    init(
        in environment: [String: String], for targets: [Target], parameters: [String] = []
    ) {
        self.targets = targets
        let configured = targets.flatMap { $0.section[TargetSetting.parameters].map(\.name) }
        self.parameters = Set((configured + parameters).map { $0.lowercased() })
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
            if JavaRuntime.optionVariables.contains(name) {
                let words = JavaOptionWord.words(of: value, in: name)
                let kept = words.filter { mayPass($0, in: name) }.map(\.text)
                if kept.count < words.count {
                    changes[name] = kept.isEmpty ? .some(nil) : kept.joined(separator: " ")
                }
            } else if let claim = Self.claim(name, from: name), settles(claim) {
                changes[name] = .some(nil)
            } else if self.parameters.contains(name.lowercased()) {
                // Later versions take any variable for a parameter, before those that they are given.
                changes[name] = .some(nil)
            }
        }
    }

    /// Whether a word of options for Java may reach Liquibase.
    private mutating func mayPass(_ word: JavaOptionWord, in variable: String) -> Bool {
        guard let options = word.options(in: variable, from: targets.first?.directory) else {
            warn(of: "\(word.meaning) in \(variable)", "devtool cannot inspect it")
            return false
        }
        // All are looked at: each has a notice.
        return options.filter { settles($0) }.isEmpty
    }

    /// Whether an option for Java must not reach Liquibase.
    private mutating func settles(_ option: SystemProperties.Option) -> Bool {
        if parameters.contains(option.name.lowercased()) {
            warn(of: option.source, "the parameter is already set")
            return true
        }
        if movesFiles(option.name) { return settles(Claim(source: option.source, key: "url")) }
        if Self.decidesOnLog(option) {
            return settles(Claim(source: option.source, key: Self.log))
        }
        return Self.claim(option.name, from: option.source).map { settles($0) } ?? false
    }

    /// Whether the same URL is another file with a system property.
    private func movesFiles(_ property: Substring) -> Bool {
        Self.movingFiles.contains(String(property))
            || property == "user.home" && targets.contains { $0.url?.contains("~") ?? false }
    }

    /// The system properties by which the same URL is another file, or by which Java has other classes than those that
    /// look after the database.
    private static let movingFiles: Set = [
        "user.dir", "h2.baseDir", "h2.urlMap", "derby.system.home", "java.class.path",
    ]

    /// Whether Java says other things than devtool reads, or in another encoding.
    private static func decidesOnLog(_ option: SystemProperties.Option) -> Bool {
        if option.name == "file.encoding" {
            return ["utf-16", "utf-32"].contains(where: option.value.lowercased().hasPrefix)
        }
        if option.name == "user.language", option.value == "en" { return false }
        return ofJavaLog.contains(where: option.name.hasPrefix)
    }

    /// How the properties begin that decide on the language of Java's log, its form, and its encoding.
    private static let ofJavaLog = [
        "user.language", "java.util.logging.", "stdout.encoding", "stderr.encoding",
        "sun.stdout.encoding", "sun.stderr.encoding",
    ]

    /// Notes a claim, and what is to be said of it.
    ///
    /// - Returns: whether the settings of one of the targets say the same thing, so that it must not reach
    ///   Liquibase.
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
        notices.append(Diagnostic("\(source) is not used: \(reason)", severity: .warning))
    }

    /// Refuses to run a command that the environment has a say in.
    ///
    /// That is one that changes a protected target where the environment says something of where changes go:
    /// somebody has meant another database, or it is not the configuration that decides; and one that takes
    /// away what may not come back, where the environment says of what.
    ///
    /// - Throws: ``MigrateError``.
    func check(_ targets: [Target], for command: CommandName) throws {
        if let target = targets.first(where: \.isProtected),
            let claim = claims.first(where: { $0.key.map { !Self.harmless.contains($0) } ?? true })
        {
            throw MigrateError.protectedFromEnvironment(target.name, source: claim.source)
        }
        if command.effect == .destroys,
            let claim = claims.first(where: { $0.key == nil && $0.isOfCommand })
        {
            throw MigrateError.destroyingFromEnvironment(
                command.description, source: claim.source)
        }
    }

    /// What does not say where changes go, nor which.
    private static let harmless: Set = ["username", "password", log]
    private static let log = "log"
    /// What the driver is told besides the URL, which may be all that a URL says.
    fileprivate static let driverProperties = "driver-properties-file"

    /// What decides what Liquibase says, and where.
    private static let ofLog: Set = [
        "loglevel", "logfile", "logformat", "logchannels", "outputfile", "sqlloglevel",
    ]

    /// The settings by the names of their variables, without `LIQUIBASE` and in the form of ``form(_:)``.
    private static let keys: [String: String] = {
        var keys = Dictionary(
            uniqueKeysWithValues: TargetSetting.all.flatMap { setting in
                setting.variables.map { (form($0.dropFirst(prefix.count)), setting.key) }
            })
        // devtool has no setting for them, but the same databases mean others with them.
        keys["commanddefaultcatalogname"] = "default-catalog-name"
        keys["liquibasecatalogname"] = "liquibase-catalog-name"
        keys["commanddriverpropertiesfile"] = driverProperties
        return keys
    }()

    /// A name as Liquibase compares them, whatever joins its words.
    fileprivate static func form(_ name: some StringProtocol) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// What is about Liquibase itself, and changes nothing in a database.
    private static let passing: Set = [
        "home", "version", "licensekey", "prolicensekey", "headless", "showbanner",
        "monitorperformance", "outputfileencoding", "outputlineseparator", "shouldrun",
    ]

    /// How others begin: usage data, the service that was Liquibase Hub, the launcher.
    private static let passingPrefixes = ["analytics", "hub", "launcher"]

    /// What a variable of Liquibase's, or a system property, claims; nil where it is none, or may say what it
    /// likes.
    private static func claim(_ name: some StringProtocol, from source: String) -> Claim? {
        let form = form(name)
        guard form.hasPrefix("liquibase") else { return nil }
        let rest = form.dropFirst("liquibase".count)
        if passing.contains(String(rest)) || passingPrefixes.contains(where: rest.hasPrefix) {
            return nil
        }
        return Claim(source: source, key: key(of: rest), isOfCommand: rest.hasPrefix("command"))
    }

    private static func key(of form: Substring) -> String? {
        if ofLog.contains(String(form)) { return log }
        if let key = keys[String(form)] { return key }
        // What is for one command, as LIQUIBASE_COMMAND_UPDATE_URL.
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
    /// Who says the URL, for what may be all that a URL says: properties for the driver, and the schema where that is
    /// the database.
    fileprivate func sayingAddress(_ key: String) -> String? {
        let isPart =
            key == InheritedSettings.driverProperties
            || isSchemaOfURL && ["default-schema", "default-catalog-name"].contains(key)
        return isPart && !takesFromLiquibase("url") ? saying("url") : nil
    }

    /// Who says what a setting says: a file, or a variable; nil where nobody does.
    fileprivate func saying(_ key: String) -> String? {
        if let other = sayingAddress(key) { return other }
        let login = ["username": address?.username != nil, "password": address?.password != nil]
        if login[key] == true, takesFromLiquibase(key) || section.origin(ofKey: key) == nil {
            return "the url"
        }
        let parts = ["url": ["engine", "host", "port", "database"]][key] ?? []
        for key in [key] + parts {
            if let origin = section.origin(ofKey: key) { return origin.source }
        }
        if key == "url", address != nil { return isOfEnvironment ? "DATABASE_URL" : "--url" }
        let name = DefaultsFile.names.first { $0.key == key }?.value
        return properties.location(of: name ?? key)?.file
    }
}

extension SettingKey {
    /// The setting, with variables of Liquibase's as the last of its layers; options for Java that set the same
    /// come before them, as for Liquibase.
    ///
    /// - Parameters:
    ///   - variables: the variables; of those that are set the first counts.
    ///   - alternatives: keys of the same section that say the same in another way.
    /// - Returns: the setting.
    func takingFromLiquibase(
        _ variables: [String], unless alternatives: [String] = []
    ) -> SettingKey {
        with { setting in
            setting.taking(variables, unless: alternatives).taking { environment in
                let properties = SystemProperties(in: environment)
                if properties.options.isEmpty { return nil }
                let forms = variables.map(InheritedSettings.form)
                return properties.last { forms.contains(InheritedSettings.form($0)) }
                    .map { ($0.source, String($0.value)) }
            }
        }
    }
}

extension Origin {
    fileprivate var source: String {
        if case .task(let name, _) = self { name } else { location?.file ?? description }
    }
}

extension Context {
    /// The context whose children have other variables; what it reads itself are only the options for Java, as
    /// a password may come from one that Liquibase does not get.
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
