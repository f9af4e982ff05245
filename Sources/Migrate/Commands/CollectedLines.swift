import DevtoolKit
import Synchronization

/// Lines of a child that are kept rather than shown.
final class CollectedLines: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    /// All of them.
    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

    /// Keeps a line.
    func append(_ line: OutputLine) {
        bytes.withLock { $0 += line.bytes }
    }
}
