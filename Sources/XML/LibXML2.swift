import CXML2

/// libxml2 as it is installed.
package enum LibXML2 {
    /// Opens the library if that has not been done; all functions of `CXML2` need it.
    static func load() throws(XMLError) {
        if let reason = cxml2_load() { throw .noLibrary(String(cString: reason)) }
    }

    /// The version of the library, as in `2.9.14`; nil where it is not installed.
    package static func version() -> String? {
        // The digits of the version, two each but for the first.
        guard let text = cxml2_version() else { return nil }
        let digits = String(cString: text)
        guard let number = Int(digits.prefix { $0.isNumber }) else { return digits }
        return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes as libxml2 takes them: as characters, and how many there are, 2³¹ - 1 at most.
    var characters: (text: UnsafePointer<CChar>?, count: CInt) {
        (assumingMemoryBound(to: CChar.self).baseAddress, CInt(clamping: count))
    }
}
