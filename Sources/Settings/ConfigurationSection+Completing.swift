import Reporting
import YAML

extension ConfigurationSection {
    /// Fills in defaults and checks references among values, once the layers are merged.
    mutating func complete(collecting findings: inout [Diagnostic]) {
        for setting in settings {
            if case .entries = setting.kind, let origin = origin(ofKey: setting.key) {
                var entries = entries(setting.key)
                for index in entries.indices { entries[index].section.complete(collecting: &findings) }
                set(setting.key, to: .entries(entries), from: origin)
            } else if origin(ofKey: setting.key) == nil, let text = setting.defaultText {
                if let value = setting.kind.value(of: text, reference: nil) {
                    set(setting.key, to: value, from: .declaration)
                } else {
                    let path = "\(path).\(setting.key)"
                    findings.append(Origin.declaration.finding(about: path, setting.kind.refusal(of: text)))
                }
            }
        }
        findings += settings.compactMap(brokenReference)
    }

    private func brokenReference(at setting: Setting) -> Diagnostic? {
        guard case .reference(let key) = setting.kind, let name = string(setting.key),
            let origin = origin(ofKey: setting.key), case let names = entries(key).map(\.name), !names.contains(name)
        else { return nil }
        return origin.finding(
            about: "\(path).\(setting.key)", "is '\(name)', which is not one of the \(key)",
            hint: .suggestion(for: name, in: names))
    }
}
