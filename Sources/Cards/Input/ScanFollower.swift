import DevtoolKit
import Dispatch
import Synchronization

/// Writes the output on a second thread while the input is being scanned, and reads ahead.
///
/// Each byte is read once for the scan and the output, by whichever thread is idle. Bytes that cannot be written yet,
/// because the title of their board follows, are dropped and read again later.
///
/// ```swift
/// let follower = ScanFollower(reading: sequence, inChunksOf: room, splicing: splicer, to: write)
/// while let piece = try follower.next() { …; follower.pass(piece, scanner.settle(scanned: offset)) }
/// try follower.finish()
/// ```
final class ScanFollower: Sendable {
    struct Piece: Sendable {
        var offset = 0
        /// Only the first `count` bytes are valid.
        var bytes: [UInt8]
        var count = 0

        var range: Range<Int> { offset..<offset + count }
    }

    /// The edits that have become final, and the offset up to which all edits are final.
    typealias Settled = (edits: TitleEdits, end: Int)

    /// The number of buffers: pieces that were read, are being scanned, or wait to be written.
    private static let pieceCount = 6
    /// The maximum number of pieces to keep until they can be written.
    private static let heldCount = 2

    /// `nil` at the end of the input.
    private typealias Reading = Result<Piece?, any Error>

    private struct State {
        var free: [[UInt8]]
        var position = 0
        /// Only one thread reads at a time.
        var isReading = false
        var isAtEnd = false
        var read: [Reading] = []
        /// Whether the scan waits for a piece or a free buffer.
        var isAwaited = false
        var scanned: [(piece: Piece?, settled: Settled)] = []
        var isScanned = false

        /// The piece to read into; `nil` if the caller must not read now.
        mutating func beginReading() -> Piece? {
            guard !isReading, !isAtEnd, let bytes = free.popLast() else { return nil }
            isReading = true
            return Piece(offset: position, bytes: bytes)
        }

        mutating func endReading(_ reading: Reading) {
            isReading = false
            if case .success(let piece?) = reading { position = piece.range.upperBound } else { isAtEnd = true }
        }
    }

    private enum Step {
        case read(Piece)
        case take(Reading)
        case write(Piece?, Settled)
        case wait
        case end
    }

    private let sequence: InputSequence
    private let state: Mutex<State>
    private let hasWork = DispatchSemaphore(value: 0)
    private let hasNews = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    init(
        reading sequence: InputSequence, inChunksOf room: Int, splicing splicer: Splicer,
        to write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.sequence = sequence
        state = Mutex(State(free: (0..<Self.pieceCount).map { _ in [UInt8](repeating: 0, count: room) }))
        DispatchQueue(label: "devtool.copy").async { [self] in
            var copy = Copy(splicer: splicer)
            follow(&copy, write)
            hasEnded.signal()
        }
    }

    func next() throws -> Piece? {
        while true {
            let step: Step = state.withLock { state in
                if !state.read.isEmpty { return .take(state.read.removeFirst()) }
                if let piece = state.beginReading() { return .read(piece) }
                state.isAwaited = true
                return .wait
            }
            switch step {
            case .take(let reading): return try reading.get()
            case .read(let piece):
                let reading = read(piece)
                state.withLock { $0.endReading(reading) }
                return try reading.get()
            case .wait, .write, .end: hasNews.wait()
            }
        }
    }

    /// Passes on a piece that has been scanned, if any, and what has become final.
    func pass(_ piece: consuming Piece?, _ settled: Settled) {
        let scanned = (piece: piece, settled: settled)
        state.withLock { $0.scanned.append(scanned) }
        hasWork.signal()
    }

    /// Waits until everything is written.
    ///
    /// Call it after errors, too.
    ///
    /// - Throws: errors from `write`, and ``FileError/changedWhileRead(_:)``.
    func finish() throws {
        state.withLock { $0.isScanned = true }
        hasWork.signal()
        hasEnded.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private func read(_ piece: consuming Piece) -> Reading {
        var piece = piece
        return Reading {
            piece.count = try sequence.read(into: &piece.bytes, at: piece.offset)
            return piece.count > 0 ? piece : nil
        }
    }

    private struct Copy {
        var splicer: Splicer
        var held: [Piece] = []

        mutating func write(_ settled: Settled, to write: (UnsafeRawBufferPointer) throws -> Void) throws {
            try splicer.copy(upTo: settled.end, with: settled.edits, from: held, to: write)
        }

        /// Returns the buffers that are written, and those beyond the limit.
        mutating func giveBack(all: Bool) -> [[UInt8]] {
            var free: [[UInt8]] = []
            while let first = held.first,
                all || first.range.upperBound <= splicer.position || held.count > ScanFollower.heldCount
            { free.append(held.removeFirst().bytes) }
            return free
        }
    }

    private func follow(_ copy: inout Copy, _ write: (UnsafeRawBufferPointer) throws -> Void) {
        while true {
            let step: Step = state.withLock { state in
                if !state.scanned.isEmpty {
                    let (piece, settled) = state.scanned.removeFirst()
                    return .write(piece, settled)
                }
                if state.isScanned { return .end }
                // Do not read from a pipe: the read may block for hours after the scan has failed.
                if sequence.isOfFile, let piece = state.beginReading() { return .read(piece) }
                return .wait
            }
            switch step {
            case .write(let piece, let settled):
                if let piece { copy.held.append(piece) }
                do {
                    // After an output error, only the scan goes on, because it may find an error in the input.
                    if failure.withLock({ $0 == nil }) { try copy.write(settled, to: write) }
                } catch { failure.withLock { $0 = error } }
                let free = copy.giveBack(all: failure.withLock { $0 != nil })
                update { $0.free += free }
            case .read(let piece):
                let reading = read(piece)
                update {
                    $0.endReading(reading)
                    $0.read.append(reading)
                }
            case .wait, .take: hasWork.wait()
            case .end: return
            }
        }
    }

    /// Changes the state, and wakes up the scan if it waits.
    private func update(_ change: (inout State) -> Void) {
        let isAwaited = state.withLock { state in
            change(&state)
            defer { state.isAwaited = false }
            return state.isAwaited
        }
        if isAwaited { hasNews.signal() }
    }
}
