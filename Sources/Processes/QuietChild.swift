import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// A child that has not written anything yet, and needs no thread of its own: the ``EventLoop`` watches
/// it.
///
/// With its first byte it gets a thread, which may block where the byte goes. One that ends without a word
/// never has one.
final class QuietChild: Watcher {
    private struct State {
        var pump: StreamPump
        var isWatched = true
    }

    private let child: Child
    private let exit: OwnedDescriptor
    /// Devtool holds the ends that the child writes to until it looks for the end of what comes out: so the end of the
    /// child is one event, and not one for each stream, too.
    private let streams: ChildStreams
    /// The descriptors that its output is read from.
    private let sources: [Int32]
    private let state: Mutex<State>

    /// Takes a child that has been started, and to whose process `exit` (a pidfd) refers.
    init(_ child: Child, exit: OwnedDescriptor, _ streams: ChildStreams) {
        self.child = child
        self.exit = exit
        self.streams = streams
        sources = streams.pump.outputs.map(\.source)
        state = Mutex(State(pump: streams.pump))
    }

    /// Waits for the child's end and that of its output, which ``Child/relayed`` tells.
    func watch() {
        state.withLock { state in
            do {
                for source in sources { try EventLoop.shared.watch(source, for: self) }
                try EventLoop.shared.watch(exit.descriptor.rawValue, for: self)
            } catch {
                hear(&state)
            }
        }
    }

    func isReady(_ descriptor: Int32) {
        state.withLock { state in
            guard state.isWatched else { return }
            if descriptor == exit.descriptor.rawValue { end(&state) } else { hear(&state) }
        }
    }

    /// Ends at once where nobody holds the output, and what the child has started need not be waited for.
    private func end(_ state: inout State) {
        streams.closeOutputs()
        guard child.stopReason == nil, sources.allSatisfy(Self.isAtEnd) else {
            return hear(&state)
        }
        leave(&state)
        // It may have been asked to end just now.
        child.ended()
        child.relayed.complete(with: state.pump.finish())
    }

    /// Whether nothing more will come from a descriptor, and everything has been read.
    private static func isAtEnd(_ source: Int32) -> Bool {
        var polled = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) == 1 && polled.revents == Int16(POLLHUP)
    }

    /// Gives the child a thread.
    private func hear(_ state: inout State) {
        streams.closeOutputs()
        leave(&state)
        // A queue of its own has a thread of its own, which may block.
        DispatchQueue(label: "devtool.child").async { [child, exit, pump = state.pump] in
            var pump = pump
            child.relayed.complete(with: pump.run(for: child, until: exit))
        }
    }

    private func leave(_ state: inout State) {
        for source in sources { EventLoop.shared.forget(source) }
        EventLoop.shared.forget(exit.descriptor.rawValue)
        state.isWatched = false
    }
}
