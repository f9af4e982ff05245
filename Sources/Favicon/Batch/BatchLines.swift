import DevtoolKit
import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// Reads the lines of a batch's list in order, on demand.
actor BatchLines {
    private let name: String
    private let reader: PieceReader
    private let isWanted: @Sendable (BatchLine) -> Bool
    private var cutter = ListCutter()
    private var isAtEnd = false

    /// Reads from a descriptor, which the caller closes; `isWanted` is called once for each line, in order.
    init(
        _ descriptor: FileDescriptor, named name: String,
        where isWanted: @escaping @Sendable (BatchLine) -> Bool = { _ in true }
    ) {
        self.name = name
        self.isWanted = isWanted
        reader = PieceReader(descriptor)
    }

    /// Returns the available lines and waits only for the first one; an empty array at the end, or if cancelled.
    func next(atMost count: Int) async throws -> [BatchLine] {
        var lines: [BatchLine] = []
        while true {
            while lines.count < count, let line = cutter.next() { if isWanted(line) { lines.append(line) } }
            guard lines.isEmpty, !isAtEnd, !Task.isCancelled else { return lines }
            try await readOn()
        }
    }

    private func readOn() async throws {
        let piece: [UInt8]
        do { piece = try await reader.next() } catch let errno as Errno {
            isAtEnd = true
            throw FileError.cannotRead(name, errno)
        }
        if !piece.isEmpty {
            cutter.take(piece)
        } else if !Task.isCancelled {
            cutter.finish()
            isAtEnd = true
        }
    }
}

/// Splits a list that arrives in pieces into lines, and holds at most one piece and one line.
struct ListCutter: Sendable {
    private var piece: [UInt8] = []
    private var position = 0
    /// The start of a line that began in an earlier piece, at most one byte longer than the limit for lines.
    private var beginning: [UInt8] = []
    private var number = 0
    private var isFinished = false

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Takes the next piece; call it only after ``next()`` has returned `nil`.
    mutating func take(_ piece: [UInt8]) {
        self.piece = piece
        position = 0
    }

    mutating func finish() { isFinished = true }

    /// The next line that is neither blank nor a comment; `nil` if it needs the next piece, or at the end.
    mutating func next() -> BatchLine? {
        while let bytes = nextBytes() {
            number += 1
            let start = number == 1 && bytes.starts(with: Self.mark) ? Self.mark.count : 0
            if let line = BatchLine(bytes.dropFirst(start), number: number) { return line }
        }
        return nil
    }

    private mutating func nextBytes() -> ArraySlice<UInt8>? {
        let rest = piece[position...]
        if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            position = end + 1
            guard !beginning.isEmpty else { return rest[..<end] }
            return takeBeginning(with: rest[..<end])
        }
        position = piece.count
        keep(rest)
        return isFinished && !beginning.isEmpty ? takeBeginning(with: []) : nil
    }

    private mutating func takeBeginning(with end: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        keep(end)
        defer { beginning = [] }
        return beginning[...]
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        // The byte order mark does not count towards the first line's length.
        let limit = BatchLine.lengthLimit + 1 + Self.mark.count
        beginning += bytes.prefix(max(0, limit - beginning.count))
    }
}

/// Reads a file, pipe or terminal on its own thread, which may block.
final class PieceReader: Sendable {
    static let size = 1 << 16

    /// The interval in milliseconds at which a waiting reader checks for cancellation.
    private static let patience: Int32 = 100

    private let descriptor: FileDescriptor
    private let queue = DispatchQueue(label: "devtool.list")
    private let isCancelled = Atomic(false)

    /// Creates a reader for a descriptor, which the caller closes while no read is running.
    init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    /// Returns data as soon as some is available; an empty array at the end, or if the task is cancelled.
    func next() async throws -> [UInt8] {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in continuation.resume(with: Result { try read() }) }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    private func read() throws -> [UInt8] {
        while !isCancelled.load(ordering: .relaxed) {
            var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, Self.patience) > 0 else { continue }
            do {
                return try [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
                    // Safety: `read` writes no more than the buffer holds, and returns the number of bytes.
                    count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            } catch Errno.resourceTemporarilyUnavailable {
                // Another reader of the same pipe was faster.
            }
        }
        return []
    }
}
