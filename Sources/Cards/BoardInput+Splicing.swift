import DevtoolKit

extension BoardInput {
    /// Writes the input as it is, with the insertions in their places.
    ///
    /// - Throws: what `write` throws, and ``CardsError/changedWhileRead(_:)``, so that an output
    ///   that is replaced in one step is not replaced then.
    func write(
        with insertions: Insertions, to write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try checkUnchanged()
        var remaining = insertions.makeIterator()
        var insertion = remaining.next()
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        var output: [UInt8] = []
        output.reserveCapacity(2 * Self.chunkSize)
        var offset = 0
        while offset < length {
            let count = min(try read(into: &chunk, at: offset), length - offset)
            guard count > 0 else { throw CardsError.changedWhileRead(name) }
            var written = 0
            while let next = insertion, next.offset < offset + count {
                output += chunk[written..<next.offset - offset]
                output += next.text
                written = next.offset - offset
                insertion = remaining.next()
            }
            output += chunk[written..<count]
            offset += count
            if output.count >= Self.chunkSize {
                // Safety: the bytes are lent to `write` for the call.
                try output.withUnsafeBytes(write)
                output.removeAll(keepingCapacity: true)
            }
        }
        // Safety: as above.
        if !output.isEmpty { try output.withUnsafeBytes(write) }
        try checkUnchanged()
    }
}
