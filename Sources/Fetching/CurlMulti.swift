import CCurl

/// libcurl's handle for many transfers, which share connections, resolved addresses and TLS sessions.
///
/// All but ``wakeUp()`` is for one thread.
final class CurlMulti: Sendable {
    // Safety: the handles do not change, and what other threads do with them, `curl_multi_wakeup`,
    // is made for that.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer
    private nonisolated(unsafe) let share: UnsafeMutableRawPointer

    /// Creates a handle that keeps as many connections; `ccurl_load` must have succeeded.
    init?(connectionLimit: Int, hostLimit: Int) {
        guard let multi = ccurl_multi_init() else { return nil }
        guard let share = ccurl_share_init() else {
            ccurl_multi_cleanup(multi)
            return nil
        }
        self.multi = multi
        self.share = share
        ccurl_share(share, CURL_LOCK_DATA_SSL_SESSION)
        for (option, limit) in [
            (CURLMOPT_MAX_TOTAL_CONNECTIONS, connectionLimit),
            (CURLMOPT_MAX_HOST_CONNECTIONS, hostLimit), (CURLMOPT_MAXCONNECTS, connectionLimit),
        ] {
            // They bound what redirects lead to; the queue bounds the rest, so a libcurl that does
            // not know one is of use.
            _ = ccurl_multi_set_long(multi, option, limit)
        }
    }

    deinit {
        ccurl_multi_cleanup(multi)
        ccurl_share_cleanup(share)
    }

    /// A handle for transfers that share what this one's do.
    func makeHandle() throws(FetchError) -> CurlHandle {
        guard let handle = CurlHandle() else { throw .libraryUnusable(reason: "out of memory") }
        try handle.share(share)
        return handle
    }

    /// Begins a transfer.
    func add(_ handle: CurlHandle) throws(FetchError) {
        guard ccurl_multi_add(multi, handle.pointer) == CURLM_OK else {
            throw .libraryUnusable(reason: "out of memory")
        }
    }

    /// Ends a transfer, or forgets one that has ended.
    func remove(_ handle: CurlHandle) {
        ccurl_multi_remove(multi, handle.pointer)
    }

    /// Does all that can be done without waiting.
    func perform() {
        ccurl_multi_perform(multi)
    }

    /// The handle of a transfer that has ended, and how, once for each.
    func nextEnded() -> (handle: UnsafeMutableRawPointer, code: CURLcode)? {
        var code = CURLE_OK
        return ccurl_multi_next_ended(multi, &code).map { ($0, code) }
    }

    /// Waits until there is something to do, or the time has passed.
    func poll(for time: Duration?) {
        let limit = 86_400_000
        // Rounded up, lest it is asked again and again in a deadline's last millisecond.
        let milliseconds = time.map { min($0, .seconds(86_400)) / .milliseconds(1) }
        ccurl_multi_poll(multi, Int32(max(0, milliseconds.map { Int($0.rounded(.up)) } ?? limit)))
    }

    /// Ends the waiting; any thread may do so.
    func wakeUp() {
        ccurl_multi_wakeup(multi)
    }
}
