extension [Setting] {
    /// The settings as a part of a command's help: their keys, what they hold and what they are for.
    ///
    /// ```swift
    /// CommandConfiguration(commandName: "greet", discussion: settings.help(section: "greet"))
    /// ```
    ///
    /// - Parameter section: the name of the section in `devtool.yml`, which is that of the command.
    /// - Returns: lines without a final newline.
    public func help(section: String) -> String {
        (["Settings under '\(section)' in devtool.yml:", ""] + helpLines(under: "")).joined(
            separator: "\n")
    }

    private func helpLines(under parent: String) -> [String] {
        flatMap { setting -> [String] in
            let key = parent + setting.key
            if case .entries(let inner) = setting.kind {
                return ["  \(key).NAME", "      \(setting.help)"]
                    + inner.helpLines(under: "\(key).NAME.")
            }
            let fallback = setting.defaultText.map { ", by default \($0)" } ?? ""
            return ["  \(key) (\(setting.kind.noun)\(fallback))", "      \(setting.help)"]
        }
    }
}

extension Setting.Kind {
    /// The kind in a word or two.
    fileprivate var noun: String {
        switch self {
        case .string: "text"
        case .url: "URL"
        case .list: "list"
        case .mapping: "names and texts"
        case .duration: "duration"
        case .secret: "secret"
        case .reference(let key): "one of the \(key)"
        case .integer, .boolean, .choice, .entries: expectation
        }
    }
}
