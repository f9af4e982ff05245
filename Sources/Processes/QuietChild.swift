import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// A child without output so far, which needs no thread because the ``EventLoop`` watches it.
///
/// Its first byte of output moves it to its own thread, because writing may block. A silent child never needs one.
final class QuietChild: Watcher {
    private struct State {
        var pump: StreamPump
        var isWatched = true
    }

    private let child: Child
    private let exit: OwnedDescriptor
    /// devtool holds the write ends of the pipes until the child ends, so that its end is one event instead of one per
    /// stream.
    private let streams: ChildStreams
    private let sources: [Int32]
    private let state: Mutex<State>

    init(_ child: Child, exit: OwnedDescriptor, _ streams: ChildStreams) {
        self.child = child
        self.exit = exit
        self.streams = streams
        sources = streams.pump.outputs.map(\.source)
        state = Mutex(State(pump: streams.pump))
    }

    /// Completes ``Child/relayed`` after the child and its output have ended.
    func watch() {
        state.withLock { state in
            do {
                for source in sources { try EventLoop.shared.watch(source, for: self) }
                try EventLoop.shared.watch(exit.descriptor.rawValue, for: self)
            } catch { hear(&state) }
        }
    }

    func isReady(_ descriptor: Int32) {
        state.withLock { state in
            guard state.isWatched else { return }
            if descriptor == exit.descriptor.rawValue { end(&state) } else { hear(&state) }
        }
    }

    /// Ends at once if no process holds the output and descendants need not be waited for.
    private func end(_ state: inout State) {
        streams.closeOutputs()
        guard child.stopReason == nil, sources.allSatisfy(Self.isAtEnd) else { return hear(&state) }
        leave(&state)
        // A stop may just have been requested.
        child.ended()
        child.relayed.complete(with: state.pump.finish())
    }

    /// Whether the other end is closed and all bytes have been read.
    private static func isAtEnd(_ source: Int32) -> Bool {
        var polled = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) == 1 && polled.revents == Int16(POLLHUP)
    }

    private func hear(_ state: inout State) {
        streams.closeOutputs()
        leave(&state)
        // A separate queue has its own thread, which may block.
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
