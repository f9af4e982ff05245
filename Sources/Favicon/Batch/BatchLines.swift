import DevtoolKit
package import SystemPackage

/// Reads the lines of a batch's list, in their order, when they are asked for.
///
/// ```swift
/// let lines = BatchLines(.standardInput, named: "<stdin>", where: shard.contains)
/// while case let some = try await lines.next(atMost: 100), !some.isEmpty { … }
/// ```
package actor BatchLines {
    private let name: String
    private let reader: PieceReader
    private let isWanted: @Sendable (BatchLine) -> Bool
    private var cutter = LineCutter()
    private var isAtEnd = false

    /// Reads from a descriptor, which stays the caller's.
    ///
    /// - Parameters:
    ///   - descriptor: a file, a pipe or a terminal.
    ///   - name: what messages call it.
    ///   - isWanted: is asked for every line once, in order, and says which are passed over.
    package init(
        _ descriptor: FileDescriptor, named name: String,
        where isWanted: @escaping @Sendable (BatchLine) -> Bool = { _ in true }
    ) {
        self.name = name
        self.isWanted = isWanted
        reader = PieceReader(descriptor)
    }

    /// The next lines, as many as are there at the moment; waits only for the first of them.
    ///
    /// - Returns: the lines; none at the end of the list, or when the task is cancelled.
    /// - Throws: ``FileError``.
    package func next(atMost count: Int) async throws -> [BatchLine] {
        var lines: [BatchLine] = []
        while true {
            while lines.count < count, let line = cutter.next() {
                if isWanted(line) { lines.append(line) }
            }
            guard lines.isEmpty, !isAtEnd, !Task.isCancelled else { return lines }
            try await readOn()
        }
    }

    private func readOn() async throws {
        let piece: [UInt8]
        do {
            piece = try await reader.next()
        } catch let errno as Errno {
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
