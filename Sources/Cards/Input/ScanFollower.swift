import DevtoolKit
import Dispatch
import Synchronization

/// Writes the output behind the scan of an input, on a thread of its own, and reads ahead of it.
///
/// Every byte is read once, for the scan and for the output, by the thread that has the time. What cannot be
/// written yet, as the title of its board is still to come, is not held, but read again.
///
/// ```swift
/// let follower = ScanFollower(reading: sequence, inChunksOf: room, splicing: splicer, to: write)
/// while let piece = try follower.next() { …; follower.pass(piece, scanner.settle(scanned: offset)) }
/// try follower.finish()
/// ```
final class ScanFollower: Sendable {
    /// A piece of the input.
    struct Piece: Sendable {
        /// Where it begins.
        var offset = 0
        /// The bytes, of which only the first `count` belong to it.
        var bytes: [UInt8]
        var count = 0

        /// The offsets of its bytes.
        var range: Range<Int> { offset..<offset + count }
    }

    /// The edits that are settled since the last, and the offset up to which all are.
    typealias Settled = (edits: TitleEdits, end: Int)

    /// How many pieces there are: read, being scanned, and to be written.
    private static let pieceCount = 6
    /// How many pieces are held that cannot be written yet.
    private static let heldCount = 2

    /// What is read next; `nil` at the end.
    private typealias Reading = Result<Piece?, any Error>

    private struct State {
        var free: [[UInt8]]
        var position = 0
        /// Whether one of the threads reads; the other must not meanwhile.
        var isReading = false
        var isAtEnd = false
        var read: [Reading] = []
        /// Whether the scan waits for something to be read, or for memory.
        var isAwaited = false
        var scanned: [(piece: Piece?, settled: Settled)] = []
        /// Whether the scan has ended, so that nothing more is read.
        var isScanned = false

        /// The piece to read into, if it is the caller's turn.
        mutating func beginReading() -> Piece? {
            guard !isReading, !isAtEnd, let bytes = free.popLast() else { return nil }
            isReading = true
            return Piece(offset: position, bytes: bytes)
        }

        /// Notes what was read, so that the other thread may go on.
        mutating func endReading(_ reading: Reading) {
            isReading = false
            if case .success(let piece?) = reading {
                position = piece.range.upperBound
            } else {
                isAtEnd = true
            }
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

    /// Begins to read, in pieces of some room.
    init(
        reading sequence: InputSequence, inChunksOf room: Int, splicing splicer: Splicer,
        to write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.sequence = sequence
        state = Mutex(
            State(free: (0..<Self.pieceCount).map { _ in [UInt8](repeating: 0, count: room) }))
        DispatchQueue(label: "devtool.copy").async { [self] in
            var copy = Copy(splicer: splicer)
            follow(&copy, write)
            hasEnded.signal()
        }
    }

    /// The next piece to scan; `nil` at the end of the input.
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
            default: hasNews.wait()
            }
        }
    }

    /// Hands over a piece that was scanned, if there is one, and what is settled now.
    func pass(_ piece: consuming Piece?, _ settled: Settled) {
        let scanned = (piece: piece, settled: settled)
        state.withLock { $0.scanned.append(scanned) }
        hasWork.signal()
    }

    /// Waits until all that was passed is written; to be called in any case.
    ///
    /// - Throws: what `write` throws, and ``FileError/changedWhileRead(_:)``.
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

    /// What only the thread uses.
    private struct Copy {
        var splicer: Splicer
        var held: [Piece] = []

        /// Writes what is settled.
        mutating func write(
            _ settled: Settled, to write: (UnsafeRawBufferPointer) throws -> Void
        ) throws {
            try splicer.copy(upTo: settled.end, with: settled.edits, from: held, to: write)
        }

        /// Gives back the memory of what is not needed any more, or of too much that may be.
        mutating func giveBack(all: Bool) -> [[UInt8]] {
            var free: [[UInt8]] = []
            while let first = held.first,
                all || first.range.upperBound <= splicer.position
                    || held.count > ScanFollower.heldCount
            {
                free.append(held.removeFirst().bytes)
            }
            return free
        }
    }

    private func follow(
        _ copy: inout Copy, _ write: (UnsafeRawBufferPointer) throws -> Void
    ) {
        while true {
            let step: Step = state.withLock { state in
                if !state.scanned.isEmpty {
                    let (piece, settled) = state.scanned.removeFirst()
                    return .write(piece, settled)
                }
                if state.isScanned { return .end }
                // A pipe may have nothing for hours, when the scan has ended with an error already.
                if sequence.isOfFile, let piece = state.beginReading() { return .read(piece) }
                return .wait
            }
            switch step {
            case .write(let piece, let settled):
                if let piece { copy.held.append(piece) }
                do {
                    // When the output has failed, the input is only read on: it may be worse.
                    if failure.withLock({ $0 == nil }) { try copy.write(settled, to: write) }
                } catch {
                    failure.withLock { $0 = error }
                }
                let free = copy.giveBack(all: failure.withLock { $0 != nil })
                tell { $0.free += free }
            case .read(let piece):
                let reading = read(piece)
                tell {
                    $0.endReading(reading)
                    $0.read.append(reading)
                }
            case .wait, .take: hasWork.wait()
            case .end: return
            }
        }
    }

    /// Changes what the scan may wait for.
    private func tell(_ change: (inout State) -> Void) {
        let isAwaited = state.withLock { state in
            change(&state)
            defer { state.isAwaited = false }
            return state.isAwaited
        }
        if isAwaited { hasNews.signal() }
    }
}
