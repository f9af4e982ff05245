import CCurl

/// Where libcurl's callbacks tell what happens to a transfer, and are told whether it may go on; for
/// the client's thread only.
final class CurlSink {
    /// Whether the consumer wants nothing more of the body.
    private(set) var hasEnough = false
    /// What the consumer threw.
    private(set) var error: (any Error)?
    /// The step that the transfer has come to.
    private(set) var step = FetchStep.resolving
    /// The address that the transfer was last kept from.
    private(set) var refusedAddress: IPAddress?
    /// The header of the last answer, as far as it has come.
    private(set) var header = HeaderLines()
    /// The response as it was when the body began; `nil` before.
    private(set) var response: HTTPResponse?
    /// Whether the header was larger than it may be.
    private(set) var hasLargeHeader = false

    /// Tells whether the whole body has come.
    var hasWholeBody: (() -> Bool)?
    /// What is done before a request is sent, the first or one after a redirect.
    var prepare: (() -> Void)?

    private let isPublicOnly: Bool
    private let headerLimit: Int
    private var bodyLeft: Int?
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
        hasLargeHeader = headerLeft < 0
        header.append(headerLine)
        return !hasLargeHeader
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: whether the transfer shall go on.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // The rest of what has come, decompressed, which nobody wants.
        if hasEnough { return true }
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
