public import Reporting
package import SystemPackage
import YAML

/// A reference to a secret; the configuration never holds the secret itself.
public struct SecretReference: Hashable, Sendable, CustomStringConvertible {
    package enum Source: Hashable, Sendable {
        /// `fallback` is the value from `.env` or from a part of another variable.
        case variable(String, fallback: Secret?)
        case file(FilePath, shownAs: String)
        case command(String, [String], directory: FilePath)
    }

    package let source: Source
    /// The location of the reference; `nil` if it comes from devtool's own variable.
    public let location: SourceLocation?

    package init(_ source: Source, at location: SourceLocation?) {
        self.source = source
        self.location = location
    }

    /// Refers to the variable in which a value originates; `nil` for other origins, where the value may be the secret
    /// itself.
    init?(_ origin: Origin, value: Secret?) {
        switch origin {
        case .environment(let name), .task(let name, _), .dotenv(let name, _):
            self.init(.variable(name, fallback: value), at: origin.location)
        case .project, .user, .declaration: return nil
        }
    }

    func mapped(_ change: (String) -> String) -> SecretReference {
        let changed =
            switch source {
            case .variable: source
            case .file(let path, let name): Source.file(FilePath(change(path.string)), shownAs: change(name))
            case .command(let program, let words, let directory):
                Source.command(change(program), words.map(change), directory: directory)
            }
        return SecretReference(changed, at: location)
    }

    /// The environment variable with the secret, if it is in one.
    public var variable: String? {
        guard case .variable(let name, _) = source else { return nil }
        return name
    }

    /// The source, such as `PROD_PASSWORD` or `the output of 'pass'`.
    public var description: String {
        switch source {
        case .variable(let name, _): name
        case .file(_, let name): "the file '\(name)'"
        case .command(let program, _, _): "the output of '\(program)'"
        }
    }
}
