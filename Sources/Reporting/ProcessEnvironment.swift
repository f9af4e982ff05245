import Glibc
import Scanning

package enum ProcessEnvironment {
    /// If a name is repeated, the first value wins, as in `getenv`.
    package static var current: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        // Safety: `environ` is a null-terminated array of C strings that nothing has changed yet.
        while let assignment = entry.pointee {
            let text = String(cString: assignment)
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(text[..<equals])
                if variables[name] == nil { variables[name] = String(text[text.utf8.index(after: equals)...]) }
            }
            entry += 1
        }
        return variables
    }

    /// Restores bytes that are not UTF-8 in a value from ``current``; other strings are unchanged.
    package static func holding(_ text: String, of name: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }), let value = getenv(name) else { return text }
        // Safety: a C string of the environment, which nothing changes.
        guard String(cString: value).utf8.elementsEqual(text.utf8) else { return text }
        return String(holding: UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }

    /// Whether a word is a valid variable name: letters, digits and underscores, no digit first (POSIX.1-2017, chapter
    /// 8.1).
    package static func isName(_ word: String) -> Bool {
        guard let first = word.utf8.first, !first.isASCIIDigit else { return false }
        return word.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
    }
}
