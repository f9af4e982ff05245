import CCurl

/// The queued and running transfers of a client; for the client's thread only.
struct CurlTransfers {
    private let multi: CurlMulti
    private var queue: TransferQueue
    private var waiting: [TransferQueue.Number: Submission] = [:]
    private var running: [TransferQueue.Number: CurlTransfer] = [:]
    private var numbers: [UnsafeMutableRawPointer: TransferQueue.Number] = [:]
    /// Handles that have done a transfer; to make one anew takes libcurl longer.
    private var idle: [CurlHandle] = []
    /// What is to be told to those who wait: all at once, lest their threads wake up for each.
    private var news: [() -> Void] = []
    /// No deadline is earlier; so that all are looked at only when one may have passed.
    private var earliestDeadline: ContinuousClock.Instant?

    /// Creates an empty set.
    init(_ multi: CurlMulti, _ limits: ConnectionLimits) {
        self.multi = multi
        queue = TransferQueue(limit: limits.total, hostLimit: limits.host)
    }

    /// Takes a transfer on, to be started when its turn comes.
    mutating func append(_ submission: Submission) {
        // Word of the cancelling may have come first.
        if submission.cancellation.isRequested {
            news.append { submission.fail(CancellationError()) }
            return
        }
        if let deadline = submission.request.deadline, deadline <= .now {
            news.append { submission.fail(FetchError.timedOut(url: submission.request.url)) }
            return
        }
        waiting[submission.number] = submission
        queue.append(submission.number, host: submission.host)
        note(submission.request.deadline)
    }

    /// Ends a transfer that nobody waits for any more.
    mutating func cancel(_ number: TransferQueue.Number) {
        end(number, .cancelled)
    }

    /// Ends all of them.
    mutating func cancelAll() {
        for number in Array(waiting.keys) + Array(running.keys) { cancel(number) }
        tell()
    }

    /// Does all that can be done without waiting.
    mutating func perform() {
        // What ends makes room for what waits, and what starts may end at once.
        repeat {
            start()
            multi.perform()
            while let (handle, code) = multi.nextEnded() {
                guard let number = numbers[handle] else { continue }
                end(number, .byItself(code))
            }
            expire()
            tell()
        } while queue.mayStart
    }

    /// How long nothing has to be done unless the network or the inbox asks for it.
    var timeLeft: Duration? {
        earliestDeadline.map { ContinuousClock.now.duration(to: $0) }
    }

    private mutating func start() {
        while let number = queue.next() {
            guard let submission = waiting.removeValue(forKey: number) else { continue }
            do {
                let transfer = try submission.start(idle.popLast() ?? multi.makeHandle())
                try multi.add(transfer.handle)
                running[number] = transfer
                numbers[transfer.handle.pointer] = number
            } catch {
                queue.remove(number)
                news.append { submission.fail(error) }
            }
        }
    }

    private mutating func expire() {
        let now = ContinuousClock.now
        guard let earliestDeadline, earliestDeadline <= now else { return }
        self.earliestDeadline = nil
        let deadlines =
            waiting.map { ($0.key, $0.value.request.deadline) }
            + running.map { ($0.key, $0.value.request.deadline) }
        for (number, deadline) in deadlines {
            if let deadline, deadline <= now {
                end(number, .timedOut)
            } else {
                note(deadline)
            }
        }
    }

    private mutating func note(_ deadline: ContinuousClock.Instant?) {
        guard let deadline else { return }
        earliestDeadline = min(earliestDeadline ?? deadline, deadline)
    }

    /// Forgets a transfer, and tells whoever waits for it.
    private mutating func end(_ number: TransferQueue.Number, _ ending: TransferEnding) {
        queue.remove(number)
        if let submission = waiting.removeValue(forKey: number) {
            news.append { submission.fail(ending.error(waitingFor: submission.request.url)) }
        } else if let transfer = running.removeValue(forKey: number) {
            numbers[transfer.handle.pointer] = nil
            // What libcurl knows of the transfer it may not know any more once it is removed.
            let result = transfer.result(of: ending)
            multi.remove(transfer.handle)
            recycle(transfer, after: ending)
            news.append { transfer.resume(result) }
        }
    }

    private mutating func tell() {
        for item in news { item() }
        news.removeAll(keepingCapacity: true)
    }

    /// Keeps the handle of a transfer for another, unless a failure is in it.
    private mutating func recycle(_ transfer: CurlTransfer, after ending: TransferEnding) {
        guard case .byItself(CURLE_OK) = ending else { return }
        transfer.handle.reset()
        idle.append(transfer.handle)
    }
}

/// How a transfer ends.
enum TransferEnding {
    /// It succeeded or failed, as libcurl says.
    case byItself(CURLcode)
    /// Its deadline has passed.
    case timedOut
    /// Nobody waits for it any more.
    case cancelled

    /// What a transfer that was not started ends with.
    fileprivate func error(waitingFor url: String) -> any Error {
        switch self {
        case .timedOut: FetchError.timedOut(url: url, during: .queueing)
        case .byItself, .cancelled: CancellationError()
        }
    }
}
