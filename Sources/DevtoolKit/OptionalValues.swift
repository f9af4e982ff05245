public import ArgumentParser

/// A command with options whose value is optional and follows `=`, as in GNU's `getopt_long`.
///
/// In `--backup board.json`, the file is a separate argument.
///
/// ```swift
/// struct Save: Plugin, OptionalValuesAccepting {
///     static let optionalValues = ["--backup": "~"]
///     @Option(defaultAsFlag: "~") var backup: String?
/// }
/// ```
public protocol OptionalValuesAccepting: ParsableCommand {
    /// The default values, by option.
    static var optionalValues: [String: String] { get }
}

extension ParsableCommand {
    /// ArgumentParser would consume the next argument as an omitted value.
    static func givingOptionalValues(_ arguments: [String]) -> [String] {
        guard arguments.contains(where: { $0.hasPrefix("--") }) else { return arguments }
        guard let command = subcommand(namedIn: arguments) as? any OptionalValuesAccepting.Type
        else { return arguments }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { argument in
            command.optionalValues[argument].map { "\(argument)=\($0)" } ?? argument
        } + arguments[end...]
    }
}
