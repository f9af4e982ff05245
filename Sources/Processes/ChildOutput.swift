import Glibc
import Reporting
import SystemPackage

struct ChildOutput: Sendable {
    private let pipe: OwnedDescriptor
    private var sink: any OutputSink
    private var isOpen = true
    /// The first error from the sink; later output is discarded, so that the child does not block.
    private(set) var failure: (any Error)?

    init(_ pipe: OwnedDescriptor, to sink: any OutputSink) {
        self.pipe = pipe
        self.sink = sink
    }

    /// -1 at the end of the stream.
    var source: Int32 { isOpen ? pipe.descriptor.rawValue : -1 }

    var holdsBytes: Bool { failure == nil && sink.holdsBytes }

    var available: Int {
        var count: Int32 = 0
        // Safety: the request stores one `int`.
        return isOpen && ioctl(source, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    mutating func close() {
        isOpen = false
        pipe.close()
    }

    /// Moves available bytes, waiting for at least one; returns 0 at the end of the stream.
    mutating func move(through buffer: inout [UInt8]) -> Int {
        let count = buffer.withUnsafeMutableBytes { (try? pipe.descriptor.read(into: $0)) ?? 0 }
        isOpen = count > 0
        attempt { sink in
            try buffer.withUnsafeBytes { bytes in try sink.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        }
        return count
    }

    /// Passes on an incomplete line, because the child is waiting.
    mutating func pause() { attempt { try $0.pause() } }

    mutating func finish() { attempt { try $0.finish() } }

    private mutating func attempt(_ body: (inout any OutputSink) throws -> Void) {
        guard failure == nil else { return }
        do { try body(&sink) } catch {
            failure = error
            if error is OutputClosed, sink.endsWithReader { close() }
        }
    }
}
