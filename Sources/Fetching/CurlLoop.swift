import CCurl
import Glibc
import Synchronization

/// The thread that runs all transfers of a client; other threads add messages to its inbox and wake it.
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
        /// Whether the thread reads the inbox again before it waits.
        var isWatched = false
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
    func number() -> TransferQueue.Number { lastNumber.add(1, ordering: .relaxed).newValue }

    /// Starts a transfer as soon as the limits allow.
    func submit(_ submission: Submission) { leaveWord { $0.submissions.append(submission) } }

    func cancel(_ number: TransferQueue.Number) { leaveWord { $0.cancelled.append(number) } }

    /// Ends the thread and waits for it, so that it does not run while the process exits.
    func end() {
        leaveWord { $0.isEnding = true }
        guard let thread = inbox.withLock({ $0.thread }) else { return }
        // A consumer may have held the last reference to the client.
        if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
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
        // It does not block signals: the runtime may start threads from it, whose children would inherit the mask.
        var thread = pthread_t()
        // Safety: the thread takes over the reference, or it is released below if there is no thread.
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
            // Safety: the system's string is zero-terminated, and is copied immediately.
            throw .libraryUnusable(reason: "cannot create a thread: \(String(cString: strerror(code)))")
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
            // The end of a transfer may have caused new submissions.
            let mayWait = inbox.withLock { inbox in
                inbox.isWatched = !inbox.isEmpty
                return inbox.isEmpty
            }
            if mayWait { multi.poll(for: transfers.timeLeft) }
        }
    }
}

final class Submission: Sendable {
    let number: TransferQueue.Number
    let request: HTTPRequest
    let host: String
    let cancellation: Cancellation
    /// Creates the transfer with a handle, on the thread that will run it.
    let start: @Sendable (CurlHandle) throws -> CurlTransfer
    /// Reports that there will be no transfer.
    let fail: @Sendable (any Error) -> Void

    init<Body: BodyConsumer>(
        _ number: TransferQueue.Number, _ request: HTTPRequest, into body: Body, _ cancellation: Cancellation,
        end: @escaping FetchEnd<Body>
    ) {
        self.number = number
        self.request = request
        host = request.server
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

/// Requests the cancellation of a transfer on another thread.
final class Cancellation: Sendable {
    private let flag = Atomic(false)
    var isRequested: Bool { flag.load(ordering: .acquiring) }

    func request() { flag.store(true, ordering: .releasing) }
}
