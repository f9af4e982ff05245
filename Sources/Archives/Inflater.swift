import CZlib

/// What keeps a compressed stream from being unpacked.
enum InflateError: Error {
    /// It ends early, has bytes after its end, or is not a stream of RFC 1951.
    case malformed
}

/// Unpacks what is compressed with Deflate (RFC 1951), by zlib.
enum Inflater {
    private static let pieceSize = 1 << 16

    /// Unpacks a stream, which must end where the source does.
    ///
    /// - Parameters:
    ///   - source: gives the compressed bytes, a piece at a time; nil at their end.
    ///   - consume: takes the unpacked bytes, a piece at a time.
    /// - Throws: ``InflateError``, and what the closures throw.
    static func inflate(
        _ source: () throws -> [UInt8]?, into consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var stream = z_stream()
        // Safety: zlib keeps the stream's address, and reads and writes where its fields say: both pieces
        // stay in place while it does.
        try withUnsafeMutablePointer(to: &stream) { stream in
            guard czlib_inflate_begin(stream) == Z_OK else { throw InflateError.malformed }
            defer { czlib_inflate_end(stream) }
            try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: pieceSize) { output in
                var isAtEnd = false
                while var input = try source() {
                    if isAtEnd, !input.isEmpty { throw InflateError.malformed }
                    try input.withUnsafeMutableBufferPointer { input in
                        stream.pointee.next_in = input.baseAddress
                        stream.pointee.avail_in = UInt32(input.count)
                        isAtEnd = try run(stream, output, consume)
                    }
                }
                guard isAtEnd else { throw InflateError.malformed }
            }
        }
    }

    /// Unpacks what there is of the input.
    ///
    /// - Returns: whether the stream has ended there.
    private static func run(
        _ stream: UnsafeMutablePointer<z_stream>, _ output: UnsafeMutableBufferPointer<UInt8>,
        _ consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Bool {
        while true {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            let status = czlib_inflate(stream)
            // Z_BUF_ERROR: all that the input gives has been given before.
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else {
                throw InflateError.malformed
            }
            let count = output.count - Int(stream.pointee.avail_out)
            try consume(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<count]))
            if status == Z_STREAM_END {
                guard stream.pointee.avail_in == 0 else { throw InflateError.malformed }
                return true
            }
            if stream.pointee.avail_out > 0 { return false }
        }
    }
}
