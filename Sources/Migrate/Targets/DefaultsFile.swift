import DevtoolKit
import JSON

/// The settings of one run, as a properties file that Liquibase reads from standard input.
///
/// That is the one channel nobody else can look into: a command line is in the process list, and the
/// free editions of Liquibase before 4.18 ignore the environment.
struct DefaultsFile: Sendable {
    private(set) var properties: [(key: String, value: String)]

    /// The settings of `devtool.yml` that Liquibase has, too, with the names of its properties, in the order in
    /// which they are handed over.
    static let names: KeyValuePairs = [
        TargetSetting.changelog.setting.key: "changeLogFile",
        TargetSetting.url.setting.key: "url", TargetSetting.username.setting.key: "username",
        TargetSetting.password.setting.key: "password",
        TargetSetting.driver.setting.key: "driver",
        TargetSetting.defaultSchema.setting.key: "defaultSchemaName",
        TargetSetting.liquibaseSchema.setting.key: "liquibaseSchemaName",
        TargetSetting.contexts.setting.key: "contexts",
        TargetSetting.labels.setting.key: "labels",
        TargetSetting.searchPath.setting.key: "searchPath",
        TargetSetting.logLevel.setting.key: "logLevel",
    ]

    /// Settings that are these.
    init(_ properties: [(key: String, value: String)] = []) {
        self.properties = properties
    }

    /// The settings of a target; what it does not say is taken from its properties file.
    ///
    /// - Parameters:
    ///   - target: the target.
    ///   - password: its password, if it has one.
    init(_ target: Target, password: Secret?) {
        let section = target.section
        properties = Self.names.compactMap { setting, name in
            let value =
                switch setting {
                case TargetSetting.url.setting.key: target.address?.jdbc
                case TargetSetting.username.setting.key: target.username
                case TargetSetting.defaultSchema.setting.key: target.defaultSchema
                case TargetSetting.password.setting.key: password?.revealed
                default: section.text(ofKey: setting)
                }
            return value.map { (name, $0) }
        }
        for property in target.properties.properties
        where !has(property.key) && PropertyName(property.key) != KnownProperties.logFile {
            properties.append((property.key, property.value))
        }
    }

    /// Whether a property is there, in whatever way its name is written.
    func has(_ key: String) -> Bool {
        let wanted = PropertyName(key)
        return properties.contains { PropertyName($0.key) == wanted }
    }

    /// Puts a value in the place of the property's own.
    mutating func set(_ key: String, to value: String) {
        let name = PropertyName(key)
        properties.removeAll { PropertyName($0.key) == name }
        properties.append((key, value))
    }

    /// The text of the file; a secret, since the password is in it.
    var text: Secret {
        Secret(
            properties.map { key, value in "\(Self.escaped(key))=\(Self.escaped(value))\n" }
                .joined())
    }

    /// A text as `java.util.Properties.load(InputStream)` reads it back: Latin-1 with backslash escapes,
    /// anything outside of ASCII as UTF-16 code units.
    private static func escaped(_ value: String) -> String {
        value.utf16.map { unit in
            switch unit {
            case 0x20: "\\ "
            case 0x21, 0x23, 0x3A, 0x3D, 0x5C:  // ! # : = \
                "\\" + String(UnicodeScalar(UInt8(unit)))
            case 0x21...0x7E: String(UnicodeScalar(UInt8(unit)))
            default:
                "\\u" + unit.hexadecimal(width: 4)
            }
        }.joined()
    }
}
