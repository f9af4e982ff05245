import DevtoolKit
import Glibc
import SystemPackage

/// An archive of Liquibase's loaded classes, which makes a run a third faster.
///
/// Java maps the archive into memory at startup instead of reading and verifying thousands of classes. It writes the
/// archive at the end of a training run, which takes half a second longer than an ordinary run. So devtool trains in a
/// background process of the lowest priority after a run without an archive. If `CI` is set, it does not, because a job
/// with a temporary cache would gain nothing; there, `devtool migrate install` fills the cache.
///
/// An archive is valid for one Java and one sequence of unchanged jars. Java ignores an unsuitable archive, but aborts
/// if the file is shorter than its header states, so the file's name contains the size.
struct ClassDataArchive: Sendable {
    let folder: FilePath
    let key: String
    private let classPath: ClassPath

    private static let suffix = ".jsa"
    /// The number of archives to keep; each takes 17 MB.
    private static let kept = 4

    /// Fails if Java is too old, an option may be incompatible with archives, or the class path has a folder before a
    /// jar.
    init?(of classPath: ClassPath, options: [String], java: JavaRuntime, in folder: FilePath) {
        guard let release = JavaRelease(of: java), release.major >= 13, !classPath.mixesFolders,
            options.allSatisfy(Self.isHarmless)
        else { return nil }
        self.folder = folder
        self.classPath = classPath
        let jars = classPath.jars.map { "\($0) \(FileState(of: $0).identity)" }
        key = ([ClassDataTraining.version, release.identity] + jars).joined(separator: "\n").fingerprint
    }

    /// Whether a Java option has no effect on classes, memory layout or messages.
    private static func isHarmless(_ option: String) -> Bool {
        ["-D", "-Xmx", "-Xms", "-Xss", "-XX:Tier", "-XX:CICompilerCount=", "-XX:+UseSerialGC"].contains {
            option.hasPrefix($0)
        }
    }

    var path: FilePath? {
        entries.first { entry in entry.size > 0 && FileState(of: entry.path)?.size == entry.size }?.path
    }

    /// Whether training failed in the last 24 hours, so that it is not repeated after every run.
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
    /// They silence messages about an unusable archive, which Java would mix with the results on standard output, or
    /// print as errors in later versions.
    static func options(using path: FilePath) -> [String] {
        [
            "-XX:SharedArchiveFile=\(path)", "-Xshare:auto", "-XX:+VerifySharedSpaces", "-Xlog:disable",
            "-Xlog:all=error:stderr", "-Xlog:cds*=off:stderr",
        ]
    }

    /// Creates the archive by a rename, unless it exists or another process is creating one; records a failure.
    func train(_ liquibase: Liquibase, java: JavaRuntime, in context: Context) async throws {
        try folder.createDirectories()
        guard let turn = FolderLock(folder) else { return }
        defer { withExtendedLifetime(turn) {} }
        StagingFolder.removeAbandoned(in: folder)
        guard path == nil else { return }
        let staging = try StagingFolder(in: folder)
        let file = staging.path.appending("archive" + Self.suffix)
        try ClassDataTraining.write(to: staging.path)
        var size: Int?
        for run in ClassDataTraining.runs(in: staging.path, with: classPath.jars) where size == nil {
            let invocation = liquibase.invocation(
                for: run, java: java,
                options: ["-XX:ArchiveClassesAtExit=\(file)", "-Xlog:disable"] + staging.javaOptions,
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

    private func removeOldest() {
        let archives = folder.entryNames().filter { $0.hasSuffix(Self.suffix) }.map { folder.appending($0) }.sorted {
            $0.modification > $1.modification
        }
        for path in archives.dropFirst(Self.kept) { path.removeRecursively() }
    }
}

extension FilePath {
    fileprivate var modification: Int { (try? stat().st_mtim.tv_sec) ?? 0 }

    func flush() throws {
        let file = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
        defer { try? file.close() }
        guard fsync(file.rawValue) == 0 else { throw FileError.cannotCreate(string, Errno(rawValue: errno)) }
    }
}
