import CCurl
import Glibc

/// A libcurl handle with typed options, which is freed with its last reference, and can be reused.
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer

    /// Whether a `.netrc` may exist, which libcurl would look for in every request.
    let mayFindNetrc: Bool = {
        // Safety: the string is copied immediately, and this code sets no variables.
        guard let home = getenv("HOME").map({ String(cString: $0) }), !home.isEmpty else { return true }
        return access(home + "/.netrc", F_OK) == 0
    }()

    private var requestHeaders: UnsafeMutablePointer<curl_slist>?
    /// The headers for the request's own origin, if they differ.
    private var originHeaders: UnsafeMutablePointer<curl_slist>?
    /// The cookies for the request's own origin, and their last values while a redirect leads to another origin.
    private var originCookies: [CookieLine] = []
    private var withheldCookies: [CookieLine] = []
    /// What a PUT sends.
    private var upload: UnsafeMutablePointer<FILE>?
    // Safety: libcurl writes into it while the handle exists, so both are freed together.
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Requires a successful `ccurl_load`.
    init?() {
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard let handle = ccurl_easy_init() else {
            message.deallocate()
            return nil
        }
        pointer = handle
        _ = ccurl_set_error_buffer(handle, message)
    }

    /// Clears all options and cookies for another transfer.
    func reset() {
        ccurl_easy_reset(pointer)
        // The cookies would survive the reset.
        _ = ccurl_set_string(pointer, CURLOPT_COOKIEFILE, nil)
        ccurl_slist_free_all(requestHeaders)
        requestHeaders = nil
        ccurl_slist_free_all(originHeaders)
        originHeaders = nil
        originCookies = []
        withheldCookies = []
        closeUpload()
        message.pointee = 0
        _ = ccurl_set_error_buffer(pointer, message)
    }

    deinit {
        ccurl_easy_cleanup(pointer)
        ccurl_slist_free_all(requestHeaders)
        ccurl_slist_free_all(originHeaders)
        closeUpload()
        message.deallocate()
    }

    private func closeUpload() {
        if let upload { fclose(upload) }
        upload = nil
    }

    /// Makes the transfer a PUT of a file.
    func setUpload(_ descriptor: Int32, size: Int) throws(FetchError) {
        // The copy shares the file's position with the original.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard let file = fdopen(copy, "r") else {
            close(copy)
            throw .libraryUnusable(reason: "out of memory")
        }
        upload = file
        rewind(file)
        try check(ccurl_set_upload(pointer, file, curl_off_t(size)))
    }
    func set(_ option: CURLoption, _ value: Int) throws(FetchError) {
        try check(ccurl_set_long(pointer, option, value))
    }
    func set(_ option: CURLoption, _ value: String) throws(FetchError) {
        try check(ccurl_set_string(pointer, option, value))
    }

    /// Sets the header fields; those for the request's own origin replace others of the same name there.
    func setHeaders(_ fields: [(name: String, value: String)], ofOrigin more: [(name: String, value: String)])
        throws(FetchError)
    {
        try append(fields, to: &requestHeaders)
        if !more.isEmpty {
            let others = fields.filter { field in !more.contains { HTTPHeaders.areEqual($0.name.utf8, field.name.utf8) }
            }
            try append(others + more, to: &originHeaders)
        }
        try check(ccurl_set_headers(pointer, originHeaders ?? requestHeaders))
    }

    private func append(_ fields: [(name: String, value: String)], to list: inout UnsafeMutablePointer<curl_slist>?)
        throws(FetchError)
    {
        for (name, value) in fields {
            // libcurl does not reject line breaks.
            guard HTTPHeaders.isField(name, value) else { throw .invalidHeader(name: name) }
            list = ccurl_slist_append(list, "\(name): \(value)") ?? list
        }
    }

    func setCookies(_ cookies: [CookieLine]) throws(FetchError) {
        originCookies = cookies
        for cookie in cookies { try set(CURLOPT_COOKIELIST, cookie.text) }
    }

    /// Selects header fields and cookies for the next request, which may follow a redirect.
    ///
    /// libcurl builds the request after this call.
    func chooseSecrets(isOfOrigin: (String) -> Bool) {
        guard originHeaders != nil || !originCookies.isEmpty, let url = string(CURLINFO_EFFECTIVE_URL) else { return }
        let isOfOrigin = isOfOrigin(url)
        if originHeaders != nil { _ = ccurl_set_headers(pointer, isOfOrigin ? originHeaders : requestHeaders) }
        if isOfOrigin {
            for cookie in withheldCookies { try? set(CURLOPT_COOKIELIST, cookie.text) }
            withheldCookies = []
        } else if withheldCookies.isEmpty {
            // The server may have changed their values.
            withheldCookies = cookies.filter { cookie in originCookies.contains { $0.isSame(as: cookie) } }
            for cookie in withheldCookies { try? set(CURLOPT_COOKIELIST, cookie.expired.text) }
        }
    }

    /// All cookies that libcurl stores, for any URL.
    private var cookies: [CookieLine] {
        // Safety: libcurl's strings are zero-terminated, and are copied before the list is freed.
        var list: UnsafeMutablePointer<curl_slist>?
        guard ccurl_get_list(pointer, CURLINFO_COOKIELIST, &list) == CURLE_OK else { return [] }
        defer { ccurl_slist_free_all(list) }
        return sequence(first: list, next: { $0?.pointee.next }).prefix { $0 != nil }.compactMap {
            $0?.pointee.data.flatMap { CookieLine(String(cString: $0)) }
        }
    }

    /// Shares caches with other handles of the thread.
    func share(_ share: UnsafeMutableRawPointer) throws(FetchError) { try check(ccurl_set_share(pointer, share)) }

    /// Sets callbacks to the sink, which must outlive the transfer.
    func report(to sink: CurlSink) throws(FetchError) {
        // Safety: the sink outlives the transfer, and callbacks are only called during it. Memory provided by libcurl
        // is not kept after a call.
        let context = Unmanaged.passUnretained(sink).toOpaque()
        try check(
            ccurl_set_write_callback(
                pointer,
                { bytes, size, count, context in
                    guard let sink = CurlSink.at(context) else { return 0 }
                    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
                    return sink.receive(piece) ? piece.count : 0
                }, context))
        try check(
            ccurl_set_header_callback(
                pointer,
                { bytes, size, count, context in
                    guard let sink = CurlSink.at(context) else { return 0 }
                    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                    return sink.receive(headerLine: line) ? line.count : 0
                }, context))
        try check(
            ccurl_set_socket_callback(
                pointer,
                { context, _, target in
                    guard let sink = CurlSink.at(context), let target, sink.mayConnect(to: IPAddress(target)) else {
                        return -1
                    }
                    let kind = target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
                    return socket(target.pointee.family, kind, target.pointee.protocol)
                }, context))
        try check(
            ccurl_set_request_callback(
                pointer,
                { context, address, _, _, _ in
                    guard let sink = CurlSink.at(context), let address, sink.maySend(to: String(cString: address))
                    else { return CURL_PREREQFUNC_ABORT }
                    return CURL_PREREQFUNC_OK
                }, context))
    }
    func integer(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }
    func string(_ info: CURLINFO) -> String? {
        // Safety: libcurl's string is zero-terminated, belongs to the handle, and is copied here.
        var value: UnsafePointer<CChar>?
        guard ccurl_get_string(pointer, info, &value) == CURLE_OK else { return nil }
        return value.map { String(cString: $0) }
    }

    /// Whether the whole body has arrived, if the server declares its length; otherwise `false`.
    var hasWholeBody: Bool {
        var (length, count): (curl_off_t, curl_off_t) = (0, 0)
        guard ccurl_get_offset(pointer, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length) == CURLE_OK,
            ccurl_get_offset(pointer, CURLINFO_SIZE_DOWNLOAD_T, &count) == CURLE_OK, length >= 0
        else { return false }
        return count >= length
    }

    /// The value of `Retry-After`, which is a number or a date, as a duration from now.
    func retryAfter(_ headers: HTTPHeaders) -> Duration? {
        var seconds: curl_off_t = 0
        guard ccurl_get_offset(pointer, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK,
            seconds != 0 || headers["Retry-After"] != nil
        else { return nil }
        // The date may be in the past.
        return .seconds(max(0, seconds))
    }

    func reason(for code: CURLcode) -> String {
        // Safety: libcurl terminates the message with zero, and the buffer was initialized with zeros.
        let text = String(cString: message)
        return text.isEmpty ? String(cString: ccurl_easy_strerror(code)) : text
    }

    var systemReason: String {
        let code = Int32(truncatingIfNeeded: integer(CURLINFO_OS_ERRNO))
        // Safety: the system's string is zero-terminated, and is copied immediately.
        return code == 0 ? "no route to the host" : String(cString: strerror(code))
    }

    /// Throws if an option cannot be set, because an unknown option would leave a limit unset.
    private func check(_ code: CURLcode) throws(FetchError) {
        guard code == CURLE_OK else {
            // Safety: libcurl's string is a constant.
            throw .libraryUnusable(reason: String(cString: ccurl_easy_strerror(code)))
        }
    }
}
