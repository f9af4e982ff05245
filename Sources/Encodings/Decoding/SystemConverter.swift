import Glibc

/// A conversion to Unicode by glibc, which has the large tables of East Asian encodings.
///
/// Its modules can be missing: some distributions pack them apart from the library.
struct SystemConverter: ~Copyable {
    private let descriptor: iconv_t

    /// Opens the converter of a character set, by its name in glibc; `nil` if the system has none.
    init?(from name: String) {
        let opened = iconv_open("UCS-4LE", name)
        // Safety: (iconv_t)-1 is only compared, it is how iconv_open says no.
        guard let opened, opened != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
        descriptor = opened
    }

    deinit {
        iconv_close(descriptor)
    }

    /// The one code point that a code stands for, whose bytes are those of the number; `nil` if it
    /// stands for none or for several.
    func codePoint(of code: UInt32) -> UInt32? {
        let length = code > 0xFFFF ? 3 : 2
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 16) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            for index in 0..<length {
                let byte = UInt8(truncatingIfNeeded: code >> (8 * UInt32(length - 1 - index)))
                buffer.initializeElement(at: index, to: CChar(bitPattern: byte))
            }
            // Safety: both pointers stay within the buffer, by the lengths that go with them. The
            // second call writes what the converter keeps back, or forgets the error.
            var from: UnsafeMutablePointer<CChar>? = start
            var to: UnsafeMutablePointer<CChar>? = start + length
            var unread = length
            var unwritten = 16
            let failures = iconv(descriptor, &from, &unread, &to, &unwritten)
            iconv(descriptor, nil, nil, &to, &unwritten)
            guard failures != -1, unwritten == 12 else { return nil }
            // Safety: it has written four bytes there.
            return UInt32(
                littleEndian: UnsafeRawPointer(start + length).loadUnaligned(as: UInt32.self))
        }
    }
}
