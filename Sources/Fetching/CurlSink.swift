import CCurl

/// The receiver of libcurl's callbacks for a transfer, which also decides whether it continues; for the
/// client's thread only.
final class CurlSink {
    /// Whether the consumer wants nothing more of the body.
    private(set) var hasEnough = false
    /// What the consumer threw.
    private(set) var error: (any Error)?
    private(set) var step = FetchStep.resolving
    /// The address that the transfer was last kept from.
    private(set) var refusedAddress: IPAddress?
    /// The header of the last answer, as far as it has come.
    private(set) var header = HeaderLines()
    /// The response as it was when the body began; `nil` before.
    private(set) var response: HTTPResponse?
    /// Why the header was refused, in words; `nil` as long as it was not.
    private(set) var headerRefusal: String?
    /// Whether the deadline passed while the body was decompressed, which libcurl does without a pause.
    private(set) var isLate = false

    /// Tells whether the whole body has come.
    var hasWholeBody: (() -> Bool)?
    /// What is done before a request is sent, the first or one after a redirect.
    var prepare: (() -> Void)?

    /// The most codings of a body, one over the other: each may unpack to a thousand times as much, and more.
    static let codingLimit = 2
    /// The most bytes that are decompressed for nothing, so that a connection can be used again.
    private static let discardLimit = 1 << 20

    /// What is done before a redirect is followed, whose reference it is given.
    var redirect: ((String) -> Void)?

    private let isPublicOnly: Bool
    private let headerLimit: Int
    private let deadline: ContinuousClock.Instant?
    private var bodyLeft: Int?
    private var discardLeft = discardLimit
    private var headerLeft: Int
    private let begin: (HTTPHeaders) -> HTTPResponse
    private let consume: (RawSpan) throws -> BodyDemand

    /// Creates a sink; `begin` makes the response of its header, `consume` gets the body.
    init(
        _ request: HTTPRequest, begin: @escaping (HTTPHeaders) -> HTTPResponse,
        consume: @escaping (RawSpan) throws -> BodyDemand
    ) {
        isPublicOnly = request.isPublicOnly
        headerLimit = request.headerLimit
        deadline = request.deadline
        bodyLeft = request.byteLimit
        headerLeft = request.headerLimit
        self.begin = begin
        self.consume = consume
    }

    /// The sink that a callback is given as its context.
    static func at(_ context: UnsafeMutableRawPointer?) -> CurlSink? {
        // Safety: every callback of a handle gets the sink that the handle reports to.
        context.map { Unmanaged<CurlSink>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Takes note that an address is about to be connected to.
    ///
    /// - Returns: whether it may be.
    func mayConnect(to address: IPAddress?) -> Bool {
        step = .connecting
        return isAllowed(address)
    }

    /// Takes note that a request is about to be sent on a connection, new or kept.
    ///
    /// - Returns: whether it may be.
    func maySend(to address: @autoclosure () -> String) -> Bool {
        step = .waiting
        headerLeft = headerLimit
        refusedAddress = nil
        prepare?()
        return !isPublicOnly || isAllowed(IPAddress(address()))
    }

    private func isAllowed(_ address: IPAddress?) -> Bool {
        guard isPublicOnly else { return true }
        if let address, address.isPublic { return true }
        refusedAddress = address ?? .unspecified
        return false
    }

    /// Takes a line of the header, be it of a redirect, of an interim answer or of the last.
    ///
    /// - Returns: whether the transfer shall go on.
    func receive(headerLine: UnsafeRawBufferPointer) -> Bool {
        step = .receiving
        headerLeft -= headerLine.count
        header.append(headerLine)
        if headerLeft < 0 {
            headerRefusal = "the header is larger than \(headerLimit) bytes"
        } else if header.isComplete {
            headerRefusal = Self.refusal(of: header.headers)
            if let redirect, let reference = header.headers["Location"] { redirect(reference) }
        }
        return headerRefusal == nil
    }

    /// What is wrong with the codings of a body, in words.
    ///
    /// What the outer of two unpacks is seen by nobody but the inner, which need not make anything of
    /// it. So two must be of those that unpack to at most 1,032 times as much (RFC 1951), and not a few
    /// bytes to gigabytes.
    private static func refusal(of headers: HTTPHeaders) -> String? {
        // Most answers have none, which is found out without making texts.
        guard headers.has("Content-Encoding") || headers.has("Transfer-Encoding")
        else { return nil }
        let codings = headers.codings
        if codings.count > codingLimit { return "the body is encoded \(codings.count) times" }
        let unbounded = codings.first { !["gzip", "x-gzip", "deflate"].contains($0) }
        guard codings.count > 1, let unbounded else { return nil }
        return "the body is encoded twice, once with '\(unbounded)'"
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: whether the transfer shall go on.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if let deadline, deadline <= .now {
            isLate = true
            return false
        }
        // The rest of what has come, decompressed, which nobody wants.
        if hasEnough {
            discardLeft -= bytes.count
            return discardLeft >= 0
        }
        if response == nil { response = begin(header.headers) }
        // Safety: `accepted` is part of `bytes` and, like the span of it, does not leave this call.
        let accepted = UnsafeRawBufferPointer(rebasing: bytes.prefix(bodyLeft ?? bytes.count))
        bodyLeft? -= accepted.count
        do {
            hasEnough = try consume(accepted.bytes) == .enough || accepted.count < bytes.count
        } catch {
            self.error = error
            return false
        }
        // To refuse what has come would cost the connection, which can be used again if nothing is left.
        return !hasEnough || hasWholeBody?() ?? false
    }
}
