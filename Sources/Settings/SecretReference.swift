public import Reporting
package import SystemPackage
import YAML

/// A reference to a secret; the configuration never holds the secret itself.
public struct SecretReference: Hashable, Sendable, CustomStringConvertible {
    /// The places a secret can be in.
    package enum Source: Hashable, Sendable {
        /// An environment variable; `fallback` is the value where the environment has none: that of `.env`, or
        /// of a part of another variable.
        case variable(String, fallback: Secret?)
        /// A file, and its name as the user has written it.
        case file(FilePath, shownAs: String)
        /// The output of a program, with its arguments, run in a folder.
        case command(String, [String], directory: FilePath)
    }

    package let source: Source
    /// Where the reference stands; nil where a variable of devtool's own has the secret.
    public let location: SourceLocation?

    /// Refers to a place.
    init(_ source: Source, at location: SourceLocation?) {
        self.source = source
        self.location = location
    }

    /// Refers to the variable that a value comes from; nil where it comes from elsewhere, and might be
    /// the secret itself.
    init?(_ origin: Origin, value: Secret?) {
        switch origin {
        case .environment(let name), .task(let name, _), .dotenv(let name, _):
            self.init(.variable(name, fallback: value), at: origin.location)
        case .project, .user, .declaration: return nil
        }
    }

    /// The environment variable that holds the secret, if one does.
    public var variable: String? {
        guard case .variable(let name, _) = source else { return nil }
        return name
    }

    /// The place in words, as in `PROD_PASSWORD` or `the output of 'pass'`.
    public var description: String {
        switch source {
        case .variable(let name, _): name
        case .file(_, let name): "the file '\(name)'"
        case .command(let program, _, _): "the output of '\(program)'"
        }
    }
}
