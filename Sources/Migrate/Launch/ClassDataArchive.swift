import DevtoolKit
import Glibc
import SystemPackage

/// An archive of Liquibase's loaded classes, which Java maps into memory at startup instead of reading
/// and verifying thousands of classes: a run takes a third less time.
///
/// Java writes such an archive at the end of a training run. That takes half a second more than an
/// ordinary run, so nobody shall wait for it: it is made by a process of its own after a run that had
/// none, at the lowest priority (``train(in:)``). Where `CI` is set, nothing is trained by itself, for
/// a job whose cache is gone afterwards would pay for it and gain nothing; the cache of such a machine is
/// filled by `devtool migrate install`, for instance when its image is made.
///
/// An archive counts for one Java and for the jars in their order, as they were when it was made; Java
/// checks that, too, and the sum of the contents, and goes on without the archive where they are not as
/// they should be. It aborts where the file is shorter than it says: so the name tells the size.
struct ClassDataArchive: Sendable {
    let folder: FilePath
    /// What tells the archives of other Javas and other jars apart.
    let key: String
    private let classPath: ClassPath

    private static let suffix = ".jsa"
    /// How many archives are kept; each takes 17 MB.
    private static let kept = 4

    /// The archive for runs with these jars.
    ///
    /// - Returns: nil where there can be none: Java is too old, its options are not known to go together
    ///   with an archive, or the class path has a folder before a jar.
    init?(
        of classPath: ClassPath, options: [String], java: JavaRuntime, in folder: FilePath
    ) {
        guard let release = JavaRelease(of: java), release.major >= 13,
            !classPath.mixesFolders, options.allSatisfy(Self.isHarmless)
        else { return nil }
        self.folder = folder
        self.classPath = classPath
        let jars = classPath.jars.map { "\($0) \(FileState(of: $0).identity)" }
        key =
            ([ClassDataTraining.version, release.identity] + jars)
            .joined(separator: "\n").fingerprint
    }

    /// Whether an option of Java changes nothing about classes, memory layout or messages.
    private static func isHarmless(_ option: String) -> Bool {
        [
            "-D", "-Xmx", "-Xms", "-Xss", "-XX:Tier", "-XX:CICompilerCount=", "-XX:+UseSerialGC",
        ].contains { option.hasPrefix($0) }
    }

    /// The file, if there is one of the size that its name tells.
    var path: FilePath? {
        entries.first { entry in
            entry.size > 0 && FileState(of: entry.path)?.size == entry.size
        }?.path
    }

    /// Whether making it has failed within a day, so that it need not be tried after every run.
    var hasFailed: Bool {
        let mark = folder.appending("\(key).0\(Self.suffix)")
        guard let stat = try? mark.stat() else { return false }
        return time(nil) - stat.st_mtim.tv_sec < 86_400
    }

    private var entries: [(path: FilePath, size: Int)] {
        folder.entryNames().compactMap { name in
            guard name.hasPrefix(key + "."), name.hasSuffix(Self.suffix),
                let size = Int(name.dropFirst(key.utf8.count + 1).dropLast(Self.suffix.utf8.count))
            else { return nil }
            return (folder.appending(name), size)
        }
    }

    /// Java's options to use an archive.
    ///
    /// Java would tell of an archive that it cannot use on standard output, among the results; later
    /// versions do so on standard error, as an error.
    static func options(using path: FilePath) -> [String] {
        [
            "-XX:SharedArchiveFile=\(path)", "-Xshare:auto", "-XX:+VerifySharedSpaces",
            "-Xlog:disable", "-Xlog:all=error:stderr", "-Xlog:cds*=off:stderr",
        ]
    }

    /// Makes the archive, unless it is there or another process is about to make one.
    ///
    /// It appears whole, by a rename, or not at all; where it cannot be made, that is noted.
    ///
    /// - Parameters:
    ///   - liquibase: whose classes they are.
    ///   - java: the Java that makes it, and that will use it.
    ///   - context: where it is run.
    /// - Throws: ``FileError``, `Errno`, and as ``ProcessRunner/run(_:output:error:)``.
    func train(_ liquibase: Liquibase, java: JavaRuntime, in context: Context) async throws {
        try folder.createDirectories()
        guard let turn = FolderLock(folder) else { return }
        defer { withExtendedLifetime(turn) {} }
        StagingFolder.removeAbandoned(in: folder)
        guard path == nil else { return }
        let staging = try RunFolder(in: folder)
        let file = staging.path.appending("archive" + Self.suffix)
        try ClassDataTraining.write(to: staging.path)
        var size: Int?
        for run in ClassDataTraining.runs(in: staging.path, with: classPath.jars) where size == nil
        {
            let invocation = liquibase.invocation(
                for: run, java: java,
                options: ["-XX:ArchiveClassesAtExit=\(file)", "-Xlog:disable"] + staging.options,
                classPath: classPath.jarText)
            let termination = try await context.processes.run(
                invocation.withBareEnvironment(in: context), output: { _ in }, error: { _ in })
            if termination == .exited(0) { size = FileState(of: file)?.size }
        }
        if let size, size > 0 {
            try file.flush()
            try file.rename(to: folder.appending("\(key).\(size)\(Self.suffix)"))
        } else {
            try folder.appending("\(key).0\(Self.suffix)").write([])
        }
        removeOldest()
    }

    /// Removes the archives of Javas and jars that have not been trained with for long.
    private func removeOldest() {
        let archives = folder.entryNames().filter { $0.hasSuffix(Self.suffix) }
            .map { folder.appending($0) }
            .sorted { $0.modification > $1.modification }
        for path in archives.dropFirst(Self.kept) { path.removeRecursively() }
    }
}

extension FilePath {
    /// When the file was changed, in seconds since 1970.
    fileprivate var modification: Int { (try? stat().st_mtim.tv_sec) ?? 0 }

    /// Has the file put on the disk, so that a rename cannot outlive it.
    fileprivate func flush() throws {
        let file = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
        defer { try? file.close() }
        guard fsync(file.rawValue) == 0 else {
            throw FileError.cannotCreate(string, Errno(rawValue: errno))
        }
    }
}
