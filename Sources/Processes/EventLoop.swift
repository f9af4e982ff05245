import CLinux
import Glibc
import Synchronization
import SystemPackage

/// What waits for descriptors.
protocol Watcher: AnyObject, Sendable {
    /// Tells that a descriptor can be read from, or is at its end.
    ///
    /// Comes again until the descriptor is read, or no longer watched; must not block, as all others wait.
    func isReady(_ descriptor: Int32)
}

/// What waits for the descriptors of all children: the ``MainThread`` while it has nothing to do, or a thread of its
/// own where that is not there.
///
/// A thread for every child, which waits for that child alone, made a child that does next to nothing
/// twice as expensive as its start.
final class EventLoop: Sendable {
    /// The process' own.
    static let shared = EventLoop()

    private struct State {
        /// Those that wait, by their descriptors.
        var watchers: [(watcher: any Watcher, number: UInt32)?] = []
        var last: UInt32 = 0

        /// What waits for a descriptor.
        subscript(descriptor: Int32) -> (watcher: any Watcher, number: UInt32)? {
            get {
                let index = Int(descriptor)
                return watchers.indices.contains(index) ? watchers[index] : nil
            }
            set {
                let index = Int(descriptor)
                while watchers.count <= index { watchers.append(nil) }
                watchers[index] = newValue
            }
        }
    }

    private let descriptor = Atomic<Int32>(-1)
    private let state = Mutex(State())

    /// Watches a descriptor until ``forget(_:)`` is called.
    ///
    /// - Throws: `Errno`, when the system has no room for another one, or for the thread.
    func watch(_ descriptor: Int32, for watcher: any Watcher) throws(Errno) {
        try state.withLock { state throws(Errno) in
            let loop = try begun()
            // The number tells a descriptor from a later one: what has come for one that is forgotten is
            // not for the next.
            state.last &+= 1
            state[descriptor] = (watcher, state.last)
            guard loop_add(loop, descriptor, Self.token(descriptor, state.last)) == 0 else {
                let error = Errno(rawValue: errno)
                state[descriptor] = nil
                throw error
            }
        }
    }

    /// Forgets a descriptor; to be called before it is closed.
    func forget(_ descriptor: Int32) {
        state.withLock { state in
            guard state[descriptor] != nil else { return }
            state[descriptor] = nil
            loop_remove(self.descriptor.load(ordering: .relaxed), descriptor)
        }
    }

    /// The set of descriptors; a thread of its own starts with it.
    private func begun() throws(Errno) -> Int32 {
        let existing = descriptor.load(ordering: .relaxed)
        if existing >= 0 { return existing }
        let new = loop_create()
        guard new >= 0 else { throw Errno(rawValue: errno) }
        descriptor.store(new, ordering: .relaxed)
        if MainThread.executor != nil { return new }
        do {
            try startThread()
        } catch {
            descriptor.store(-1, ordering: .relaxed)
            close(new)
            throw error
        }
        return new
    }

    /// Starts the thread by itself: libdispatch would wait for one where none can be started, and nobody would
    /// see a signal meanwhile.
    private func startThread() throws(Errno) {
        var thread = pthread_t()
        // Safety: the reference is taken over by the thread, or back here when there is none.
        let context = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw Errno(rawValue: code)
        }
        pthread_detach(thread)
    }

    private func run() -> Never {
        var events = Events()
        while true { wait(for: &events) {} }
    }

    /// What has come for the descriptors of a set at once.
    struct Events {
        fileprivate var tokens = [UInt64](repeating: 0, count: 16)
    }

    /// Waits until something comes for one of the descriptors, and tells those that wait for it.
    ///
    /// - Parameters:
    ///   - events: where it is put.
    ///   - ended: is called when the wait is over, before anybody is told.
    func wait(for events: inout Events, ended: () -> Void) {
        let count = loop_wait(
            descriptor.load(ordering: .relaxed), &events.tokens, Int32(events.tokens.count))
        ended()
        for token in events.tokens.prefix(Int(count)) {
            let descriptor = Int32(truncatingIfNeeded: token)
            let watcher = state.withLock { state -> (any Watcher)? in
                guard let (watcher, number) = state[descriptor],
                    Self.token(descriptor, number) == token
                else { return nil }
                return watcher
            }
            watcher?.isReady(descriptor)
        }
    }

    private static func token(_ descriptor: Int32, _ number: UInt32) -> UInt64 {
        UInt64(number) << 32 | UInt64(UInt32(bitPattern: descriptor))
    }
}
