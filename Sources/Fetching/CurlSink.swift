import CCurl

/// Receives libcurl's callbacks for a transfer, and decides whether it continues; used on the client's thread only.
final class CurlSink {
    private(set) var hasEnough = false
    private(set) var error: (any Error)?
    private(set) var step = FetchStep.resolving
    /// The address to which the last connection was refused.
    private(set) var refusedAddress: IPAddress?
    /// The header lines of the last response so far.
    private(set) var header = HeaderLines()
    /// `nil` until the body begins.
    private(set) var response: HTTPResponse?
    /// Why the header is rejected, in words.
    private(set) var headerRefusal: String?
    /// Whether the deadline passed during decompression, which libcurl does not interrupt.
    private(set) var isLate = false
    var hasWholeBody: (() -> Bool)?
    /// Called before each request, including those after redirects.
    var prepare: (() -> Void)?

    /// The maximum number of content codings, each of which may expand data more than a thousandfold.
    static let codingLimit = 2
    /// The maximum number of decompressed bytes to discard so that a connection can be reused.
    private static let discardLimit = 1 << 20

    /// Called with the `Location` of a redirect before it is followed.
    var redirect: ((String) -> Void)?

    private let isPublicOnly: Bool
    private let headerLimit: Int
    private let deadline: ContinuousClock.Instant?
    private var bodyLeft: Int?
    private var discardLeft = discardLimit
    private var headerLeft: Int
    /// Makes the response from its header.
    private let begin: (HTTPHeaders) -> HTTPResponse
    /// Receives the body.
    private let consume: (RawSpan) throws -> BodyDemand

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

    static func at(_ context: UnsafeMutableRawPointer?) -> CurlSink? {
        // Safety: the context of every callback is the sink that was set for the handle.
        context.map { Unmanaged<CurlSink>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Records that a connection is about to be made, and returns whether it is allowed.
    func mayConnect(to address: IPAddress?) -> Bool {
        step = .connecting
        return isAllowed(address)
    }

    /// Records that a request is about to be sent on a new or reused connection, and returns whether that is allowed.
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

    /// Receives a line of a header, including those of redirects and interim responses; returns whether to continue.
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

    /// Why the codings of a body are rejected, in words.
    ///
    /// Only the inner coding sees the output of the outer one, and it may produce nothing from it. Both must therefore
    /// have a limited expansion, which is 1,032-fold (RFC 1951), or else a few bytes could expand to gigabytes.
    private static func refusal(of headers: HTTPHeaders) -> String? {
        // Most responses have no coding; this check creates no strings.
        guard headers.has("Content-Encoding") || headers.has("Transfer-Encoding") else { return nil }
        let codings = headers.codings
        if codings.count > codingLimit { return "the body is encoded \(codings.count) times" }
        let unbounded = codings.first { !["gzip", "x-gzip", "deflate"].contains($0) }
        guard codings.count > 1, let unbounded else { return nil }
        return "the body is encoded twice, once with '\(unbounded)'"
    }

    /// Receives a piece of the body, and returns whether to continue.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if let deadline, deadline <= .now {
            isLate = true
            return false
        }
        // The consumer has enough, so the remaining data is discarded.
        if hasEnough {
            discardLeft -= bytes.count
            return discardLeft >= 0
        }
        if response == nil { response = begin(header.headers) }
        // Safety: `accepted` is part of `bytes`, and neither it nor its span leaves this call.
        let accepted = UnsafeRawBufferPointer(rebasing: bytes.prefix(bodyLeft ?? bytes.count))
        bodyLeft? -= accepted.count
        do { hasEnough = try consume(accepted.bytes) == .enough || accepted.count < bytes.count } catch {
            self.error = error
            return false
        }
        // Rejecting the data would close the connection, which can be reused if nothing is left.
        return !hasEnough || hasWholeBody?() ?? false
    }
}
