import CCurl
import Glibc

/// A libcurl handle whose options are set through typed functions, freed with its last reference.
///
/// It can be used for one transfer after the other.
final class CurlHandle {
    /// The handle, for functions that take more than one.
    let pointer: UnsafeMutableRawPointer

    /// Whether there may be a `.netrc`, for which libcurl would look with every request.
    let mayFindNetrc: Bool = {
        // Safety: the string is copied at once, and nothing here sets a variable.
        guard let home = getenv("HOME").map({ String(cString: $0) }), !home.isEmpty else {
            return true
        }
        return access(home + "/.netrc", F_OK) == 0
    }()

    private var requestHeaders: UnsafeMutablePointer<curl_slist>?
    /// The same, with those that are for one origin only.
    private var originHeaders: UnsafeMutablePointer<curl_slist>?
    /// The cookies that are for one origin only, and as they were when it was left; empty while there.
    private var originCookies: [CookieLine] = []
    private var withheldCookies: [CookieLine] = []
    // Safety: libcurl writes into it as long as the handle lives, so both are freed together.
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Creates a handle; `ccurl_load` must have succeeded.
    init?() {
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard let handle = ccurl_easy_init() else {
            message.deallocate()
            return nil
        }
        pointer = handle
        _ = ccurl_set_error_buffer(handle, message)
    }

    /// Forgets all options, and all cookies, for another transfer.
    func reset() {
        ccurl_easy_reset(pointer)
        // Cookies, and that there are any, would stay.
        _ = ccurl_set_string(pointer, CURLOPT_COOKIEFILE, nil)
        ccurl_slist_free_all(requestHeaders)
        requestHeaders = nil
        ccurl_slist_free_all(originHeaders)
        originHeaders = nil
        originCookies = []
        withheldCookies = []
        message.pointee = 0
        _ = ccurl_set_error_buffer(pointer, message)
    }

    deinit {
        ccurl_easy_cleanup(pointer)
        ccurl_slist_free_all(requestHeaders)
        ccurl_slist_free_all(originHeaders)
        message.deallocate()
    }

    /// Sets an option that takes a number.
    func set(_ option: CURLoption, _ value: Int) throws(FetchError) {
        try check(ccurl_set_long(pointer, option, value))
    }

    /// Sets an option that takes a text.
    func set(_ option: CURLoption, _ value: String) throws(FetchError) {
        try check(ccurl_set_string(pointer, option, value))
    }

    /// Sets the header fields, and those that are sent to the origin of the URL only, there in the
    /// place of others with the same names.
    func setHeaders(
        _ fields: [(name: String, value: String)], ofOrigin more: [(name: String, value: String)]
    ) throws(FetchError) {
        try append(fields, to: &requestHeaders)
        if !more.isEmpty {
            let others = fields.filter { field in
                !more.contains { HTTPHeaders.areEqual($0.name.utf8, field.name.utf8) }
            }
            try append(others + more, to: &originHeaders)
        }
        try check(ccurl_set_headers(pointer, originHeaders ?? requestHeaders))
    }

    private func append(
        _ fields: [(name: String, value: String)],
        to list: inout UnsafeMutablePointer<curl_slist>?
    ) throws(FetchError) {
        for (name, value) in fields {
            // libcurl sends a line end as it is.
            guard HTTPHeaders.isField(name, value) else { throw .invalidHeader(name: name) }
            list = ccurl_slist_append(list, "\(name): \(value)") ?? list
        }
    }

    /// Sets the cookies that are sent to the origin of the URL only.
    func setCookies(_ cookies: [CookieLine]) throws(FetchError) {
        originCookies = cookies
        for cookie in cookies { try set(CURLOPT_COOKIELIST, cookie.text) }
    }

    /// Chooses the header fields and cookies of a request that is about to be sent, maybe after a
    /// redirect.
    ///
    /// libcurl builds the request after it has asked whether it may be sent.
    func chooseSecrets(isOfOrigin: (String) -> Bool) {
        guard originHeaders != nil || !originCookies.isEmpty,
            let url = string(CURLINFO_EFFECTIVE_URL)
        else { return }
        let isOfOrigin = isOfOrigin(url)
        if originHeaders != nil {
            _ = ccurl_set_headers(pointer, isOfOrigin ? originHeaders : requestHeaders)
        }
        if isOfOrigin {
            for cookie in withheldCookies { try? set(CURLOPT_COOKIELIST, cookie.text) }
            withheldCookies = []
        } else if withheldCookies.isEmpty {
            // The server may have given them other values meanwhile.
            withheldCookies = cookies.filter { cookie in
                originCookies.contains { $0.isSame(as: cookie) }
            }
            for cookie in withheldCookies { try? set(CURLOPT_COOKIELIST, cookie.expired.text) }
        }
    }

    /// The cookies that libcurl has for whatever URL.
    private var cookies: [CookieLine] {
        // Safety: libcurl's strings end with NUL, and are copied before the list is freed.
        var list: UnsafeMutablePointer<curl_slist>?
        guard ccurl_get_list(pointer, CURLINFO_COOKIELIST, &list) == CURLE_OK else { return [] }
        defer { ccurl_slist_free_all(list) }
        return sequence(first: list, next: { $0?.pointee.next }).prefix { $0 != nil }.compactMap {
            $0?.pointee.data.flatMap { CookieLine(String(cString: $0)) }
        }
    }

    /// Uses what other handles of the thread have in common.
    func share(_ share: UnsafeMutableRawPointer) throws(FetchError) {
        try check(ccurl_set_share(pointer, share))
    }

    /// Tells the sink of all that happens; whoever holds the handle holds the sink as long.
    func report(to sink: CurlSink) throws(FetchError) {
        // Safety: the sink outlives the transfer, during which alone the callbacks are called, and
        // what libcurl lends for a call is not kept.
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
                    guard let sink = CurlSink.at(context), let target,
                        sink.mayConnect(to: IPAddress(target))
                    else { return -1 }
                    let kind = target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
                    return socket(target.pointee.family, kind, target.pointee.protocol)
                }, context))
        try check(
            ccurl_set_request_callback(
                pointer,
                { context, address, _, _, _ in
                    guard let sink = CurlSink.at(context), let address,
                        sink.maySend(to: String(cString: address))
                    else { return CURL_PREREQFUNC_ABORT }
                    return CURL_PREREQFUNC_OK
                }, context))
    }

    /// A number about the last transfer.
    func integer(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    /// A text about the last transfer.
    func string(_ info: CURLINFO) -> String? {
        // Safety: libcurl's string ends with NUL and lives as long as the handle; it is copied here.
        var value: UnsafePointer<CChar>?
        guard ccurl_get_string(pointer, info, &value) == CURLE_OK else { return nil }
        return value.map { String(cString: $0) }
    }

    /// Whether the whole body of the answer has come, as far as the server says how long it is.
    var hasWholeBody: Bool {
        var (length, count): (curl_off_t, curl_off_t) = (0, 0)
        guard ccurl_get_offset(pointer, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length) == CURLE_OK,
            ccurl_get_offset(pointer, CURLINFO_SIZE_DOWNLOAD_T, &count) == CURLE_OK, length >= 0
        else { return false }
        return count >= length
    }

    /// How long to wait, as `Retry-After` in the last answer's header says, be it a number or a date.
    func retryAfter(_ headers: HTTPHeaders) -> Duration? {
        var seconds: curl_off_t = 0
        guard ccurl_get_offset(pointer, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK,
            seconds != 0 || headers["Retry-After"] != nil
        else { return nil }
        // A date may have passed.
        return .seconds(max(0, seconds))
    }

    /// What went wrong, in libcurl's words.
    func reason(for code: CURLcode) -> String {
        // Safety: libcurl ends what it writes with NUL, and the buffer was zeros before.
        let text = String(cString: message)
        return text.isEmpty ? String(cString: ccurl_easy_strerror(code)) : text
    }

    /// What went wrong, in the words of the system.
    var systemReason: String {
        let code = Int32(truncatingIfNeeded: integer(CURLINFO_OS_ERRNO))
        // Safety: the system's string ends with NUL and is copied at once.
        return code == 0 ? "no route to the host" : String(cString: strerror(code))
    }

    /// An option that this libcurl does not know would leave a bound unset, so it is an error.
    private func check(_ code: CURLcode) throws(FetchError) {
        guard code == CURLE_OK else {
            // Safety: libcurl's string is a constant.
            throw .libraryUnusable(reason: String(cString: ccurl_easy_strerror(code)))
        }
    }
}
