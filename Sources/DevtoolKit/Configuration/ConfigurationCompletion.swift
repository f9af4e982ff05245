/// The last steps of reading the configuration, when all layers are merged: defaults, and references among
/// the values.
struct ConfigurationCompletion {
    /// What is wrong, in the order of the settings.
    private(set) var findings: [Diagnostic] = []

    /// Fills in defaults, in entries too, and checks that references name entries that are there.
    mutating func complete(_ section: inout ConfigurationSection) {
        for setting in section.settings {
            let path = "\(section.path).\(setting.key)"
            if case .entries = setting.kind, let origin = section.origin(of: setting.key) {
                var entries = section.entries(setting.key)
                for index in entries.indices { complete(&entries[index].section) }
                section.set(setting.key, to: .entries(entries), from: origin)
            } else if section.origin(of: setting.key) == nil, let text = setting.defaultText {
                if let value = setting.kind.value(of: text, reference: nil) {
                    section.set(setting.key, to: value, from: .declaration)
                } else {
                    findings.append(
                        Origin.declaration.finding(
                            about: path, "must be \(setting.kind.expectation), not '\(text)'"))
                }
            }
        }
        for case let setting in section.settings {
            guard case .reference(let key) = setting.kind else { continue }
            check(setting, against: section.entries(key).map(\.name), in: section)
        }
    }

    private mutating func check(
        _ setting: Setting, against names: [String], in section: ConfigurationSection
    ) {
        guard let name = section.string(setting.key), let origin = section.origin(of: setting.key),
            !names.contains(name)
        else { return }
        findings.append(
            origin.finding(
                about: "\(section.path).\(setting.key)",
                "must be \(setting.kind.expectation), not '\(name)'",
                hint: .suggestion(for: name, in: names)))
    }
}
