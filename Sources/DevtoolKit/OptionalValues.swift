public import ArgumentParser

/// A command with options whose value may be left out, as GNU's `getopt_long` has them: a value is given
/// by `--backup=.old` only; in `--backup board.json` the file is an argument of its own.
///
/// ```swift
/// struct Save: Plugin, OptionalValuesAccepting {
///     static let optionalValues = ["--backup": "~"]
///     @Option(defaultAsFlag: "~") var backup: String?
/// }
/// ```
public protocol OptionalValuesAccepting: ParsableCommand {
    /// The options with the values that they have where none is given.
    static var optionalValues: [String: String] { get }
}

extension ParsableCommand {
    /// The arguments with a value for every option of the command they name that needs none.
    ///
    /// ArgumentParser would take the next argument for the value.
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
