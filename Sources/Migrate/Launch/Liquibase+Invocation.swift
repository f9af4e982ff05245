import DevtoolKit
import SystemPackage

extension Liquibase {
    /// The class that Liquibase's launcher starts.
    static let mainClass = "liquibase.integration.commandline.LiquibaseCommandLine"

    /// The child process of a run.
    ///
    /// Java is started directly where the layout is known: the launcher script ignores SIGINT, and dies of
    /// SIGTERM without its child.
    ///
    /// - Parameters:
    ///   - run: what shall be done.
    ///   - java: the Java that runs it, unless a launcher script finds its own.
    ///   - options: more options for the virtual machine, before those of the user and the run.
    ///   - classPath: what Java searches for classes, if that is not the run's own.
    /// - Returns: the description of the process; no secret is in its arguments or its environment.
    func invocation(
        for run: LiquibaseRun, java: JavaRuntime, options: [String] = [],
        classPath: String? = nil
    ) -> Invocation {
        let arguments = ["--defaults-file=/dev/stdin"] + run.arguments
        var invocation: Invocation
        if core != nil {
            invocation = Invocation(
                java.executable,
                options + virtualMachineOptions(for: run, java: java)
                    + ["-cp", classPath ?? self.classPath(for: run).text, Self.mainClass]
                    + arguments)
            invocation.environment.merge(environment) { $1 }
        } else {
            invocation = Invocation(launcher, arguments)
            // The script knows better: package managers wrap the real launcher in another.
            invocation.environment["LIQUIBASE_HOME"] = .some(nil)
            if !run.classPath.isEmpty {
                invocation.arguments.insert(
                    "--classpath=" + run.classPath.joined(separator: ":"), at: 1)
            }
            // It splits its options, but hands its words on: Liquibase takes parameters there, too.
            let options = run.propertyOptions
            let split = options.filter(\.isSplitByShell)
            if run.readsChangelog { invocation.arguments += split }
            let added =
                options.filter { !$0.isSplitByShell } + run.javaOptions + Self.languageOptions
            invocation.environment["JAVA_OPTS"] = (java.options + added).joined(separator: " ")
        }
        invocation.environment.merge(Self.localeVariables) { $1 }
        invocation.environment.merge(run.meant.mapValues { $0 }) { $1 }
        invocation.directory = run.directory
        invocation.input = .secret(run.settings.text)
        invocation.receivesSecret = true
        invocation.secrets = run.secrets
        invocation.onHidden = run.onHidden
        invocation.gracePeriod = run.gracePeriod
        invocation.timeout = run.timeout
        invocation.beforeStop = run.beforeStop
        for variable in run.hidden { invocation.environment[variable] = .some(nil) }
        return invocation
    }

    /// The child process of ``JavaProgram``, which reads from its input what it shall do.
    ///
    /// - Parameters:
    ///   - arguments: its arguments.
    ///   - run: what the process needs.
    ///   - java: the Java that runs it.
    ///   - options: more options for the virtual machine.
    ///   - classPath: what Java searches for classes, the program's own among them.
    /// - Returns: the description of the process, which has no input yet.
    func invocation(
        startingProgram arguments: [String], for run: LiquibaseRun, java: JavaRuntime,
        options: [String], classPath: String
    ) -> Invocation {
        // What Java itself has to say must not get between the results.
        let options = options + ["-XX:+DisplayVMOutputToStderr"]
        var invocation = Invocation(
            java.executable,
            options + virtualMachineOptions(for: run, java: java)
                + ["-cp", classPath, JavaProgram.mainClass] + arguments)
        invocation.environment.merge(environment) { $1 }
        invocation.environment.merge(Self.localeVariables) { $1 }
        invocation.receivesSecret = true
        invocation.directory = run.directory
        invocation.gracePeriod = run.gracePeriod
        invocation.beforeStop = run.beforeStop
        for variable in run.hidden { invocation.environment[variable] = .some(nil) }
        return invocation
    }

    /// What the script of the later layout sets.
    private var environment: [String: String?] {
        isLaterLayout ? ["LIQUIBASE_HOME": home.string] : [:]
    }

    /// The options of the virtual machine that a run needs.
    ///
    /// One compiler tier and the serial collector save a quarter of the time of such a short run. What is called often
    /// is compiled four times as soon, by one thread, which leaves the other processors alone: 6 % more. What the user
    /// chooses counts instead.
    func virtualMachineOptions(for run: LiquibaseRun, java: JavaRuntime) -> [String] {
        let options = java.options + run.javaOptions
        let chosen = JavaChoices(options.map { JavaOptionWord(text: $0, meaning: $0) })
        var own: [String] = []
        if !chosen.hasCompiler, !java.choices.hasCompiler {
            own = [
                "-XX:TieredStopAtLevel=1", "-XX:Tier3InvocationThreshold=50",
                "-XX:CICompilerCount=1",
            ]
        }
        if !chosen.hasCollector, !java.choices.hasCollector { own.append("-XX:+UseSerialGC") }
        return own + options + Self.languageOptions + run.propertyOptions
    }

    /// Has Java read its command line, and write names of files, as UTF-8: in the locale `C`, as containers have it,
    /// it would put other characters into the database for those that are not ASCII.
    private static let localeVariables: [String: String?] = ["LC_ALL": "C.UTF-8"]

    /// Has Java write its log in the language that devtool reads, whatever that of the machine is.
    private static let languageOptions = ["-Duser.language=en", "-Duser.country=US"]

    /// What Java searches for classes, for drivers, and for changelogs.
    func classPath(for run: LiquibaseRun) -> ClassPath {
        classPath(of: run.classPath, in: run.directory)
    }

    /// What Java searches in a folder, with a target's own entries.
    func classPath(of entries: [String], in directory: FilePath) -> ClassPath {
        let own = directory.appending("liquibase_libs")
        let folders =
            isLaterLayout ? ["lib", "internal/lib", "internal/extensions"] : ["lib"]
        return ClassPath(
            own: entries, jar: core ?? jar,
            folders: [own] + folders.map { home.appending($0) }, directory: directory,
            // Later versions look there by themselves, and find a file twice else.
            hasDirectory: !isLaterLayout)
    }
}

extension LiquibaseRun {
    /// The system properties as Java's options, sorted.
    var propertyOptions: [String] {
        properties.sorted { $0.key < $1.key }.map { "-D\($0)=\($1)" }
    }
}

extension String {
    /// Whether a shell makes something else of the text where it stands without quotes, as the value of a
    /// variable.
    fileprivate var isSplitByShell: Bool {
        contains { $0.isWhitespace || "*?[".contains($0) }
    }
}
