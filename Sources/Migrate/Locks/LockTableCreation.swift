import DevtoolKit
import Dispatch
import Glibc
import SystemPackage

/// Serializes the start of runs of one user on one host on a database that may not have its lock table yet.
///
/// The first run makes the table of the lock and its row. Of two at once, the second may find the row
/// missing, and put it there anew when the first has already taken the lock: then both have it, and apply
/// the same changesets. So a run waits until the one before it has the lock, or has ended. On PostgreSQL,
/// ``JavaProgram`` keeps all runs apart.
final class LockTableCreation: Sendable {
    /// A file in the user's cache, which a run locks.
    private let file: FilePath
    private let over = DispatchSemaphore(value: 0)

    /// How long the run before is waited for: it may hang.
    private static let patience = Duration.seconds(60)

    /// Prepares the turn of a run.
    init(_ file: FilePath) {
        self.file = file
    }

    /// Waits for the run's turn, which lasts until ``end()``.
    func begin() async {
        await withCheckedContinuation { continuation in
            // A thread of its own holds the lock.
            DispatchQueue(label: "devtool.first-use").async { [self] in
                hold { continuation.resume() }
            }
        }
    }

    /// Lets the next run begin.
    func end() {
        over.signal()
    }

    private func hold(_ begin: () -> Void) {
        try? file.containingFolder.createDirectories()
        let descriptor = try? FileDescriptor.open(
            file, .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        guard let descriptor else { return begin() }
        defer { try? descriptor.close() }
        let end = ContinuousClock.now + Self.patience
        while flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK, .now < end {
            usleep(20_000)
        }
        begin()
        over.wait()
    }
}
