import Glibc
import SystemPackage

/// Moves the output of a child until the child has ended and its output is quiet.
///
/// It polls on a thread that may block, because writing to a terminal or an unread pipe would otherwise block one of
/// the few threads that all tasks share.
///
/// Descendants may hold the output longer than the child lives. Then everything written by the child is read, with the
/// descendants' output until its first pause; later output is not waited for.
struct StreamPump: Sendable {
    var outputs: [ChildOutput]

    static let bufferSize = 1 << 17

    /// The milliseconds that an incomplete line is kept.
    private static let pause: Int32 = 100
    /// The milliseconds of silence that end the output after the child's end, if descendants hold it.
    private static let quietPeriod: Int32 = 100
    /// The maximum time for reading from descendants after the child's end.
    private static let lingering = Duration.seconds(1)

    /// Moves output until the child has ended, whose pidfd is `exit`, and returns the first error.
    mutating func run(for child: Child, until exit: OwnedDescriptor) -> (any Error)? {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        relay(until: exit, through: &buffer)
        child.ended()
        takeWhatIsOwed(through: &buffer)
        listen(until: .now + Self.lingering, while: { child.isWindingDown }, through: &buffer)
        // Descendants may have written since the last read.
        takeWhatIsOwed(through: &buffer)
        return finish()
    }

    mutating func finish() -> (any Error)? {
        for index in outputs.indices { outputs[index].finish() }
        return outputs.lazy.compactMap(\.failure).first
    }

    private mutating func relay(until exit: OwnedDescriptor, through buffer: inout [UInt8]) {
        while true {
            var polled = outputs.map { pollfd(fd: $0.source, events: Int16(POLLIN), revents: 0) }
            polled.append(pollfd(fd: exit.descriptor.rawValue, events: Int16(POLLIN), revents: 0))
            let timeout = outputs.contains(where: \.holdsBytes) ? Self.pause : -1
            switch poll(&polled, nfds_t(polled.count), timeout) {
            case 0: for index in outputs.indices { outputs[index].pause() }
            case 1...:
                move(polled, through: &buffer)
                if polled[outputs.count].revents != 0 { return }
            default: break  // Interrupted by a signal.
            }
        }
    }

    /// Reads what has been written so far, but not what descendants add meanwhile.
    private mutating func takeWhatIsOwed(through buffer: inout [UInt8]) {
        for index in outputs.indices {
            var owed = outputs[index].available
            while owed > 0, case let count = outputs[index].move(through: &buffer), count > 0 { owed -= count }
        }
    }

    /// Reads from descendants until they pause or exceed their time, and as long as they are being stopped.
    private mutating func listen(
        until end: ContinuousClock.Instant, while isWindingDown: () -> Bool, through buffer: inout [UInt8]
    ) {
        while true {
            let mayPause = !isWindingDown()
            let isOpen = outputs.contains { $0.source >= 0 }
            if mayPause, !isOpen || .now > end { return }
            var polled = outputs.map { pollfd(fd: $0.source, events: Int16(POLLIN), revents: 0) }
            let count = poll(&polled, nfds_t(polled.count), Self.quietPeriod)
            if mayPause, count == 0 { return }
            if count > 0 { move(polled, through: &buffer) }
        }
    }

    private mutating func move(_ polled: [pollfd], through buffer: inout [UInt8]) {
        for index in outputs.indices where polled[index].revents != 0 { _ = outputs[index].move(through: &buffer) }
    }
}
