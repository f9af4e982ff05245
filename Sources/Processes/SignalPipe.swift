import Glibc
import Synchronization
import SystemPackage

/// Passes signals from their handler, where little is allowed, to the event loop.
final class SignalPipe: Sendable {
    static let shared = SignalPipe()

    /// The seconds after which an unhandled signal ends the process, as if it were not caught.
    ///
    /// The event loop may be stuck, for example if no thread can be started.
    private static let patience: UInt32 = 5

    private let writing = Atomic<Int32>(-1)
    private let latest = Atomic<Int32>(0)
    private let ends = Mutex<(reading: OwnedDescriptor, writing: OwnedDescriptor)?>(nil)

    func open() throws(Errno) -> Int32 {
        try ends.withLock { ends throws(Errno) in
            if let ends { return ends.reading.descriptor.rawValue }
            let pipe = try OwnedDescriptor.pipe()
            for end in [pipe.reading, pipe.writing] { _ = fcntl(end.descriptor.rawValue, F_SETFL, O_NONBLOCK) }
            ends = pipe
            signal(SIGALRM) { _ in SignalPipe.shared.endProcess() }
            writing.store(pipe.writing.descriptor.rawValue, ordering: .releasing)
            return pipe.reading.descriptor.rawValue
        }
    }

    var reading: Int32? { ends.withLock { $0?.reading.descriptor.rawValue } }

    struct Arrival {
        let signal: Int32
        /// Whether a process has sent it; the terminal also signals other processes.
        let isFromProcess: Bool

        fileprivate static let mark: UInt8 = 0x80
    }

    /// Called by the signal handler, so it only calls async-signal-safe functions (signal-safety(7)).
    func note(_ signal: Int32, isFromProcess: Bool) {
        let before = errno
        latest.store(signal, ordering: .releasing)
        // Before the write, because another thread may read the signal and reset the alarm at once.
        alarm(Self.patience)
        var byte = UInt8(truncatingIfNeeded: signal) | (isFromProcess ? Arrival.mark : 0)
        // A full pipe already holds enough signals.
        _ = write(writing.load(ordering: .acquiring), &byte, 1)
        errno = before
    }

    private func endProcess() { Interrupted(signal: latest.load(ordering: .acquiring)).endProcess() }

    func drain() -> [Arrival] {
        ends.withLock { ends in
            guard let ends else { return [] }
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(ends.reading.descriptor.rawValue, &bytes, bytes.count)
            if count > 0 { alarm(0) }
            return bytes.prefix(max(0, count)).map { byte in
                Arrival(signal: Int32(byte & ~Arrival.mark), isFromProcess: byte & Arrival.mark != 0)
            }
        }
    }
}
