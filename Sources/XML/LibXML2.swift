import CXML2

package enum LibXML2 {
    /// Loads the library on first use; all functions of `CXML2` require this.
    static func load() throws(XMLError) { if let reason = cxml2_load() { throw .noLibrary(String(cString: reason)) } }

    /// Parses a document into a tree, which the caller must free; `nil` if it is not well-formed.
    static func tree(of document: [UInt8], options: CInt, log: XMLErrorLog? = nil) -> OpaquePointer? {
        // Safety: libxml2 copies the bytes that it keeps.
        document.withUnsafeBytes { bytes in
            let (text, count) = bytes.characters
            guard let log else { return cxml2_read(text, count, options, nil) }
            return log.listen { cxml2_read(text, count, options, $0) }
        }
    }

    /// The version, such as `2.9.14`; `nil` if the library is not installed.
    package static func version() -> String? {
        // The version is a number with two digits for each part but the first.
        guard let text = cxml2_version() else { return nil }
        let digits = String(cString: text)
        guard let number = Int(digits.prefix { $0.isNumber }) else { return digits }
        return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes for libxml2: characters and their number, which is at most 2³¹ - 1.
    var characters: (text: UnsafePointer<CChar>?, count: CInt) {
        (assumingMemoryBound(to: CChar.self).baseAddress, CInt(clamping: count))
    }
}
