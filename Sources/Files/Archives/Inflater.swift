import CZlib

enum InflateError: Error {
    /// Truncated, followed by further bytes, or not a Deflate stream.
    case malformed
}

/// Decompresses Deflate streams (RFC 1951) with zlib.
enum Inflater {
    private static let pieceSize = 1 << 16

    /// Decompresses a stream, which must end with the source.
    ///
    /// `source` returns chunks, and `nil` at the end.
    static func inflate(_ source: () throws -> [UInt8]?, into consume: (UnsafeRawBufferPointer) throws -> Void) throws {
        var stream = z_stream()
        // Safety: zlib stores the stream's address, and reads and writes the buffers in its fields; all stay in place
        // during the call.
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

    /// Decompresses the available input, and returns whether the stream has ended.
    private static func run(
        _ stream: UnsafeMutablePointer<z_stream>, _ output: UnsafeMutableBufferPointer<UInt8>,
        _ consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Bool {
        while true {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            let status = czlib_inflate(stream)
            // Z_BUF_ERROR: there was no more output for this input.
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw InflateError.malformed }
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
