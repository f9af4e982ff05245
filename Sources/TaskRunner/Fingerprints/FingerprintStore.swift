import DevtoolKit
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// What the last successful runs of tasks depended on, in the user's cache folder.
///
/// ```swift
/// let store = try FingerprintStore(in: context)
/// let lock = try await store.lock(inputs) { console.say("waiting") }
/// defer { lock.release() }
/// let verdict = try store.check(inputs)
/// if verdict.state != .upToDate {
///     try store.begin(verdict)
///     …                                 // run the task
///     try store.store(verdict)          // only if it succeeded
/// }
/// ```
///
/// A task has one small file, `tasks/PROJECT/TASK`, which is replaced as a whole; one that is damaged, or
/// none of this version, counts as none.
struct FingerprintStore: Sendable {
    private let folder: FilePath

    /// The store in the user's cache folder.
    ///
    /// - Throws: ``FileError`` where there is no cache folder.
    init(in context: Context) throws {
        self.init(folder: try context.cacheFolder().appending("tasks"))
    }

    /// The store in a folder, which need not exist.
    init(folder: FilePath) {
        self.folder = folder
    }

    /// Waits until no other devtool runs the task, and keeps others from running it as long as the lock
    /// lives.
    ///
    /// The verdict is to be asked for after that: the other devtool may have run the task. Where another
    /// one runs it, `whenWaiting` is called once.
    ///
    /// - Throws: ``FileError``; `CancellationError`.
    func lock(
        _ inputs: TaskInputs, whenWaiting: @Sendable () -> Void
    ) async throws -> FingerprintLock {
        let file = file(of: inputs, "~lock")
        try file.removingLastComponent().createDirectories()
        let lock = try FingerprintLock(on: file)
        try await lock.take(whenWaiting: whenWaiting)
        return lock
    }

    /// Finds out whether a task has to run.
    ///
    /// Sources whose size, times and number are as they were are not read. Where some had to be, and yet
    /// nothing has changed, their new times are remembered at once.
    ///
    /// - Throws: ``FileError`` for sources that cannot be read; ``GlobError``; `CancellationError`.
    func check(_ inputs: TaskInputs) throws -> FingerprintVerdict {
        let stored = (try? file(of: inputs).contents()).flatMap { Fingerprint(bytes: $0) }
        var current = Fingerprint(of: inputs)
        let earlier = stored.flatMap { $0.identity == current.identity ? $0 : nil }
        current.sources = try SourceList(of: Glob(inputs.sources), in: inputs.directory)
        let hasRead = try current.sources.findChecksums(
            in: inputs.directory, reusing: earlier?.sources ?? SourceList(),
            of: earlier?.time ?? .min)
        guard let earlier else {
            return FingerprintVerdict(
                state: .stale(["never run"]), fingerprint: current, inputs: inputs)
        }
        var reasons = current.reasons(since: earlier, patterns: inputs.sources)
        reasons += try missingOutputs(of: inputs).map { "the output '\($0)' is missing" }
        let verdict = FingerprintVerdict(
            state: reasons.isEmpty ? .upToDate : .stale(reasons), fingerprint: current,
            inputs: inputs)
        // Where this fails, they are read again the next time.
        if reasons.isEmpty, hasRead { try? store(verdict) }
        return verdict
    }

    /// Remembers that a task is about to run: until that has succeeded, it is not up to date, whatever the
    /// run leaves behind.
    ///
    /// - Throws: ``FileError``.
    func begin(_ verdict: FingerprintVerdict) throws {
        try write(verdict, hasSucceeded: false)
    }

    /// Remembers what a task depended on, after it has succeeded.
    ///
    /// That is what it was before the run, so that a source that was changed meanwhile is noticed.
    ///
    /// - Throws: ``FileError``.
    func store(_ verdict: FingerprintVerdict) throws {
        try write(verdict, hasSucceeded: true)
    }

    private func write(_ verdict: FingerprintVerdict, hasSucceeded: Bool) throws {
        var fingerprint = verdict.fingerprint
        fingerprint.hasSucceeded = hasSucceeded
        let file = file(of: verdict.inputs)
        try file.removingLastComponent().createDirectories()
        let temporary = self.file(of: verdict.inputs, "~\(getpid())")
        do {
            let descriptor = try FileDescriptor.open(
                temporary, .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec],
                permissions: .ownerReadWrite)
            _ = try descriptor.closeAfter { try descriptor.writeAll(fingerprint.bytes) }
        } catch let errno as Errno {
            temporary.removeRecursively()
            throw FileError.cannotWrite(temporary.string, errno)
        }
        try temporary.rename(to: file)
    }

    /// The patterns for outputs that no file matches any more.
    private func missingOutputs(of inputs: TaskInputs) throws -> [String] {
        try inputs.outputs.indices.filter { index in
            let pattern = inputs.outputs[index]
            if pattern.hasPrefix("!") { return false }
            // What later patterns exclude does not count.
            let exclusions = inputs.outputs[(index + 1)...].filter { $0.hasPrefix("!") }
            return try !GlobWalk.walk(
                Glob([pattern] + exclusions), in: inputs.directory, AnyFile()
            ).isThere
        }.map { inputs.outputs[$0] }
    }

    /// A file of a task; what is added has a character that names of tasks do not have.
    private func file(of inputs: TaskInputs, _ suffix: String = "") -> FilePath {
        var name = ""
        for byte in inputs.task.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: ":"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: ".") where !name.isEmpty: name += "."
            default: name += "%" + String(byte, radix: 16)
            }
        }
        // Longer than a file may be called.
        if name.utf8.count > 200 { name = name.prefix(180) + "%" + inputs.task.fingerprint }
        return folder.appending(inputs.project.string.fingerprint).appending(name + suffix)
    }
}

/// Looks for one file.
private struct AnyFile: GlobVisitor {
    private(set) var isThere = false

    mutating func enter(_ folder: UnsafeBufferPointer<UInt8>, _ place: GlobPlace) {}

    mutating func visit(_ file: UnsafeBufferPointer<UInt8>, _ status: stat) -> Bool {
        isThere = true
        return false
    }
}
