import CCurl
import Glibc
import Synchronization

/// The thread on which all transfers of a client run.
///
/// Whoever submits or cancels one leaves word and wakes the thread up.
final class CurlLoop: Sendable {
    private let multi: CurlMulti
    private let limits: ConnectionLimits
    private let inbox = Mutex(Inbox())
    private let lastNumber = Atomic(0)

    private struct Inbox {
        var submissions: [Submission] = []
        var cancelled: [TransferQueue.Number] = []
        var isEnding = false
        var thread: pthread_t?
        /// Whether the thread looks here again before it waits.
        var isWatched = false

        /// Whether the thread knows all that is in it.
        var isEmpty: Bool { submissions.isEmpty && cancelled.isEmpty && !isEnding }
    }

    static func start(_ limits: ConnectionLimits) throws(FetchError) -> CurlLoop {
        if let error = CurlHTTPClient.libraryError { throw error }
        guard let multi = CurlMulti(connectionLimit: limits.total, hostLimit: limits.host) else {
            throw .libraryUnusable(reason: "out of memory")
        }
        let loop = CurlLoop(multi, limits)
        try loop.startThread()
        return loop
    }

    private init(_ multi: CurlMulti, _ limits: ConnectionLimits) {
        self.multi = multi
        self.limits = limits
    }

    /// A number for a transfer.
    func number() -> TransferQueue.Number {
        lastNumber.add(1, ordering: .relaxed).newValue
    }

    /// Lets a transfer start as soon as the limits allow.
    func submit(_ submission: Submission) {
        leaveWord { $0.submissions.append(submission) }
    }

    func cancel(_ number: TransferQueue.Number) {
        leaveWord { $0.cancelled.append(number) }
    }

    /// Ends the thread and waits for that, so that it does not run while the process exits.
    func end() {
        leaveWord { $0.isEnding = true }
        guard let thread = inbox.withLock({ $0.thread }) else { return }
        // A consumer may have held the client.
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    private func leaveWord(_ write: (inout Inbox) -> Void) {
        let isNoticed = inbox.withLock { inbox in
            defer { inbox.isWatched = true }
            write(&inbox)
            return inbox.isWatched
        }
        if !isNoticed { multi.wakeUp() }
    }

    private func startThread() throws(FetchError) {
        // It blocks no signals: the runtime's threads may be started from it, and the children of those
        // would get the mask.
        var thread = pthread_t()
        // Safety: the reference is taken over by the thread, or back here when there is none.
        let context = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            // Safety: the system's string ends with NUL and is copied at once.
            throw .libraryUnusable(
                reason: "cannot create a thread: \(String(cString: strerror(code)))")
        }
        inbox.withLock { $0.thread = thread }
    }

    private func run() {
        ccurl_name_thread("fetching")
        var transfers = CurlTransfers(multi, limits)
        while true {
            let word = inbox.withLock { inbox in
                defer {
                    inbox.submissions = []
                    inbox.cancelled = []
                    inbox.isWatched = true
                }
                return inbox
            }
            word.submissions.forEach { transfers.append($0) }
            word.cancelled.forEach { transfers.cancel($0) }
            if word.isEnding {
                transfers.cancelAll()
                return
            }
            transfers.perform()
            // What ended may have led to the next at once.
            let mayWait = inbox.withLock { inbox in
                inbox.isWatched = !inbox.isEmpty
                return inbox.isEmpty
            }
            if mayWait { multi.poll(for: transfers.timeLeft) }
        }
    }
}

/// A transfer that is queued.
final class Submission: Sendable {
    let number: TransferQueue.Number
    let request: HTTPRequest
    /// The server, as ``TransferHost`` names it.
    let host: String
    let cancellation: Cancellation
    /// Makes the transfer with a handle; called on the thread on which it will run.
    let start: @Sendable (CurlHandle) throws -> CurlTransfer
    /// Tells that there will be no transfer.
    let fail: @Sendable (any Error) -> Void

    init<Body: BodyConsumer>(
        _ number: TransferQueue.Number, _ request: HTTPRequest, into body: Body,
        _ cancellation: Cancellation, end: @escaping FetchEnd<Body>
    ) {
        self.number = number
        self.request = request
        host = TransferHost.name(of: request)
        self.cancellation = cancellation
        start = { handle in
            var body = body
            return try CurlTransfer(
                request, with: handle, begin: { body.begin($0) }, receive: { try body.receive($0) },
                resume: { end($0.map { ($0, body) }) })
        }
        fail = { end(.failure($0)) }
    }
}

/// Cancels a transfer on another thread.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Whether the transfer is to end.
    var isRequested: Bool { flag.load(ordering: .acquiring) }

    /// Asks the transfer to end.
    func request() {
        flag.store(true, ordering: .releasing)
    }
}
