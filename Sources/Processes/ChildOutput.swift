import Glibc
import Reporting
import SystemPackage

/// One output stream of a child, and where it goes.
struct ChildOutput: Sendable {
    private let pipe: OwnedDescriptor
    private var sink: any OutputSink
    private var isOpen = true
    /// The first error met in passing the output on; what comes after it is dropped, so that the child
    /// can run to its end.
    private(set) var failure: (any Error)?

    /// Takes the end of the pipe that is read.
    init(_ pipe: OwnedDescriptor, to sink: any OutputSink) {
        self.pipe = pipe
        self.sink = sink
    }

    /// The descriptor to read from; negative at the end of the stream.
    var source: Int32 { isOpen ? pipe.descriptor.rawValue : -1 }

    /// Whether ``pause()`` would pass something on.
    var holdsBytes: Bool { failure == nil && sink.holdsBytes }

    /// How many bytes can be read at the moment.
    var available: Int {
        var count: Int32 = 0
        // Safety: the request stores one `int`.
        return isOpen && ioctl(source, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Closes the stream, of which nothing more is wanted.
    mutating func close() {
        isOpen = false
        pipe.close()
    }

    /// Passes on what can be read, waiting for it if need be.
    ///
    /// - Returns: how many bytes that was; none at the end of the stream.
    mutating func move(through buffer: inout [UInt8]) -> Int {
        let count = buffer.withUnsafeMutableBytes { (try? pipe.descriptor.read(into: $0)) ?? 0 }
        isOpen = count > 0
        attempt { sink in
            try buffer.withUnsafeBytes { bytes in
                try sink.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
        }
        return count
    }

    /// Passes on what is kept of an unfinished line, as the child is waiting.
    mutating func pause() {
        attempt { try $0.pause() }
    }

    /// Ends the stream.
    mutating func finish() {
        attempt { try $0.finish() }
    }

    private mutating func attempt(_ body: (inout any OutputSink) throws -> Void) {
        guard failure == nil else { return }
        do {
            try body(&sink)
        } catch {
            failure = error
            if error is OutputClosed, sink.endsWithReader { close() }
        }
    }
}
