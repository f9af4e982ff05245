import Reporting
import YAML

/// Completes a configuration after its layers are merged: fills in defaults and checks references among values.
struct ConfigurationCompletion {
    private(set) var findings: [Diagnostic] = []

    mutating func complete(_ section: inout ConfigurationSection) {
        for setting in section.settings {
            let path = "\(section.path).\(setting.key)"
            if case .entries = setting.kind, let origin = section.origin(ofKey: setting.key) {
                var entries = section.entries(setting.key)
                for index in entries.indices { complete(&entries[index].section) }
                section.set(setting.key, to: .entries(entries), from: origin)
            } else if section.origin(ofKey: setting.key) == nil, let text = setting.defaultText {
                if let value = setting.kind.value(of: text, reference: nil) {
                    section.set(setting.key, to: value, from: .declaration)
                } else {
                    findings.append(Origin.declaration.finding(about: path, setting.kind.refusal(of: text)))
                }
            }
        }
        findings += section.settings.compactMap(section.brokenReference)
    }
}

extension ConfigurationSection {
    fileprivate func brokenReference(at setting: Setting) -> Diagnostic? {
        guard case .reference(let key) = setting.kind, let name = string(setting.key),
            let origin = origin(ofKey: setting.key), case let names = entries(key).map(\.name), !names.contains(name)
        else { return nil }
        return origin.finding(
            about: "\(path).\(setting.key)", "is '\(name)', which is not one of the \(key)",
            hint: .suggestion(for: name, in: names))
    }
}
