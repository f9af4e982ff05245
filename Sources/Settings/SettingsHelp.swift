package struct SettingLine: Sendable {
    /// The key in its section, such as `targets.NAME.url`.
    package let key: String
    /// The type and default, such as `duration, default 5m`; empty for entries.
    package let value: String
    package let help: String
}

extension [Setting] {
    /// A setting of an entry that repeats one of its section is listed once.
    package var lines: [SettingLine] { lines(under: "", of: []) }

    private func lines(under parent: String, of outer: [Setting]) -> [SettingLine] {
        flatMap { setting -> [SettingLine] in
            if outer.contains(where: { $0.key == setting.key && $0.help == setting.help }) { return [] }
            let key = parent + setting.key
            if case .entries(let inner) = setting.kind {
                return [
                    SettingLine(
                        key: "\(key).NAME", value: "",
                        help: setting.help + (inheritance(of: inner).map { " " + $0 } ?? ""))
                ] + inner.lines(under: "\(key).NAME.", of: self)
            }
            let fallback = setting.defaultText.map { ", default \($0)" } ?? ""
            return [SettingLine(key: key, value: setting.kind.noun + fallback, help: setting.help)]
        }
    }

    private func inheritance(of inner: [Setting]) -> String? {
        let own = filter { setting in !inner.contains { $0.key == setting.key } }
        guard own.count < count else { return nil }
        return "Each can override any setting of this section except "
            + own.map { "'\($0.key)'" }.joined(separator: ", ") + "."
    }
}

extension Setting.Kind {
    fileprivate var noun: String {
        switch self {
        case .string: "text"
        case .url: "URL"
        case .list: "list"
        case .mapping: "names and values"
        case .rules: "rules and levels"
        case .duration: "duration"
        case .secret: "secret"
        case .reference(let key): "one of the \(key)"
        case .integer, .boolean, .choice, .entries: expectation
        }
    }
}
