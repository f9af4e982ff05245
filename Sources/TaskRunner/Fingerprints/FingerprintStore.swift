import DevtoolKit
import Glibc
import SystemPackage

/// The fingerprints of the last runs of tasks, in the user's cache folder.
///
/// ```swift
/// let store = try FingerprintStore(in: context)
/// let lock = try await store.lock(inputs) { console.say("waiting") }
/// defer { lock.release() }
/// let verdict = try store.check(inputs)
/// if !verdict.isUpToDate {
///     try store.begin(verdict)
///     …                                 // run the task
///     try store.store(verdict)          // only if it succeeded
/// }
/// ```
///
/// Each task has a small file, `tasks/PROJECT/TASK`, which is replaced atomically. A file that is damaged, or of
/// another version, is ignored.
struct FingerprintStore: Sendable {
    private let folder: FilePath

    init(in context: Context) throws { self.init(folder: try context.cacheFolder().appending("tasks")) }

    init(folder: FilePath) { self.folder = folder }

    /// Waits until no other devtool runs the task, and locks it; calls `whenWaiting` once if another one runs it.
    ///
    /// Call ``check(_:)`` afterwards, because the other devtool may have brought the task up to date.
    ///
    /// - Throws: ``FileError``; `CancellationError`.
    func lock(_ inputs: TaskInputs, whenWaiting: @Sendable () -> Void) async throws -> FileLock {
        let file = file(of: inputs, "~lock")
        try file.containingFolder.createDirectories()
        let lock = try FileLock(on: file)
        try await lock.take(whenWaiting: whenWaiting)
        return lock
    }

    /// Decides whether a task has to run.
    ///
    /// Sources with unchanged marks are not read. If others were read and are unchanged, their new marks are stored at
    /// once.
    func check(_ inputs: TaskInputs) throws -> FingerprintVerdict {
        let stored = (try? file(of: inputs).contents()).flatMap { TaskFingerprint(bytes: $0) }
        var current = TaskFingerprint(of: inputs)
        let earlier = stored.flatMap { $0.identity == current.identity ? $0 : nil }
        let outputs = try inputs.presentOutputs()
        // A task's outputs are not its sources.
        current.sources = try SourceList(of: Glob(inputs.sources), in: inputs.directory).without(outputs)
        var hasRead = try current.sources.findChecksums(
            in: inputs.directory, reusing: earlier?.sources ?? SourceList(), of: earlier?.time ?? .min)
        guard let earlier else {
            return FingerprintVerdict(reasons: ["never run"], fingerprint: current, inputs: inputs)
        }
        current.keepNeeds(of: earlier)
        current.outputs = outputs.limited(to: earlier.outputs)
        let hasReadOutputs = try current.outputs.findChecksums(
            in: inputs.directory, reusing: earlier.outputs, of: earlier.time)
        hasRead = hasRead || hasReadOutputs
        var reasons = current.reasons(since: earlier, patterns: inputs.sources)
        if !inputs.sources.isEmpty, current.sources.count == 0 { reasons.append("no file matches its sources") }
        if earlier.hasSucceeded {
            let changes = try inputs.missingOutputs().map { "the output '\(inputs.outputs[$0])' is missing" }
            reasons += changes.isEmpty ? current.outputChanges(since: earlier) : changes
        }
        let verdict = FingerprintVerdict(reasons: reasons, fingerprint: current, inputs: inputs)
        // If this fails, they are read again next time.
        if reasons.isEmpty, hasRead {
            current.hasSucceeded = true
            try? write(current, of: inputs)
        }
        return verdict
    }

    /// Marks a task as not up to date until ``store(_:restored:)``, whatever its run leaves behind.
    ///
    /// If that cannot be written, as on a full disk, the fingerprint is removed.
    func begin(_ verdict: FingerprintVerdict) throws {
        var fingerprint = verdict.fingerprint
        fingerprint.hasSucceeded = false
        do { try write(fingerprint, of: verdict.inputs) } catch {
            let file = file(of: verdict.inputs)
            file.removeRecursively()
            if file.isFile { throw error }
        }
    }

    /// Stores the fingerprint of a task that has succeeded, with the sources as they were before the run.
    ///
    /// A source that changed during the run counts as changed from now on, even if the change is reverted, because the
    /// run may have read either content. `restored` are outputs that come from the cache.
    ///
    /// - Returns: the outputs, and whether they belong to the sources of the verdict.
    @discardableResult func store(_ verdict: FingerprintVerdict, restored: SourceList? = nil) throws -> (
        outputs: SourceList, isCertain: Bool
    ) {
        let (inputs, before) = (verdict.inputs, verdict.fingerprint)
        var fingerprint = before
        fingerprint.hasSucceeded = true
        fingerprint.outputs = try inputs.presentOutputs()
        _ = try fingerprint.outputs.findChecksums(
            in: inputs.directory, reusing: restored ?? before.outputs, of: restored == nil ? before.time : .max)
        let isCertain =
            try restored != nil
            || fingerprint.sources.forgetWhatDiffers(
                from: SourceList(of: Glob(inputs.sources), in: inputs.directory).without(fingerprint.outputs))
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

    func name(of inputs: TaskInputs) -> String {
        "\(inputs.project.string.fingerprint)/\(file(of: inputs).lastComponent?.string ?? "")"
    }

    /// `suffix` begins with a character that file names of tasks do not contain.
    private func file(of inputs: TaskInputs, _ suffix: String = "") -> FilePath {
        var name = inputs.task.percentEncoded { byte in byte.isASCIILetterOrDigit || "_-:.".utf8.contains(byte) }
        // A leading dot would hide the file, or name a folder.
        if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
        // The name may exceed the limit of file systems.
        if name.utf8.count > 200 { name = name.prefix(180) + "%" + inputs.task.fingerprint }
        return folder.appending(inputs.project.string.fingerprint).appending(name + suffix)
    }
}
