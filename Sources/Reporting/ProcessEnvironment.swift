import Glibc

/// The environment variables of this process.
package enum ProcessEnvironment {
    /// A copy of them; of a repeated name the first counts, as in `getenv`.
    package static var current: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        // Safety: `environ` is a null-terminated array of C strings, and nothing has changed it yet.
        while let assignment = entry.pointee {
            let text = String(cString: assignment)
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(text[..<equals])
                if variables[name] == nil {
                    variables[name] = String(text[text.utf8.index(after: equals)...])
                }
            }
            entry += 1
        }
        return variables
    }

    /// The text that holds the bytes of a variable of this process, given what came of it in ``current``; of any
    /// other the text itself.
    package static func holding(_ text: String, of name: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }), let value = getenv(name) else { return text }
        // Safety: a C string of the environment, which nothing changes.
        guard String(cString: value).utf8.elementsEqual(text.utf8) else { return text }
        return String(holding: UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }

    /// Whether a word can name a variable: letters, digits and underscores, not beginning with a digit
    /// (POSIX.1-2017, chapter 8.1).
    package static func isName(_ word: String) -> Bool {
        guard let first = word.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { return false }
        return word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
