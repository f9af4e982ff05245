import DevtoolKit
import JSON

/// A task's options for its command: keys of the command's section are settings, all others are flags.
///
/// So are all options of a plugin in the project, whose settings are unknown until it has run.
struct CommandOptions {
    private(set) var settings: [TaskSetting] = []
    private(set) var flags: [String] = []
    private(set) var findings: [Diagnostic] = []

    init(
        of definition: TaskDefinition, in context: Context, isKnown: (String) -> Bool,
        expanding expand: (LocatedText) -> String?
    ) {
        if definition.options.isEmpty { return }
        guard let command = definition.commandName else {
            findings.append(
                Diagnostic(
                    "the task '\(definition.name)' has 'options', but no command that takes them",
                    at: definition.options[0].location))
            return
        }
        let isInProject = !context.hasCommand(command) && context.hasProjectPlugin(named: command)
        let known = isInProject ? [] : context.settings(of: command)
        for option in definition.options {
            guard let setting = known.first(where: { $0.key == option.name }) else {
                add(option, expand)
                continue
            }
            let isSecret = if case .secret = setting.kind { true } else { false }
            if isSecret, !option.isText {
                findings.append(
                    Diagnostic(
                        "the secret '\(option.name)' must be a string in 'options'", at: option.location,
                        hint: "write ${NAME} for the value of a variable, or set a reference in the command's section"))
                continue
            }
            var isKnownWhole = true
            let text = Self.text(of: option) { text in
                let value = expand(text)
                if let value, !isKnown(value) { isKnownWhole = false }
                return value
            }
            if let text {
                context.hideSecrets(in: text, for: option.name, of: command)
                // Any text is valid as a secret; for other values, the error was reported above.
                guard
                    isSecret || text.holdsBytes || !isKnownWhole
                        || setting.value(
                            of: text, from: option.place.origin, at: "\(command).\(option.name)", collecting: &findings)
                            != nil
                else { continue }
                settings.append(TaskSetting(key: option.name, text: text, place: option.place))
            }
        }
    }

    /// The value as in an environment variable, with lists and mappings as in YAML; `nil` if a part is unknown.
    private static func text(of option: TaskOption, _ expand: (LocatedText) -> String?) -> String? {
        switch option.value {
        case .text(let text): return expand(text)
        case .list(let items):
            let texts = items.compactMap(expand)
            guard texts.count == items.count else { return nil }
            return JSONValue.array(texts.map { .string($0) }).compactText
        case .mapping(let pairs):
            let members = pairs.compactMap { pair in
                expand(pair.text).map { (name: pair.name, value: JSONValue.string($0)) }
            }
            return members.count == pairs.count ? JSONValue.object(members).compactText : nil
        }
    }

    /// `force: true` becomes `--force`; a list repeats the option for each item.
    private mutating func add(_ option: TaskOption, _ expand: (LocatedText) -> String?) {
        let flag = "--\(option.name)"
        switch option.value {
        case .text(let text):
            switch expand(text) {
            case "true": flags.append(flag)
            case "false", nil: break
            case let value?: flags += [flag, value]
            }
        case .list(let items): flags += items.compactMap(expand).flatMap { [flag, $0] }
        case .mapping:
            findings.append(
                Diagnostic(
                    "'\(option.name)' is not a setting of the command, and a flag cannot be a mapping",
                    at: option.location))
        }
    }
}

extension TaskOption { fileprivate var isText: Bool { if case .text = value { true } else { false } } }
