import Fetching
import SystemPackage

/// The body of an answer on its way into a file, so that memory stays flat.
struct BodyFile: BodyConsumer {
    /// Where the bytes go.
    let file: FileDescriptor
    /// Is told how many bytes there are, whenever some have come.
    let report: @Sendable (Int) -> Void

    /// The most bytes that it takes.
    let limit: Int

    private var count = 0

    /// There are more bytes than it takes.
    struct TooLarge: Error {}

    init(_ file: FileDescriptor, limit: Int, report: @escaping @Sendable (Int) -> Void) {
        self.file = file
        self.limit = limit
        self.report = report
    }

    mutating func receive(_ bytes: RawSpan) throws -> BodyDemand {
        guard bytes.byteCount <= limit - count else { throw TooLarge() }
        // Safety: the bytes are used within the closure only.
        try bytes.withUnsafeBytes { _ = try file.writeAll($0) }
        count += bytes.byteCount
        report(count)
        return .more
    }
}
