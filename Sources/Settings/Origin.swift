public import Reporting
import YAML

/// The source of a value, in order of precedence.
public enum Origin: Hashable, Sendable, CustomStringConvertible {
    /// An environment variable, or a part of one, such as `-Dliquibase.command.url in JAVA_OPTS`.
    case environment(String)
    /// An environment variable that a task of the project sets, with the task's location.
    case task(String, SourceLocation)
    case dotenv(String, SourceLocation)
    case project(SourceLocation)
    case user(SourceLocation)
    case declaration

    /// The location in a file, if any.
    public var location: SourceLocation? {
        switch self {
        case .task(_, let location), .dotenv(_, let location), .project(let location), .user(let location): location
        case .environment, .declaration: nil
        }
    }

    /// Whether the value is from the project, which may be a stranger's, and not from the user.
    var isOfProject: Bool {
        switch self {
        case .task, .dotenv, .project: true
        case .environment, .user, .declaration: false
        }
    }

    /// The location or name, such as `devtool.yml:3:5` or `DEVTOOL_MIGRATE_CHANGELOG`.
    public var description: String {
        switch self {
        case .environment(let name): name
        case .task(let name, let location), .dotenv(let name, let location): "\(location) \(name)"
        case .project(let location), .user(let location): location.description
        case .declaration: "default"
        }
    }

    var layer: String {
        switch self {
        case .environment, .task: "environment"
        case .dotenv: "dotenv"
        case .project: "project"
        case .user: "user"
        case .declaration: "default"
        }
    }

    /// Creates a finding about the setting at `path`; `message` follows the name of the value's source.
    func finding(about path: String, _ message: String, hint: String? = nil) -> Diagnostic {
        let subject =
            switch self {
            case .environment(let name), .task(let name, _), .dotenv(let name, _): name
            case .project, .user: "'\(path)'"
            case .declaration: "the default of '\(path)'"
            }
        return Diagnostic("\(subject) \(message)", at: location, hint: hint)
    }
}
