/// The result of a reference to a setting, such as `${config.migrate.changelog}` in a task.
package enum ReferencedValue: Sendable {
    case text(String)
    case list([String])
    /// No layer has a value.
    case unset
    case secret
    case group
    /// No configuration can have the key; the possible keys are listed.
    case unknown([String])
}

extension Configuration {
    package func referencedValue(at key: String) -> ReferencedValue {
        for section in sections {
            if key == section.path { return .group }
            if key.hasPrefix(section.path + ".") {
                let rest = key.dropFirst(section.path.count + 1)
                return section.referencedValue(at: rest)
                    ?? (section.isOfUnknownSettings ? .unset : .unknown(section.possibleKeys))
            }
        }
        return .unknown(sections.flatMap { [$0.path] + $0.possibleKeys })
    }
}

extension ConfigurationSection {
    /// `nil` if there can be no such key.
    fileprivate func referencedValue(at key: Substring) -> ReferencedValue? {
        if let setting = settings.first(where: { $0.key == key }) {
            if let value = values[setting.key]?.value { return value.referenced }
            switch setting.kind {
            case .secret: return .secret
            case .mapping, .rules, .entries: return .group
            case .string, .url, .list, .integer, .boolean, .duration, .choice, .reference: return .unset
            }
        }
        if settings.contains(where: { $0.key.hasPrefix(key + ".") }) { return .group }
        for setting in settings where key.hasPrefix(setting.key + ".") {
            let rest = key.dropFirst(setting.key.count + 1)
            switch setting.kind {
            case .mapping, .rules:
                guard let text = mapping(setting.key)?.first(where: { $0.name == rest })?.text else { return .unset }
                return .text(text)
            case .entries:
                for (name, section) in entries(setting.key) {
                    if rest == name { return .group }
                    if rest.hasPrefix(name + "."),
                        let value = section.referencedValue(at: rest.dropFirst(name.count + 1))
                    {
                        return value
                    }
                }
            case .string, .url, .list, .integer, .boolean, .duration, .choice, .reference, .secret: break
            }
        }
        return nil
    }
}

extension SettingValue {
    /// Unlike displayed values, a URL includes its password.
    fileprivate var referenced: ReferencedValue {
        switch self {
        case .url(let url): .text(url)
        case .list(let items): .list(items)
        case .secret: .secret
        case .mapping, .entries: .group
        case .string, .integer, .boolean, .duration, .seconds: .text(plain)
        }
    }
}
