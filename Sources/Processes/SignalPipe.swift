import Glibc
import Synchronization
import SystemPackage

/// Carries the numbers of signals from their handler, which may do next to nothing, to where they can be
/// dealt with.
final class SignalPipe: Sendable {
    /// The process' own, as signal handlers are.
    static let shared = SignalPipe()

    /// How many seconds a signal may go unnoticed; then it ends the process, as if it were not caught.
    ///
    /// Whoever takes signals from here may not be able to, as when no thread can be started.
    private static let patience: UInt32 = 5

    private let writing = Atomic<Int32>(-1)
    /// The last signal that was noted.
    private let latest = Atomic<Int32>(0)
    private let ends = Mutex<(reading: OwnedDescriptor, writing: OwnedDescriptor)?>(nil)

    /// Opens the pipe, unless it is open, and returns the end to read from.
    func open() throws(Errno) -> Int32 {
        try ends.withLock { ends throws(Errno) in
            if let ends { return ends.reading.descriptor.rawValue }
            let pipe = try OwnedDescriptor.pipe()
            for end in [pipe.reading, pipe.writing] {
                _ = fcntl(end.descriptor.rawValue, F_SETFL, O_NONBLOCK)
            }
            ends = pipe
            signal(SIGALRM) { _ in SignalPipe.shared.endProcess() }
            writing.store(pipe.writing.descriptor.rawValue, ordering: .releasing)
            return pipe.reading.descriptor.rawValue
        }
    }

    /// The end to read from, if the pipe is open.
    var reading: Int32? { ends.withLock { $0?.reading.descriptor.rawValue } }

    /// A signal that was noted.
    struct Arrival {
        /// Its number.
        let signal: Int32
        /// Whether a process has sent it, not the terminal, which sends it to others, too.
        let isFromProcess: Bool

        fileprivate static let mark: UInt8 = 0x80
    }

    /// Notes a signal; called by its handler, so it calls only what `signal-safety(7)` allows.
    func note(_ signal: Int32, isFromProcess: Bool) {
        let before = errno
        latest.store(signal, ordering: .releasing)
        // Before the signal can be taken, which ends the wait: another thread may do so at once.
        alarm(Self.patience)
        var byte = UInt8(truncatingIfNeeded: signal) | (isFromProcess ? Arrival.mark : 0)
        // A full pipe holds more signals than anybody sends.
        _ = write(writing.load(ordering: .acquiring), &byte, 1)
        errno = before
    }

    /// Called by the handler of the alarm.
    private func endProcess() {
        Interrupted(signal: latest.load(ordering: .acquiring)).endProcess()
    }

    /// Takes the signals that have been noted.
    func drain() -> [Arrival] {
        ends.withLock { ends in
            guard let ends else { return [] }
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(ends.reading.descriptor.rawValue, &bytes, bytes.count)
            if count > 0 { alarm(0) }
            return bytes.prefix(max(0, count)).map { byte in
                Arrival(
                    signal: Int32(byte & ~Arrival.mark), isFromProcess: byte & Arrival.mark != 0)
            }
        }
    }
}
