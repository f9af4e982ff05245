import DevtoolKit
import Dispatch
import Glibc
import SystemPackage

/// Serializes the start of a user's runs on one host while the lock table may not exist yet.
///
/// The first run creates the lock table and its row. A second run at the same time may find the row missing and insert
/// it again after the first has taken the lock. Then both hold the lock and apply the same changesets. So each run
/// waits until the previous one holds the lock or has ended. On PostgreSQL, ``JavaProgram`` serializes all runs.
final class LockTableCreation: Sendable {
    /// A lock file in the user's cache.
    private let file: FilePath
    private let over = DispatchSemaphore(value: 0)

    /// The limit for waiting, because the previous run may hang.
    private static let patience = Duration.seconds(60)

    init(_ file: FilePath) { self.file = file }

    func begin() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "devtool.first-use").async { [self] in hold { continuation.resume() } }
        }
    }

    func end() { over.signal() }

    private func hold(_ begin: () -> Void) {
        try? file.containingFolder.createDirectories()
        let descriptor = try? FileDescriptor.open(
            file, .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        guard let descriptor else { return begin() }
        defer { try? descriptor.close() }
        let end = ContinuousClock.now + Self.patience
        while flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK, .now < end { usleep(20_000) }
        begin()
        over.wait()
    }
}
