import Glibc

/// A conversion to UTF-8 by glibc, which has the large tables of East Asian encodings.
///
/// Its modules can be missing: some distributions pack them apart from the library.
struct SystemConverter: ~Copyable {
    private let descriptor: iconv_t

    /// Opens the converter of a character set, by its name in glibc; `nil` if the system has none.
    init?(from name: String) {
        let opened = iconv_open("UTF-8", name)
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
            // first call forgets an earlier error, the last writes what the converter kept back;
            // only what they have written is read.
            var from: UnsafeMutablePointer<CChar>? = start
            var to: UnsafeMutablePointer<CChar>? = start + length
            var unread = length
            var unwritten = 16
            iconv(descriptor, nil, nil, nil, nil)
            guard iconv(descriptor, &from, &unread, &to, &unwritten) != -1,
                iconv(descriptor, nil, nil, &to, &unwritten) != -1
            else { return nil }
            let written = buffer[length..<(length + 16 - unwritten)]
            let text = String(decoding: written.lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
            let scalars = text.unicodeScalars
            return scalars.count == 1 ? scalars.first?.value : nil
        }
    }
}
