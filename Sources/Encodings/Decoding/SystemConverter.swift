import Glibc

/// A converter of glibc, which has the large tables of East Asian encodings.
///
/// Its modules may be missing, because some distributions package them separately.
struct SystemConverter: ~Copyable {
    private let descriptor: iconv_t

    /// Opens the converter for a glibc character set; `nil` if the system lacks it.
    init?(from name: String) {
        let opened = iconv_open("UCS-4LE", name)
        // Safety: (iconv_t)-1 is only compared; it is the error value of iconv_open.
        guard let opened, opened != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
        descriptor = opened
    }

    deinit { iconv_close(descriptor) }

    /// The code point of a code, whose bytes are those of the number; `nil` if there is none, or more than one.
    func codePoint(of code: UInt32) -> UInt32? {
        let length = code > 0xFFFF ? 3 : 2
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 16) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            for index in 0..<length {
                let byte = UInt8(truncatingIfNeeded: code >> (8 * UInt32(length - 1 - index)))
                buffer.initializeElement(at: index, to: CChar(bitPattern: byte))
            }
            // Safety: both pointers stay within the buffer because of their lengths. The second call writes pending
            // output, or clears the error.
            var from: UnsafeMutablePointer<CChar>? = start
            var to: UnsafeMutablePointer<CChar>? = start + length
            var unread = length
            var unwritten = 16
            let failures = iconv(descriptor, &from, &unread, &to, &unwritten)
            iconv(descriptor, nil, nil, &to, &unwritten)
            guard failures != -1, unwritten == 12 else { return nil }
            // Safety: four bytes have been written there.
            return UInt32(littleEndian: UnsafeRawPointer(start + length).loadUnaligned(as: UInt32.self))
        }
    }
}
