import DevtoolKit
import SystemPackage

/// An unpacked Liquibase.
struct Liquibase {
    /// The folder that holds it.
    let home: FilePath

    /// Finds Liquibase: in `LIQUIBASE_HOME`, else where `devtool migrate install` put it, else beside the
    /// `liquibase` on the `PATH`.
    static func locate(in context: Context) throws -> Liquibase {
        if let path = context.environment["LIQUIBASE_HOME"], !path.isEmpty {
            guard let liquibase = Liquibase(home: FilePath(path)) else {
                throw MigrateError.noLiquibase(home: path)
            }
            return liquibase
        }
        let installed = try Installation(in: context).current
        let launcher = context.executable(named: "liquibase")?.resolved
        let candidates = [installed, launcher?.removingLastComponent()].compactMap(\.self)
        guard let liquibase = candidates.lazy.compactMap({ Liquibase(home: $0) }).first else {
            throw MigrateError.noLiquibase(home: nil)
        }
        return liquibase
    }

    /// Takes a folder for Liquibase if it looks like one.
    init?(home: FilePath) {
        self.home = home
        guard jar.isFile || launcher.isExecutable else { return nil }
    }

    /// The jar that holds all of Liquibase, in the layout up to 4.10.
    private var jar: FilePath { home.appending("liquibase.jar") }
    /// The script that starts later layouts, whose class path is its own affair.
    private var launcher: FilePath { home.appending("liquibase") }

    /// The child process that runs a command of Liquibase.
    ///
    /// Java is started directly where the layout is known: the launcher script ignores SIGINT, and dies of
    /// SIGTERM without its child. One compiler tier and the serial collector save a quarter of the time
    /// of such a short run.
    ///
    /// - Parameters:
    ///   - arguments: the command and its options.
    ///   - settings: what Liquibase reads from its standard input.
    ///   - directory: the folder of `devtool.yml`; a changeset's identity contains its file's path from
    ///     there.
    ///   - java: the Java that runs it, unless a launcher script finds its own.
    /// - Returns: the description of the process; no secret is in its arguments or its environment.
    func invocation(
        _ arguments: [String], settings: DefaultsFile, directory: FilePath, java: JavaRuntime
    ) -> Invocation {
        let arguments = ["--defaults-file=/dev/stdin"] + arguments
        var invocation: Invocation
        if jar.isFile {
            // The launcher's class path, with the target's own entries first so that they win.
            let classPath =
                (settings.target?.classpath ?? [])
                + [
                    ".", jar.string, "liquibase_libs/*",
                    home.appending("lib").appending("*").string,
                ]
            invocation = Invocation(
                java.executable,
                ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"] + java.options
                    + ["-cp", classPath.joined(separator: ":")]
                    + ["liquibase.integration.commandline.LiquibaseCommandLine"] + arguments)
        } else {
            invocation = Invocation(launcher, arguments)
            invocation.environment["LIQUIBASE_HOME"] = home.string
            if let classpath = settings.target?.classpath, !classpath.isEmpty {
                invocation.arguments.insert(
                    "--classpath=" + classpath.joined(separator: ":"), at: 1)
            }
        }
        invocation.directory = directory
        invocation.input = .secret(settings.text)
        invocation.secrets = [settings.password].compactMap(\.self)
        if let variable = settings.target?.password?.variable {
            // The child has the password already; its environment can be read by others of the user's.
            invocation.environment[variable] = .some(nil)
        }
        return invocation
    }
}
