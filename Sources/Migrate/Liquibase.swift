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
            guard
                let liquibase = Liquibase(
                    home: FilePath(path).absolute(in: context.workingDirectory))
            else {
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
    /// Whether the folder is a later layout, and not just one with a script that starts another.
    private var isLaterLayout: Bool { home.appending("internal/lib/liquibase-core.jar").isFile }

    /// The version, read from the jar without starting Java; nil where that cannot be done.
    func version(in context: Context) async -> String? {
        guard let unzip = context.executable(named: "unzip") else { return nil }
        let core = isLaterLayout ? home.appending("internal/lib/liquibase-core.jar") : jar
        let invocation = Invocation(unzip, ["-p", core.string, "liquibase.build.properties"])
        guard core.isFile, let (_, output) = try? await context.processes.output(of: invocation)
        else { return nil }
        return LiquibaseArchive.version(in: String(decoding: output, as: UTF8.self))
    }

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
    ///   - hidden: the variables that hold passwords: the child has its own already, and its environment
    ///     can be read by others.
    /// - Returns: the description of the process; no secret is in its arguments or its environment.
    func invocation(
        _ arguments: [String], settings: DefaultsFile, classPath own: [String], password: Secret?,
        directory: FilePath, java: JavaRuntime, hiding hidden: [String]
    ) -> Invocation {
        let arguments = ["--defaults-file=/dev/stdin"] + arguments
        var invocation: Invocation
        if jar.isFile {
            // The launcher's class path, with the target's own entries first so that they win.
            let classPath =
                own
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
            // Elsewhere the script knows better: package managers wrap the real launcher in another.
            invocation.environment["LIQUIBASE_HOME"] = .some(isLaterLayout ? home.string : nil)
            if !own.isEmpty {
                invocation.arguments.insert(
                    "--classpath=" + own.joined(separator: ":"), at: 1)
            }
        }
        invocation.directory = directory
        invocation.input = .secret(settings.text)
        invocation.secrets = [password].compactMap(\.self)
        for variable in hidden { invocation.environment[variable] = .some(nil) }
        return invocation
    }
}
