import DevtoolKit
import Glibc
import SystemPackage

/// The stored fingerprints of the last successful runs, in the user's cache folder.
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
    ) async throws -> FileLock {
        let file = file(of: inputs, "~lock")
        try file.containingFolder.createDirectories()
        let lock = try FileLock(on: file)
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
        let stored = (try? file(of: inputs).contents()).flatMap { TaskFingerprint(bytes: $0) }
        var current = TaskFingerprint(of: inputs)
        let earlier = stored.flatMap { $0.identity == current.identity ? $0 : nil }
        let outputs = try inputs.presentOutputs()
        // What a task writes is no source of its own.
        current.sources = try SourceList(of: Glob(inputs.sources), in: inputs.directory)
            .without(outputs)
        var hasRead = try current.sources.findChecksums(
            in: inputs.directory, reusing: earlier?.sources ?? SourceList(),
            of: earlier?.time ?? .min)
        guard let earlier else {
            return FingerprintVerdict(
                state: .stale(["never run"]), fingerprint: current, inputs: inputs)
        }
        current.keepNeeds(of: earlier)
        current.outputs = outputs.limited(to: earlier.outputs)
        let hasReadOutputs = try current.outputs.findChecksums(
            in: inputs.directory, reusing: earlier.outputs, of: earlier.time)
        hasRead = hasRead || hasReadOutputs
        var reasons = current.reasons(since: earlier, patterns: inputs.sources)
        if !inputs.sources.isEmpty, current.sources.count == 0 {
            reasons.append("no file matches its sources")
        }
        if earlier.hasSucceeded {
            let changes = try inputs.missingOutputs().map {
                "the output '\(inputs.outputs[$0])' is missing"
            }
            reasons += changes.isEmpty ? current.outputChanges(since: earlier) : changes
        }
        let verdict = FingerprintVerdict(
            state: reasons.isEmpty ? .upToDate : .stale(reasons), fingerprint: current,
            inputs: inputs)
        // Where this fails, they are read again the next time.
        if reasons.isEmpty, hasRead {
            current.hasSucceeded = true
            try? write(current, of: inputs)
        }
        return verdict
    }

    /// Remembers that a task is about to run: until that has succeeded, it is not up to date, whatever the
    /// run leaves behind.
    ///
    /// Where that cannot be written, as on a full disk, the fingerprint is removed.
    ///
    /// - Throws: ``FileError``.
    func begin(_ verdict: FingerprintVerdict) throws {
        var fingerprint = verdict.fingerprint
        fingerprint.hasSucceeded = false
        do {
            try write(fingerprint, of: verdict.inputs)
        } catch {
            let file = file(of: verdict.inputs)
            file.removeRecursively()
            if file.isFile { throw error }
        }
    }

    /// Remembers what a task depended on, after it has succeeded.
    ///
    /// That is what it was before the run, and what the run has made. A source that was changed meanwhile counts as
    /// changed from now on, also when it is changed back: nobody knows which of the two the run has seen.
    ///
    /// - Throws: ``FileError``; ``GlobError``.
    /// - Parameters:
    ///   - verdict: that from before the run.
    ///   - restored: what is known to be in the outputs, where they were not made but restored.
    /// - Returns: the outputs, and whether they are what the sources of the verdict make.
    @discardableResult
    func store(
        _ verdict: FingerprintVerdict, restored: SourceList? = nil
    ) throws -> (outputs: SourceList, isCertain: Bool) {
        let (inputs, before) = (verdict.inputs, verdict.fingerprint)
        var fingerprint = before
        fingerprint.hasSucceeded = true
        fingerprint.outputs = try inputs.presentOutputs()
        _ = try fingerprint.outputs.findChecksums(
            in: inputs.directory, reusing: restored ?? before.outputs,
            of: restored == nil ? before.time : .max)
        let isCertain =
            try restored != nil
            || fingerprint.sources.forgetWhatDiffers(
                from: SourceList(of: Glob(inputs.sources), in: inputs.directory)
                    .without(fingerprint.outputs))
        try write(fingerprint, of: inputs)
        return (fingerprint.outputs, isCertain)
    }

    private func write(_ fingerprint: TaskFingerprint, of inputs: TaskInputs) throws {
        let file = file(of: inputs)
        try file.containingFolder.createDirectories()
        let temporary = self.file(of: inputs, "~\(getpid())")
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

    /// What tells the task from all others: the name of its file.
    func name(of inputs: TaskInputs) -> String {
        "\(inputs.project.string.fingerprint)/\(file(of: inputs).lastComponent?.string ?? "")"
    }

    /// A file of a task; what is added has a character that names of tasks do not have.
    private func file(of inputs: TaskInputs, _ suffix: String = "") -> FilePath {
        var name = inputs.task.percentEncoded { byte in
            byte.isASCIILetterOrDigit || "_-:.".utf8.contains(byte)
        }
        // A name with a dot before all others is hidden, or a folder.
        if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
        // Longer than a file may be called.
        if name.utf8.count > 200 { name = name.prefix(180) + "%" + inputs.task.fingerprint }
        return folder.appending(inputs.project.string.fingerprint).appending(name + suffix)
    }
}
