import Dispatch
import Processes
import Synchronization

/// Generates the text of each job on all processors, and passes the results on in the order of the jobs.
///
/// The calling thread passes on the next result when it is ready, and otherwise generates results itself. The number of
/// results in memory depends on the number of threads, not on the number of jobs.
final class OrderedTexts<Jobs: IteratorProtocol & Sendable>: Sendable where Jobs.Element: Sendable {
    private enum Step {
        case make(Jobs.Element, number: Int, room: [UInt8])
        case handOver([UInt8])
        case wait
        case end
    }

    private struct State: Sendable {
        var jobs: Jobs
        var areAllBegun = false
        var begun = 0
        var ended = 0
        /// The results that are not due yet, as a ring buffer.
        var texts: [[UInt8]?]
        /// Emptied buffers, kept for reuse.
        var rooms: [[UInt8]] = []
        /// Whether the caller waits for the next result, and how many workers wait for a free slot.
        var isAwaited = false
        var waiting = 0

        init(_ jobs: Jobs, holding count: Int) {
            self.jobs = jobs
            texts = Array(repeating: nil, count: count)
        }

        /// The next step of a thread; workers end with the last job, the caller after passing on all results.
        mutating func next(forCaller isCaller: Bool) -> Step {
            let place = ended % texts.count
            if isCaller, let text = texts[place] {
                texts[place] = nil
                return .handOver(text)
            }
            if begun - ended < texts.count, !areAllBegun {
                if let job = jobs.next() {
                    begun += 1
                    return .make(job, number: begun - 1, room: rooms.popLast() ?? [])
                }
                areAllBegun = true
            }
            if areAllBegun, !isCaller || begun == ended { return .end }
            if isCaller { isAwaited = true } else { waiting += 1 }
            return .wait
        }
    }

    private let state: Mutex<State>
    private let hasText = DispatchSemaphore(value: 0)
    private let hasTurn = DispatchSemaphore(value: 0)
    private let make: @Sendable (Jobs.Element, inout [UInt8]) -> Void

    private init(_ jobs: Jobs, holding count: Int, _ make: @escaping @Sendable (Jobs.Element, inout [UInt8]) -> Void) {
        state = Mutex(State(jobs, holding: count))
        self.make = make
    }

    /// Generates text with `make`, which appends to a buffer, and passes it to `take` on the calling thread.
    ///
    /// - Throws: errors from `take`; after an error, no new job begins.
    static func write(
        _ jobs: Jobs, making make: @escaping @Sendable (Jobs.Element, inout [UInt8]) -> Void,
        to take: ([UInt8]) throws -> Void
    ) throws {
        let workers = Processors.count
        let texts = OrderedTexts(jobs, holding: 2 * workers, make)
        let others = DispatchGroup()
        for _ in 1..<workers { DispatchQueue.global(qos: .userInitiated).async(group: others) { texts.work() } }
        defer {
            texts.stop()
            others.wait()
        }
        while try texts.workForCaller(take) {}
    }

    private func work() {
        while true {
            switch state.withLock({ $0.next(forCaller: false) }) {
            case .make(let job, let number, var room): make(job, number, &room)
            case .wait: hasTurn.wait()
            case .handOver, .end: return
            }
        }
    }

    private func workForCaller(_ take: ([UInt8]) throws -> Void) throws -> Bool {
        switch state.withLock({ $0.next(forCaller: true) }) {
        case .make(let job, let number, var room): make(job, number, &room)
        case .handOver(let text):
            try take(text)
            giveBack(text)
        case .wait: hasText.wait()
        case .end: return false
        }
        return true
    }

    private func make(_ job: Jobs.Element, _ number: Int, _ room: inout [UInt8]) {
        make(job, &room)
        let isAwaited = state.withLock { state in
            state.texts[number % state.texts.count] = room
            room = []
            guard state.isAwaited, number == state.ended else { return false }
            state.isAwaited = false
            return true
        }
        if isAwaited { hasText.signal() }
    }

    private func giveBack(_ text: consuming [UInt8]) {
        var room = text
        room.removeAll(keepingCapacity: true)
        updateAndWake { state in
            state.rooms.append(room)
            state.ended += 1
        }
    }

    private func stop() { updateAndWake { $0.areAllBegun = true } }

    private func updateAndWake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = 0 }
            return state.waiting
        }
        for _ in 0..<waiting { hasTurn.signal() }
    }
}
