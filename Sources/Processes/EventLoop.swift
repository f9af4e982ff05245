import CLinux
import Glibc
import Synchronization
import SystemPackage

protocol Watcher: AnyObject, Sendable {
    /// Called while a descriptor is readable or at its end; must not block, because it delays all watchers.
    func isReady(_ descriptor: Int32)
}

/// Waits for the descriptors of all children, on the idle ``MainThread`` or on its own thread.
///
/// One thread per child would double the cost of a child that does little.
final class EventLoop: Sendable {
    static let shared = EventLoop()

    private struct State {
        var watchers: [(watcher: any Watcher, number: UInt32)?] = []
        var last: UInt32 = 0

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

    /// Watches a descriptor until ``forget(_:)``; throws `Errno` if the system is out of memory or threads.
    func watch(_ descriptor: Int32, for watcher: any Watcher) throws(Errno) {
        try state.withLock { state throws(Errno) in
            let loop = try begun()
            // The number distinguishes reused descriptors, so that late events do not reach the wrong watcher.
            state.last &+= 1
            state[descriptor] = (watcher, state.last)
            guard loop_add(loop, descriptor, Self.token(descriptor, state.last)) == 0 else {
                let error = Errno(rawValue: errno)
                state[descriptor] = nil
                throw error
            }
        }
    }

    /// Call this before closing the descriptor.
    func forget(_ descriptor: Int32) {
        state.withLock { state in
            guard state[descriptor] != nil else { return }
            state[descriptor] = nil
            loop_remove(self.descriptor.load(ordering: .relaxed), descriptor)
        }
    }

    private func begun() throws(Errno) -> Int32 {
        let existing = descriptor.load(ordering: .relaxed)
        if existing >= 0 { return existing }
        let new = loop_create()
        guard new >= 0 else { throw Errno(rawValue: errno) }
        descriptor.store(new, ordering: .relaxed)
        if MainThread.executor != nil { return new }
        do { try startThread() } catch {
            descriptor.store(-1, ordering: .relaxed)
            close(new)
            throw error
        }
        return new
    }

    /// Uses pthreads because libdispatch would wait if no thread can be started, and signals would be ignored
    /// meanwhile.
    private func startThread() throws(Errno) {
        var thread = pthread_t()
        // Safety: the thread takes over the reference; if it cannot start, the reference is released here.
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
        var buffer = Self.buffer
        while true { wait(through: &buffer) {} }
    }

    static var buffer: [UInt64] { Array(repeating: 0, count: 16) }

    /// Waits for events and calls the watchers; `ended` is called after waiting and before the watchers.
    func wait(through buffer: inout [UInt64], ended: () -> Void) {
        let count = loop_wait(descriptor.load(ordering: .relaxed), &buffer, Int32(buffer.count))
        ended()
        for token in buffer.prefix(Int(count)) {
            let descriptor = Int32(truncatingIfNeeded: token)
            let watcher = state.withLock { state -> (any Watcher)? in
                guard let (watcher, number) = state[descriptor], Self.token(descriptor, number) == token else {
                    return nil
                }
                return watcher
            }
            watcher?.isReady(descriptor)
        }
    }

    private static func token(_ descriptor: Int32, _ number: UInt32) -> UInt64 {
        UInt64(number) << 32 | UInt64(UInt32(bitPattern: descriptor))
    }
}
