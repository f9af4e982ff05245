extension [Setting] {
    /// The key in its section, such as `targets.NAME.url`, and type and default, such as `duration, default 5m`.
    ///
    /// The value of entries is empty. A setting of an entry that repeats one of its section is listed once.
    package var lines: [(key: String, value: String, help: String)] { lines(under: "", of: []) }

    private func lines(under parent: String, of outer: [Setting]) -> [(key: String, value: String, help: String)] {
        flatMap { setting -> [(key: String, value: String, help: String)] in
            if outer.contains(where: { $0.key == setting.key && $0.help == setting.help }) { return [] }
            let key = parent + setting.key
            if case .entries(let inner) = setting.kind {
                let help = setting.help + (inheritance(of: inner).map { " " + $0 } ?? "")
                return [("\(key).NAME", "", help)] + inner.lines(under: "\(key).NAME.", of: self)
            }
            let fallback = setting.defaultText.map { ", default \($0)" } ?? ""
            return [(key, setting.kind.noun + fallback, setting.help)]
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
