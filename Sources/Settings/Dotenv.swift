package import Reporting
import YAML

/// The variables of a `.env` file.
///
/// A line is `NAME=value`, perhaps after `export`, or a comment after `#`. A value without quotes ends at
/// the line's end or a blank and `#`; in single quotes everything stands for itself; in double quotes `\n`,
/// `\r`, `\t`, `\"`, `\\` and `\$` are escapes. Quoted values may span lines. Nothing is expanded.
package struct Dotenv: Sendable {
    /// A variable of the file.
    package struct Variable: Sendable {
        package let value: String
        /// The place of its name; without the line, which may hold a secret.
        let location: SourceLocation
    }

    /// The most bytes of a file that are read.
    package static let sizeLimit = 1 << 20

    /// The variables by their names.
    package private(set) var variables: [String: Variable] = [:]
    /// What is wrong with the file, in its order.
    package internal(set) var findings: [Diagnostic] = []

    /// No variables.
    init() {}

    /// Reads the text of a file.
    package init(_ text: String, shownAs file: String) {
        var reader = DotenvReader(text, file: file)
        while let assignment = reader.next() {
            switch assignment {
            case .failure(let finding): findings.append(finding.diagnostic)
            case .success(let (name, variable)):
                if let first = variables[name] {
                    findings.append(
                        Diagnostic(
                            "the variable \(name) is already defined on line \(first.location.line)",
                            at: variable.location))
                } else {
                    variables[name] = variable
                }
            }
        }
    }

    /// A variable of the file, if it is there.
    subscript(name: String) -> Variable? { variables[name] }
}
