import Glibc
import HTML

/// Answers for each document on standard input, which comes after its length in four bytes, the least
/// one first, with a line: the `href` of its links in the document, those in `head` with an `h`.
@main enum Links {
    static func main() {
        while let header = read(4) {
            let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
            guard let document = read(length) else { break }
            var scanner = HTMLScanner(reporting: [.link])
            let links = scanner.scan(document).filter { $0.placement == .document && !scanner.isGone($0) }
            let words = links.map { "\($0.text(.href) ?? "-")\($0.isInHead ? "h" : "")" }
            answer(words.joined(separator: " ") + "\n")
        }
    }

    /// Reads so many bytes; `nil` at the end of the input.
    private static func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var position = 0
        while position < count {
            let length = bytes[position...].withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress, $0.count) }
            guard length > 0 else { return nil }
            position += length
        }
        return bytes
    }

    private static func answer(_ line: String) {
        let bytes = Array(line.utf8)
        var position = 0
        while position < bytes.count {
            let length = bytes[position...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
            guard length > 0 else { return }
            position += length
        }
    }
}
