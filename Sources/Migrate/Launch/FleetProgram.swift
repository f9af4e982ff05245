import DevtoolKit
import SystemPackage

/// A small program in Java that runs Liquibase for one target after another in one process.
///
/// Starting Java and Liquibase is nearly all that a run without changes takes, so many runs take little
/// more than one. The program is compiled when it is first needed, and kept in the user's cache.
struct FleetProgram {
    /// The folder of its classes.
    let classes: FilePath

    /// The name of its class.
    static let mainClass = "DevtoolFleet"

    /// The versions of Liquibase that are known to be usable so: they run again and again in one process,
    /// and remember nothing.
    private static let provenVersions: Set = ["4.6.2"]

    /// The program for a Liquibase and a Java.
    ///
    /// - Returns: nil where there is no compiler, or no cache, or where Liquibase is another than those that
    ///   are known to be usable so.
    static func compiled(
        for liquibase: Liquibase, java: JavaRuntime, in context: Context
    ) async -> FleetProgram? {
        guard liquibase.jar.isFile, let release = JavaRelease(of: java), release.major >= 11,
            let compiler = release.compiler, let cache = try? Installation(in: context).folder,
            let version = await liquibase.version(in: context), provenVersions.contains(version)
        else { return nil }
        let key = [source, release.identity, FileState(of: liquibase.jar).identity]
            .joined(separator: "\n").fingerprint
        let folder = cache.appending("fleet")
        let program = FleetProgram(classes: folder.appending(key))
        if program.classes.isDirectory { return program }
        try? await program.compile(compiler, against: liquibase.jar, in: context)
        return program.classes.isDirectory ? program : nil
    }

    /// Removes the program, which may be damaged; the next one that needs it compiles it anew.
    func discard() {
        classes.removeRecursively()
    }

    /// Compiles the program; it appears whole, by a rename, or not at all.
    private func compile(
        _ compiler: FilePath, against jar: FilePath, in context: Context
    ) async throws {
        let staging = try StagingFolder(in: classes.removingLastComponent())
        let source = staging.path.appending("\(Self.mainClass).java")
        let file = try AtomicFile(replacing: source)
        try Array(Self.source.utf8).withUnsafeBytes { try file.write($0) }
        try file.commit()
        let output = staging.path.appending("classes")
        let invocation = Invocation(
            compiler,
            [
                "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-encoding", "UTF-8",
                "-proc:none", "-nowarn", "-cp", jar.string, "-d", output.string, source.string,
            ])
        let termination = try await context.processes.run(
            invocation.withBareEnvironment(in: context), output: { _ in }, error: { _ in })
        // Another may have been faster.
        if termination == .exited(0) { try? output.rename(to: classes) }
    }
}
