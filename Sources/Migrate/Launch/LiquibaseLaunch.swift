import DevtoolKit
import SystemPackage

struct LiquibaseLaunch: Sendable {
    let liquibase: Liquibase
    let java: JavaRuntime
    let context: Context
    /// The persistent folder; `nil` if the user has none.
    private let cache: FilePath?

    init(of liquibase: Liquibase, in context: Context) throws {
        self.init(of: liquibase, java: try JavaRuntime.locate(in: context), in: context)
    }

    init(of liquibase: Liquibase, java: JavaRuntime, in context: Context) {
        self.liquibase = liquibase
        self.java = java
        self.context = context
        cache = try? Installation(in: context).folder
    }

    func run(_ run: LiquibaseRun, passing consume: @escaping @Sendable (OutputLine) throws -> Void) async throws
        -> Termination
    {
        let folder = try makeFolder()
        let run = run.reported
        let options = folder.javaOptions + run.reportOptions
        let archive = archive(for: run)
        let classPath = try classPath(for: run, with: folder)
        if let path = archive?.path {
            let guarded = AbortedStart(passingTo: consume)
            let termination = try await context.processes.run(
                liquibase.invocation(
                    for: run, java: java, options: ClassDataArchive.options(using: path) + options, classPath: classPath
                )
            ) { try guarded.receive($0) }
            if try !guarded.finish(after: termination) { return termination }
            path.removeRecursively()
        }
        let termination = try await context.processes.run(
            liquibase.invocation(for: run, java: java, options: options, classPath: classPath), passing: consume)
        if let archive, termination == .exited(0) { train(archive, for: run) }
        return termination
    }

    /// The class path with devtool's own classes, which guard the database and report; `nil` for Liquibase's own.
    private func classPath(for run: LiquibaseRun, with folder: StagingFolder) throws -> String? {
        guard liquibase.core != nil, !run.meant.isEmpty || run.reporting != nil else { return nil }
        return try "\(liquibase.classPath(for: run).text):\(JavaProgram.write(to: folder))"
    }

    func isSame(as other: LiquibaseLaunch) -> Bool {
        liquibase.home == other.liquibase.home && java.executable == other.java.executable
    }

    /// Creates a folder for the temporary files of a run.
    ///
    /// SQLite's driver unpacks its library into Java's temporary folder and leaves it there if killed; the next run
    /// removes it. The folder is in the user's cache, because in `/tmp` other users could replace it, or in the
    /// temporary folder if the cache is not writable, as in some containers. Java's class path cannot contain a folder
    /// with a colon.
    func makeFolder() throws -> StagingFolder {
        if let cache, !cache.string.contains(":"), let folder = try? StagingFolder(in: cache.appending("runs")) {
            return folder
        }
        let folder = context.temporaryFolder
        if folder.string.contains(":") {
            throw Problem(
                .cannotCreate, "Java cannot use the folder '\(folder)': its path contains a colon",
                hint: "set TMPDIR or XDG_CACHE_HOME to another folder")
        }
        return try StagingFolder(in: folder)
    }

    func invocation(of batch: SharedJVMBatch, by program: SharedJVMProgram) -> Invocation {
        let run = batch.process
        let archive = archive(for: run)?.path.map(ClassDataArchive.options) ?? []
        var invocation = liquibase.invocation(
            startingProgram: [], for: run, java: java,
            options: archive + program.folder.javaOptions + run.reportOptions,
            classPath: "\(liquibase.classPath(for: run).text):\(program.jar)")
        invocation.input = .secret(batch.description(stopFile: program.stopFile))
        return invocation
    }

    func archive(for run: LiquibaseRun) -> ClassDataArchive? {
        guard let cache, liquibase.core != nil else { return nil }
        let inherited = JavaRuntime.ownOptionVariables.flatMap {
            (context.environment[$0] ?? "").split(separator: " ").map(String.init)
        }
        return ClassDataArchive(
            of: liquibase.classPath(for: run),
            options: liquibase.virtualMachineOptions(for: run, java: java) + inherited, java: java,
            in: cache.appending("class-data"))
    }

    func prepare(for run: LiquibaseRun) async throws {
        guard let archive = archive(for: run), archive.path == nil else { return }
        try await archive.train(liquibase, java: java, in: context)
    }

    private func train(_ archive: ClassDataArchive, for run: LiquibaseRun) {
        if context.environment["CI"] != nil || archive.path != nil || archive.hasFailed { return }
        BackgroundProcess.start(
            ["migrate", TrainCommand.name, liquibase.home.string, run.directory.string] + run.classPath,
            environment: context.bareEnvironment)
    }
}

extension StagingFolder {
    /// Java's options to use the folder; none if libraries cannot be loaded from it.
    var javaOptions: [String] { path.allowsExecution ? ["-Djava.io.tmpdir=\(path)"] : [] }
}
