import DevtoolKit
import Glibc
import SystemPackage

/// A lock on a file among all runs of devtool.
///
/// It is held until it is released, or until the process and all children that inherited it have ended.
final class FileLock: Sendable {
    /// The lock is held while any process has this open, unless released.
    let descriptor: FileDescriptor

    enum Kind {
        case exclusive
        case shared

        fileprivate var operation: Int32 { self == .exclusive ? LOCK_EX : LOCK_SH }
    }

    /// The first and the longest pause between attempts.
    private static let pauses = (first: Duration.milliseconds(5), last: Duration.milliseconds(100))

    init(on file: FilePath) throws {
        do {
            // Only a task's programs inherit it, through their runner.
            descriptor = try .open(
                file, .readWrite, options: [.create, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
        } catch let errno as Errno { throw FileError.cannotCreate(file.string, errno) }
    }

    deinit { try? descriptor.close() }

    /// Takes the lock as soon as it is free; calls `whenWaiting` once if it is not.
    ///
    /// A lock of another kind that this value holds is released first, so another run may take it in between.
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

    func release() { _ = flock(descriptor.rawValue, LOCK_UN) }

    /// Returns false if the lock is held by others; on a file system without locks, it always succeeds.
    func tryToTake(_ kind: Kind) -> Bool {
        while flock(descriptor.rawValue, kind.operation | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { return true }
        }
        return true
    }
}
