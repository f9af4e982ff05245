import CCurl

/// The queued and running transfers of a client; used on the client's thread only.
struct CurlTransfers {
    private let multi: CurlMulti
    private var queue: TransferQueue
    private var waiting: [TransferQueue.Number: Submission] = [:]
    private var running: [TransferQueue.Number: CurlTransfer] = [:]
    private var numbers: [UnsafeMutableRawPointer: TransferQueue.Number] = [:]
    /// The handles of successful transfers to reuse, which is faster than creating new ones.
    private var idle: [CurlHandle] = []
    /// Pending callbacks, which are called together to avoid waking threads for each one.
    private var news: [() -> Void] = []
    /// A lower bound of all deadlines, so that they are only checked if one may have passed.
    private var earliestDeadline: ContinuousClock.Instant?
    init(_ multi: CurlMulti, _ limits: ConnectionLimits) {
        self.multi = multi
        queue = TransferQueue(limit: limits.total, hostLimit: limits.host)
    }

    mutating func append(_ submission: Submission) {
        // The cancellation may have arrived first.
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
    mutating func cancel(_ number: TransferQueue.Number) { end(number, .cancelled) }

    mutating func cancelAll() {
        for number in Array(waiting.keys) + Array(running.keys) { cancel(number) }
        tell()
    }

    /// Does everything that is possible without waiting.
    mutating func perform() {
        // A finished transfer makes room for waiting ones, and a new one may finish immediately.
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

    /// The time until the next deadline, before which only the network or the inbox causes work.
    var timeLeft: Duration? { earliestDeadline.map { ContinuousClock.now.duration(to: $0) } }

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
            waiting.map { ($0.key, $0.value.request.deadline) } + running.map { ($0.key, $0.value.request.deadline) }
        for (number, deadline) in deadlines {
            if let deadline, deadline <= now { end(number, .timedOut) } else { note(deadline) }
        }
    }

    private mutating func note(_ deadline: ContinuousClock.Instant?) {
        guard let deadline else { return }
        earliestDeadline = min(earliestDeadline ?? deadline, deadline)
    }

    private mutating func end(_ number: TransferQueue.Number, _ ending: TransferEnding) {
        queue.remove(number)
        if let submission = waiting.removeValue(forKey: number) {
            news.append { submission.fail(ending.error(waitingFor: submission.request.url)) }
        } else if let transfer = running.removeValue(forKey: number) {
            numbers[transfer.handle.pointer] = nil
            // libcurl may forget the transfer's data once it is removed.
            let result = transfer.result(of: ending)
            multi.remove(transfer.handle)
            if case .byItself(CURLE_OK) = ending {
                transfer.handle.reset()
                idle.append(transfer.handle)
            }
            news.append { transfer.resume(result) }
        }
    }

    private mutating func tell() {
        for item in news { item() }
        news.removeAll(keepingCapacity: true)
    }
}

enum TransferEnding {
    /// The transfer succeeded or failed, according to libcurl.
    case byItself(CURLcode)
    case timedOut
    case cancelled

    fileprivate func error(waitingFor url: String) -> any Error {
        switch self {
        case .timedOut: FetchError.timedOut(url: url, during: .queueing)
        case .byItself, .cancelled: CancellationError()
        }
    }
}
