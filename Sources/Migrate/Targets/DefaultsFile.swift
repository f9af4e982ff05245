import DevtoolKit
import Scanning

/// The settings of one run, as a properties file that Liquibase reads from standard input.
///
/// Standard input is the only private channel: other users can see a command line in the process list, and the free
/// editions of Liquibase before 4.18 ignore the environment.
struct DefaultsFile: Sendable {
    private(set) var properties: [(key: String, value: String)]

    /// The settings that devtool passes to Liquibase, with the names of their properties, in the order of the file.
    static let names: KeyValuePairs = [
        TargetSetting.changelog.setting.key: "changeLogFile", TargetSetting.url.setting.key: "url",
        TargetSetting.username.setting.key: "username", TargetSetting.password.setting.key: "password",
        TargetSetting.driver.setting.key: "driver", TargetSetting.defaultSchema.setting.key: "defaultSchemaName",
        TargetSetting.liquibaseSchema.setting.key: "liquibaseSchemaName",
        TargetSetting.contexts.setting.key: "contexts", TargetSetting.labels.setting.key: "labels",
        TargetSetting.searchPath.setting.key: "searchPath", TargetSetting.logLevel.setting.key: "logLevel",
    ]

    init(_ properties: [(key: String, value: String)] = []) { self.properties = properties }

    /// Combines the settings of a target with its properties file; the settings take precedence.
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
        where self[property.key] == nil && PropertyName(property.key) != .logFile {
            properties.append((property.key, property.value))
        }
    }

    /// The value of a property under any spelling of its name.
    subscript(key: String) -> String? {
        let wanted = PropertyName(key)
        return properties.last { PropertyName($0.key) == wanted }?.value
    }

    mutating func set(_ key: String, to value: String) {
        let name = PropertyName(key)
        properties.removeAll { PropertyName($0.key) == name }
        properties.append((key, value))
    }

    var text: Secret {
        Secret(properties.map { key, value in "\(Self.escaped(key))=\(Self.escaped(value))\n" }.joined())
    }

    /// Escapes a string for `java.util.Properties.load(InputStream)`: non-ASCII characters become UTF-16 code units.
    private static func escaped(_ value: String) -> String {
        value.utf16.map { unit in
            switch unit {
            case 0x20: "\\ "
            case 0x21, 0x23, 0x3A, 0x3D, 0x5C:  // ! # : = \
                "\\" + String(UnicodeScalar(UInt8(unit)))
            case 0x21...0x7E: String(UnicodeScalar(UInt8(unit)))
            default: "\\u" + unit.hexadecimal(width: 4)
            }
        }.joined()
    }
}
