import CZlib

extension ZipArchive {
    /// Decompresses a Deflate stream (RFC 1951) with zlib.
    ///
    /// `source` returns chunks, and `nil` at the end. Throws `damage` if the stream is malformed, truncated, or
    /// followed by further bytes.
    static func inflate(
        _ source: () throws -> [UInt8]?, into consume: (UnsafeRawBufferPointer) throws -> Void, orThrow damage: ZipError
    ) throws {
        var stream = z_stream()
        // Safety: zlib stores the stream's address, and reads and writes the buffers in its fields; all stay in place
        // during the call.
        try withUnsafeMutablePointer(to: &stream) { stream in
            guard czlib_inflate_begin(stream) == Z_OK else { throw damage }
            defer { czlib_inflate_end(stream) }
            try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { output in
                var isAtEnd = false
                while var input = try source() {
                    if isAtEnd, !input.isEmpty { throw damage }
                    try input.withUnsafeMutableBufferPointer { input in
                        stream.pointee.next_in = input.baseAddress
                        stream.pointee.avail_in = UInt32(input.count)
                        isAtEnd = try inflate(stream, output, consume, damage)
                    }
                }
                guard isAtEnd else { throw damage }
            }
        }
    }

    /// Decompresses the available input, and returns whether the stream has ended.
    private static func inflate(
        _ stream: UnsafeMutablePointer<z_stream>, _ output: UnsafeMutableBufferPointer<UInt8>,
        _ consume: (UnsafeRawBufferPointer) throws -> Void, _ damage: ZipError
    ) throws -> Bool {
        while true {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            let status = czlib_inflate(stream)
            // Z_BUF_ERROR: there was no more output for this input.
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw damage }
            let count = output.count - Int(stream.pointee.avail_out)
            try consume(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<count]))
            if status == Z_STREAM_END {
                guard stream.pointee.avail_in == 0 else { throw damage }
                return true
            }
            if stream.pointee.avail_out > 0 { return false }
        }
    }
}
