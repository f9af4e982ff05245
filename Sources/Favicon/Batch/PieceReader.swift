import Dispatch
import Synchronization
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// Reads a file, pipe or terminal on a thread that may wait for it, which those that run tasks may not.
final class PieceReader: Sendable {
    /// The most bytes that are read at once.
    static let size = 1 << 16

    /// How long a reader that waits does not notice that nobody does so any more, in milliseconds.
    private static let patience: Int32 = 100

    private let descriptor: FileDescriptor
    private let queue = DispatchQueue(label: "devtool.list")
    private let isCancelled = Atomic(false)

    /// Creates a reader; the descriptor stays the caller's, who closes it when no reading is under way.
    init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    /// What there is to read, as soon as there is something; nothing at the end, or if the task is cancelled.
    ///
    /// - Throws: `Errno`.
    func next() async throws -> [UInt8] {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in continuation.resume(with: Result { try read() }) }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    private func read() throws -> [UInt8] {
        while !isCancelled.load(ordering: .relaxed) {
            var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, Self.patience) > 0 else { continue }
            do {
                return try [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
                    // Safety: `read` writes no more than the buffer holds, and tells how much.
                    count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            } catch Errno.resourceTemporarilyUnavailable {
                // Somebody else who reads from the same pipe was faster.
            }
        }
        return []
    }
}
