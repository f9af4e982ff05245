/// Where libcurl's callbacks put a body; used by the transfer's thread only.
final class CurlSink {
    /// Whether the transfer was ended because nothing more was wanted.
    private(set) var hasEnough = false
    /// What the consumer threw.
    private(set) var error: (any Error)?
    /// Tells whether the transfer is to end early.
    let cancellation: Cancellation

    private var left: Int?
    private let consume: (RawSpan) throws -> BodyDemand

    init(
        limit: Int?, cancellation: Cancellation,
        receive: @escaping (RawSpan) throws -> BodyDemand
    ) {
        left = limit
        self.cancellation = cancellation
        consume = receive
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: whether the transfer shall go on.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Safety: `accepted` is part of `bytes` and, like the span of it, does not leave this call.
        let accepted = UnsafeRawBufferPointer(rebasing: bytes.prefix(left ?? bytes.count))
        left? -= accepted.count
        do {
            hasEnough = try consume(accepted.bytes) == .enough || accepted.count < bytes.count
        } catch {
            self.error = error
            return false
        }
        return !hasEnough
    }
}
