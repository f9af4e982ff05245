public import Reporting
import YAML

/// Where a value of the configuration comes from; the earlier layers win.
public enum Origin: Hashable, Sendable, CustomStringConvertible {
    /// An environment variable, by its name, or a part of one, as `-Dliquibase.command.url in JAVA_OPTS`.
    case environment(String)
    /// An environment variable that a task of the project sets for its commands, and the task's place.
    case task(String, SourceLocation)
    /// A variable in the `.env` beside `devtool.yml`, and its place there.
    case dotenv(String, SourceLocation)
    /// The project's `devtool.yml`.
    case project(SourceLocation)
    /// The user's own configuration.
    case user(SourceLocation)
    /// What its declaration says.
    case declaration

    /// The place in a file, where it has one.
    public var location: SourceLocation? {
        switch self {
        case .task(_, let location), .dotenv(_, let location), .project(let location),
            .user(let location):
            location
        case .environment, .declaration: nil
        }
    }

    /// Whether the project says it, which may be a stranger's, and not the user.
    var isOfProject: Bool {
        switch self {
        case .task, .dotenv, .project: true
        case .environment, .user, .declaration: false
        }
    }

    /// The place or the name, as in `devtool.yml:3:5` or `DEVTOOL_MIGRATE_CHANGELOG`.
    public var description: String {
        switch self {
        case .environment(let name): name
        case .task(let name, let location), .dotenv(let name, let location): "\(location) \(name)"
        case .project(let location), .user(let location): location.description
        case .declaration: "default"
        }
    }

    /// The layer's name in documents for programs.
    var layer: String {
        switch self {
        case .environment, .task: "environment"
        case .dotenv: "dotenv"
        case .project: "project"
        case .user: "user"
        case .declaration: "default"
        }
    }

    /// A finding about the value of the setting at `path`: `message` follows the name of what holds it.
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
