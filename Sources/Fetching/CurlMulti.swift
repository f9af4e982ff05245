import CCurl

/// libcurl's handle for many transfers, which share connections, resolved addresses and TLS sessions.
///
/// Only ``wakeUp()`` is thread-safe.
final class CurlMulti: Sendable {
    // Safety: the handles are constant, and the only call from other threads, `curl_multi_wakeup`, is thread-safe.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer
    private nonisolated(unsafe) let share: UnsafeMutableRawPointer

    /// Requires a successful `ccurl_load`.
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
            (CURLMOPT_MAX_TOTAL_CONNECTIONS, connectionLimit), (CURLMOPT_MAX_HOST_CONNECTIONS, hostLimit),
            (CURLMOPT_MAXCONNECTS, connectionLimit),
        ] {
            // These limits apply to the targets of redirects; the queue limits everything else. So an old libcurl
            // without them is still useful.
            _ = ccurl_multi_set_long(multi, option, limit)
        }
    }

    deinit {
        ccurl_multi_cleanup(multi)
        ccurl_share_cleanup(share)
    }

    /// A handle that shares caches with the others.
    func makeHandle() throws(FetchError) -> CurlHandle {
        guard let handle = CurlHandle() else { throw .libraryUnusable(reason: "out of memory") }
        try handle.share(share)
        return handle
    }
    func add(_ handle: CurlHandle) throws(FetchError) {
        guard ccurl_multi_add(multi, handle.pointer) == CURLM_OK else {
            throw .libraryUnusable(reason: "out of memory")
        }
    }

    /// Cancels a transfer, or removes a finished one.
    func remove(_ handle: CurlHandle) { ccurl_multi_remove(multi, handle.pointer) }

    func perform() { ccurl_multi_perform(multi) }

    /// The next finished transfer with its result; each is returned once.
    func nextEnded() -> (handle: UnsafeMutableRawPointer, code: CURLcode)? {
        var code = CURLE_OK
        return ccurl_multi_next_ended(multi, &code).map { ($0, code) }
    }

    /// Waits until there is something to do, or until the time has passed.
    func poll(for time: Duration?) {
        let limit = 86_400_000
        // Rounding up avoids repeated polls in the last millisecond before a deadline.
        let milliseconds = time.map { min($0, .seconds(86_400)) / .milliseconds(1) }
        ccurl_multi_poll(multi, Int32(max(0, milliseconds.map { Int($0.rounded(.up)) } ?? limit)))
    }

    /// Ends the wait from any thread.
    func wakeUp() { ccurl_multi_wakeup(multi) }
}
