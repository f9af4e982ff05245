package import Reporting
import YAML

/// The variables in a `.env` file.
///
/// A line is `NAME=value`, optionally after `export`, or a comment after `#`. An unquoted value ends at the line's end
/// or at a blank followed by `#`. Single-quoted text is literal. Double-quoted text has the escapes `\n`, `\r`, `\t`,
/// `\"`, `\\` and `\$`. Quoted values may span lines. Nothing is expanded.
package struct Dotenv: Sendable {
    package struct Variable: Sendable {
        package let value: String
        /// The location of the name, without an excerpt, because the line may hold a secret.
        let location: SourceLocation
    }

    /// In bytes.
    package static let sizeLimit = 1 << 20

    package private(set) var variables: [String: Variable] = [:]
    package internal(set) var findings: [Diagnostic] = []

    init() {}

    package init(_ text: String, shownAs file: String) {
        var reader = DotenvReader(text, file: file)
        while let assignment = reader.next() {
            switch assignment {
            case .failure(let problem): findings += problem.diagnostics
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

    subscript(name: String) -> Variable? { variables[name] }
}
