import Glibc
import SystemPackage

/// Moves what a child writes, until the child has ended and its output is quiet.
///
/// It waits with `poll` on a thread that may block: writing to a terminal or a pipe that nobody reads
/// would otherwise take one of the few threads that all tasks share.
///
/// What the child has started may hold its output longer than the child lives. Then everything is read
/// that the child itself has written, and what comes in one go with it; the rest is not waited for.
struct StreamPump: Sendable {
    /// The child's streams.
    var outputs: [ChildOutput]

    /// The most bytes that are moved at once.
    static let bufferSize = 1 << 17

    /// How long an unfinished line waits for its end, in milliseconds.
    private static let pause: Int32 = 100
    /// How long the output must be silent after the child's end, while others hold it, in milliseconds.
    private static let quietPeriod: Int32 = 100
    /// How long those others are listened to while they are not silent.
    private static let lingering = Duration.seconds(1)

    /// Moves bytes until the child, to whose process `exit` (a pidfd) refers, has ended.
    ///
    /// - Returns: the first error met in passing the output on.
    mutating func run(for child: Child, until exit: OwnedDescriptor) -> (any Error)? {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        relay(until: exit, through: &buffer)
        child.ended()
        takeWhatIsOwed(through: &buffer)
        listen(until: .now + Self.lingering, while: { child.isWindingDown }, through: &buffer)
        // What was wound down last may have written since it was listened to.
        takeWhatIsOwed(through: &buffer)
        return finish()
    }

    /// Ends the streams.
    ///
    /// - Returns: the first error met in passing the output on.
    mutating func finish() -> (any Error)? {
        for index in outputs.indices { outputs[index].finish() }
        return outputs.lazy.compactMap(\.failure).first
    }

    private mutating func relay(until exit: OwnedDescriptor, through buffer: inout [UInt8]) {
        while true {
            var polled = outputs.map { pollfd(fd: $0.source, events: Int16(POLLIN), revents: 0) }
            polled.append(
                pollfd(fd: exit.descriptor.rawValue, events: Int16(POLLIN), revents: 0))
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

    /// Reads what has been written by now, and not what others go on to write.
    private mutating func takeWhatIsOwed(through buffer: inout [UInt8]) {
        for index in outputs.indices {
            var owed = outputs[index].available
            while owed > 0, case let count = outputs[index].move(through: &buffer), count > 0 {
                owed -= count
            }
        }
    }

    /// Reads what others write on the child's streams, until they pause or have had their time; and as
    /// long as they are winding down.
    private mutating func listen(
        until end: ContinuousClock.Instant, while isWindingDown: () -> Bool,
        through buffer: inout [UInt8]
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
        for index in outputs.indices where polled[index].revents != 0 {
            _ = outputs[index].move(through: &buffer)
        }
    }
}
