import DevtoolKit

/// A program that is installed nowhere, which is no problem for those who do not use `devtool migrate`.
enum NotInstalled: DiagnosableError {
    case java, liquibase

    var diagnostics: [Diagnostic] {
        switch self {
        case .java:
            [
                Diagnostic(
                    "Java is not installed",
                    hint: "install it (Debian: apt-get install default-jre-headless), or set JAVA_HOME")
            ]
        case .liquibase:
            [
                Diagnostic(
                    "Liquibase is not installed",
                    hint: "install it with 'devtool migrate install', or set LIQUIBASE_HOME")
            ]
        }
    }

    var exitStatus: ExitStatus { .unavailable }
}
