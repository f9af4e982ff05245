import Fetching
import SystemPackage

/// The body of an answer on its way into a file, so that memory stays flat.
struct BodyFile: BodyConsumer {
    /// Where the bytes go.
    let file: FileDescriptor
    /// Is told how many bytes there are, whenever some have come.
    let report: @Sendable (Int) -> Void

    private var count = 0

    init(_ file: FileDescriptor, report: @escaping @Sendable (Int) -> Void) {
        self.file = file
        self.report = report
    }

    mutating func receive(_ bytes: RawSpan) throws -> BodyDemand {
        // Safety: the bytes are used within the closure only.
        try bytes.withUnsafeBytes { _ = try file.writeAll($0) }
        count += bytes.byteCount
        report(count)
        return .more
    }
}
