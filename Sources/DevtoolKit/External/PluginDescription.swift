import JSON

/// The description that a plugin prints for `--devtool-describe`.
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
/// The type of a key is `string`, `list`, `integer` (with `minimum` and `maximum`), `boolean`, `duration`, `choice`
/// (with `values`) or `secret`; its `default` is a string.
///
/// Only a key's type is required. Unknown members are ignored, for later versions of the protocol.
struct PluginDescription: Sendable {
    let version: String?
    let summary: String?
    let usage: String?
    /// The keys of the section named after the plugin in `devtool.yml`.
    let settings: [Setting]
    /// The original JSON, for the cache and for `devtool plugins --json`.
    let json: JSONValue

    init(_ json: JSONValue) throws(PluginDescriptionError) {
        guard case .object = json else { throw .malformed("it is not an object") }
        version = try Self.text("version", of: json)
        summary = try Self.text("summary", of: json)
        usage = try Self.text("usage", of: json)
        settings = try Self.settings(json["configuration"])
        self.json = json
    }

    private static func text(_ name: String, of json: JSONValue) throws(PluginDescriptionError) -> String? {
        guard let value = json[name] else { return nil }
        guard let text = value.string else { throw .malformed("'\(name)' is not a string") }
        return text
    }

    private static func settings(_ json: JSONValue?) throws(PluginDescriptionError) -> [Setting] {
        guard let json else { return [] }
        guard case .object(let members) = json else { throw .malformed("'configuration' is not an object") }
        var settings: [Setting] = []
        for (key, value) in members {
            let kind = try kind(of: key, value)
            let text = value["default"].map { $0.string ?? $0.compactText }
            if let text, kind.value(of: text, reference: nil) == nil {
                throw .malformed("the configuration key '\(key)' has the invalid default '\(text)'")
            }
            settings.append(Setting(key, kind, default: text, help: value["help"]?.string ?? ""))
        }
        return settings
    }

    private static func kind(of key: String, _ json: JSONValue) throws(PluginDescriptionError) -> Setting.Kind {
        guard let type = json["type"]?.string else { throw .malformed("the configuration key '\(key)' has no type") }
        switch type {
        case "string": return .string
        case "list": return .list
        case "integer":
            let least = json["minimum"]?.integer ?? .min
            let most = json["maximum"]?.integer ?? .max
            guard least <= most else {
                throw .malformed("the configuration key '\(key)' has a minimum above its maximum")
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
        default: throw .malformed("the configuration key '\(key)' has the unknown type '\(type)'")
        }
    }
}

enum PluginDescriptionError: Error, Hashable {
    case failed(Termination)
    case tookTooLong
    case malformed(String)
    case notAsked(String)

    var reason: String {
        switch self {
        case .failed(.exited(let status)): "\(Self.option) exited with status \(status)"
        case .failed(.signaled(let signal)): "\(Self.option) was terminated by signal \(signal)"
        case .tookTooLong: "\(Self.option) took longer than \(PluginDescriber.timeout)"
        case .malformed(let message): "invalid output from \(Self.option): \(message)"
        case .notAsked(let message): "\(Self.option): \(message)"
        }
    }

    private static let option = PluginDescriber.option
}
