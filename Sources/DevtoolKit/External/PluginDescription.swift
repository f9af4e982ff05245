import JSON

/// What a plugin says of itself when it is asked with `--devtool-describe`.
///
/// ```json
/// {
///   "version": "1.0.0",
///   "summary": "Greet somebody.",
///   "usage": "devtool greet [--loud]",
///   "configuration": {
///     "name": {"type": "string", "help": "Who is greeted."},
///     "token": {"type": "secret", "help": "The key to the city."}
///   }
/// }
/// ```
///
/// A key's type is `string`, `list`, `integer` (with `minimum` and `maximum`), `boolean`, `duration`, `choice`
/// (with `values`) or `secret`; its `default` is a string.
///
/// Every member may be missing, but for a key's type, and members of later versions of the protocol are passed over.
struct PluginDescription: Sendable {
    let version: String?
    /// Its purpose, in one sentence.
    let summary: String?
    /// How it is called.
    let usage: String?
    /// The keys of its section in `devtool.yml`, which is named like the plugin.
    let settings: [Setting]
    /// The members as they were read, to be kept and to be shown.
    let json: JSONValue

    init(_ json: JSONValue) throws(PluginDescriptionError) {
        guard case .object = json else { throw .malformed("it is not an object") }
        version = try Self.text("version", of: json)
        summary = try Self.text("summary", of: json)
        usage = try Self.text("usage", of: json)
        settings = try Self.settings(json["configuration"])
        self.json = json
    }

    private static func text(
        _ name: String, of json: JSONValue
    ) throws(PluginDescriptionError) -> String? {
        guard let value = json[name] else { return nil }
        guard let text = value.string else { throw .malformed("'\(name)' is not a string") }
        return text
    }

    private static func settings(_ json: JSONValue?) throws(PluginDescriptionError) -> [Setting] {
        guard let json else { return [] }
        guard case .object(let members) = json else {
            throw .malformed("'configuration' is not an object")
        }
        var settings: [Setting] = []
        for (key, value) in members {
            let kind = try kind(of: key, value)
            let text = value["default"]?.string
            if let text, kind.value(of: text, reference: nil) == nil {
                throw .malformed("the configuration key '\(key)' cannot be '\(text)' by default")
            }
            settings.append(Setting(key, kind, default: text, help: value["help"]?.string ?? ""))
        }
        return settings
    }

    private static func kind(
        of key: String, _ json: JSONValue
    ) throws(PluginDescriptionError) -> Setting.Kind {
        guard let type = json["type"]?.string else {
            throw .malformed("the configuration key '\(key)' has no type")
        }
        switch type {
        case "string": return .string
        case "list": return .list
        case "integer":
            let least = json["minimum"]?.integer ?? .min
            let most = json["maximum"]?.integer ?? .max
            guard least <= most else {
                throw .malformed("no number is allowed for the configuration key '\(key)'")
            }
            return .integer(least...most)
        case "boolean": return .boolean
        case "duration": return .duration
        case "choice":
            guard let values = json["values"]?.items, !values.isEmpty else {
                throw .malformed("the configuration key '\(key)' has no values")
            }
            return .choice(values.compactMap(\.string))
        case "secret": return .secret
        default:
            throw .malformed("the configuration key '\(key)' has the unknown type '\(type)'")
        }
    }
}

/// Why there is no description of a plugin, though it can give one.
enum PluginDescriptionError: Error, Hashable {
    /// It ended with a failure.
    case failed(Termination)
    /// It did not end in time.
    case tookTooLong
    /// It said something else.
    case malformed(String)
    /// It could not be asked.
    case notAsked(String)

    /// The sentence for the user.
    var reason: String {
        switch self {
        case .failed(.exited(let status)): "\(Self.option) exited with status \(status)"
        case .failed(.signaled(let signal)): "\(Self.option) was terminated by signal \(signal)"
        case .tookTooLong: "\(Self.option) took longer than \(PluginDescriber.timeout)"
        case .malformed(let message): "invalid output of \(Self.option): \(message)"
        case .notAsked(let message): "\(Self.option): \(message)"
        }
    }

    private static let option = PluginDescriber.option
}
