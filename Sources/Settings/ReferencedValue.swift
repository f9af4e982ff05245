/// What a text that names a setting by its key gets for it, as `${config.migrate.changelog}` does in a task.
package enum ReferencedValue: Sendable {
    /// One word or text.
    case text(String)
    /// Several.
    case list([String])
    /// Nothing: no layer has a value for the setting.
    case unset
    /// A secret, which is not put into texts.
    case secret
    /// More than one value, as a section or a mapping has.
    case group
    /// No configuration could have anything there; with the keys that there are.
    case unknown([String])
}

extension Configuration {
    /// The value at a key, given as in `migrate.targets.dev.url`.
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
    /// The value at a key below the section; nil where there can be none.
    fileprivate func referencedValue(at key: Substring) -> ReferencedValue? {
        if let setting = settings.first(where: { $0.key == key }) {
            if let value = values[setting.key]?.value { return value.referenced }
            switch setting.kind {
            case .secret: return .secret
            case .mapping, .rules, .entries: return .group
            default: return .unset
            }
        }
        if settings.contains(where: { $0.key.hasPrefix(key + ".") }) { return .group }
        for setting in settings where key.hasPrefix(setting.key + ".") {
            let rest = key.dropFirst(setting.key.count + 1)
            switch setting.kind {
            case .mapping, .rules:
                guard let text = mapping(setting.key)?.first(where: { $0.name == rest })?.text
                else { return .unset }
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
            default: break
            }
        }
        return nil
    }
}

extension SettingValue {
    /// The value as texts have it: unlike what is shown, with the password that a URL may have.
    fileprivate var referenced: ReferencedValue {
        switch self {
        case .url(let url): .text(url)
        case .list(let items): .list(items)
        case .secret: .secret
        case .mapping, .entries: .group
        case .string, .integer, .boolean, .duration: .text(plain)
        }
    }
}
