import DevtoolKit
import SystemPackage

extension Liquibase {
    static let mainClass = "liquibase.integration.commandline.LiquibaseCommandLine"

    /// The child process of a run, without secrets in its arguments and environment.
    ///
    /// If Liquibase's layout is known, it starts Java directly: the launcher script ignores SIGINT, and SIGTERM kills
    /// the script but not its child.
    func invocation(for run: LiquibaseRun, java: JavaRuntime, options: [String] = [], classPath: String? = nil)
        -> Invocation
    {
        let arguments = ["--defaults-file=/dev/stdin"] + run.arguments
        var invocation: Invocation
        if core != nil {
            invocation = Invocation(
                java.executable,
                options + virtualMachineOptions(for: run, java: java) + [
                    "-cp", classPath ?? self.classPath(for: run).text, Self.mainClass,
                ] + arguments)
        } else {
            invocation = Invocation(launcher, arguments)
            // A package manager's script wraps the real launcher, which knows its own folder.
            invocation.environment["LIQUIBASE_HOME"] = .some(nil)
            if !run.classPath.isEmpty {
                invocation.arguments.insert("--classpath=" + run.classPath.joined(separator: ":"), at: 1)
            }
            // The script splits JAVA_OPTS at white space, but passes arguments on unchanged; Liquibase accepts
            // parameters there, too.
            let options = run.propertyOptions
            let split = options.filter(\.isSplitByShell)
            if run.readsChangelog { invocation.arguments += split }
            let added = options.filter { !$0.isSplitByShell } + run.javaOptions + Self.languageOptions
            invocation.environment["JAVA_OPTS"] = (java.options + added).joined(separator: " ")
        }
        invocation.environment.merge(run.meant.mapValues { $0 }) { $1 }
        invocation.input = .secret(run.settings.text)
        invocation.secrets = run.secrets
        invocation.onHidden = run.onHidden
        invocation.timeout = run.timeout
        return prepared(invocation, for: run)
    }

    /// The child process of ``JavaProgram``, which reads its instructions from standard input.
    func invocation(
        startingProgram arguments: [String], for run: LiquibaseRun, java: JavaRuntime, options: [String],
        classPath: String
    ) -> Invocation {
        // Keeps Java's own messages out of the results.
        let options = options + ["-XX:+DisplayVMOutputToStderr"]
        let words = virtualMachineOptions(for: run, java: java) + ["-cp", classPath, JavaProgram.mainClass] + arguments
        return prepared(Invocation(java.executable, options + words), for: run)
    }

    private func prepared(_ invocation: Invocation, for run: LiquibaseRun) -> Invocation {
        var invocation = invocation
        if isLaterLayout { invocation.environment["LIQUIBASE_HOME"] = home.string }
        // Java reads its command line, and writes file names, in UTF-8. In the locale `C`, which is common in
        // containers, it would store wrong characters for non-ASCII text.
        invocation.environment["LC_ALL"] = "C.UTF-8"
        invocation.receivesSecret = true
        invocation.directory = run.directory
        invocation.gracePeriod = run.gracePeriod
        invocation.beforeStop = run.beforeStop
        for variable in run.hidden { invocation.environment[variable] = .some(nil) }
        return invocation
    }

    /// The Java options of a run.
    ///
    /// One compiler tier and the serial collector save a quarter of the time of such a short run. Compiling frequently
    /// called methods four times sooner, on one thread that leaves the other processors alone, saves another 6 %. The
    /// user's choices take precedence.
    func virtualMachineOptions(for run: LiquibaseRun, java: JavaRuntime) -> [String] {
        let options = java.options + run.javaOptions
        let chosen = java.ownOptions + options.map { JavaOptionWord(text: $0, meaning: $0) }
        var own: [String] = []
        if !chosen.hasCompiler {
            own = ["-XX:TieredStopAtLevel=1", "-XX:Tier3InvocationThreshold=50", "-XX:CICompilerCount=1"]
        }
        if !chosen.hasCollector { own.append("-XX:+UseSerialGC") }
        return own + options + Self.languageOptions + run.propertyOptions
    }

    /// Makes Java write its log in English, which devtool parses.
    private static let languageOptions = ["-Duser.language=en", "-Duser.country=US"]

    func classPath(for run: LiquibaseRun) -> ClassPath { classPath(of: run.classPath, in: run.directory) }

    func classPath(of entries: [String], in directory: FilePath) -> ClassPath {
        let own = directory.appending("liquibase_libs")
        let folders = isLaterLayout ? ["lib", "internal/lib", "internal/extensions"] : ["lib"]
        return ClassPath(
            own: entries, jar: core ?? jar, folders: [own] + folders.map { home.appending($0) }, directory: directory,
            // Later versions search the working directory by themselves, and would find each file twice.
            hasDirectory: !isLaterLayout)
    }
}

extension LiquibaseRun {
    var propertyOptions: [String] { properties.sorted { $0.key < $1.key }.map { "-D\($0)=\($1)" } }
}

extension String { fileprivate var isSplitByShell: Bool { contains { $0.isWhitespace || "*?[".contains($0) } } }
