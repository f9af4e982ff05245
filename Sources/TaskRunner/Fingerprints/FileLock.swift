import DevtoolKit
import Glibc
import SystemPackage

/// A lock on a file among all runs of devtool, held until it is released or until the process and the
/// children that inherited it have ended.
final class FileLock: Sendable {
    /// What the lock is on: as long as anybody has it open, the lock is held, unless it is released.
    let descriptor: FileDescriptor

    /// Who else may have the lock.
    enum Kind {
        /// Nobody.
        case exclusive
        /// Others of this kind.
        case shared

        fileprivate var operation: Int32 { self == .exclusive ? LOCK_EX : LOCK_SH }
    }

    /// How long to wait before it is asked again whether the lock is free, at first and at most.
    private static let pauses = (first: Duration.milliseconds(5), last: Duration.milliseconds(100))

    /// Opens the file that the lock is on, which is made where it is missing.
    ///
    /// - Throws: ``FileError``.
    init(on file: FilePath) throws {
        do {
            // Only programs that the task starts inherit it, by their runner.
            descriptor = try .open(
                file, .readWrite, options: [.create, .noFollow, .closeOnExec],
                permissions: .ownerReadWrite)
        } catch let errno as Errno {
            throw FileError.cannotCreate(file.string, errno)
        }
    }

    deinit {
        try? descriptor.close()
    }

    /// Takes the lock, as soon as nobody has it who would not share it; calls a closure if somebody has.
    ///
    /// Who holds it as another kind gives that up at once: others may come first.
    ///
    /// - Throws: `CancellationError` while waiting.
    func take(_ kind: Kind = .exclusive, whenWaiting: @Sendable () -> Void = {}) async throws {
        if tryToTake(kind) { return }
        whenWaiting()
        var pause = Self.pauses.first
        while !tryToTake(kind) {
            try await Task.sleep(for: pause)
            pause = min(pause * 2, Self.pauses.last)
        }
    }

    /// Lets others take the lock.
    func release() {
        _ = flock(descriptor.rawValue, LOCK_UN)
    }

    /// Takes the lock unless it is held; a file system without locks cannot keep two apart.
    func tryToTake(_ kind: Kind) -> Bool {
        while flock(descriptor.rawValue, kind.operation | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { return true }
        }
        return true
    }
}
