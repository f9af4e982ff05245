import DevtoolKit

/// Converts offsets in an input to lines and columns when a message needs them; the scan does not count lines.
struct SourceLocator {
    /// How many bytes of a line to read on either side of a location.
    ///
    /// Excerpts are far shorter, so that none cuts a secret, which would then not be hidden.
    private static let contextSize = 1 << 16

    private var line = 1
    private var lineStart = 0
    private var column = 1
    private var position = 0

    private var chunk = [UInt8](repeating: 0, count: BoardInput.chunkSize)
    private var count = 0
    private var start = 0

    /// The locations of the offsets, in the same order, found in one pass.
    static func locations(of offsets: [Int], in input: borrowing BoardInput, withExcerpts: Bool = true) throws
        -> [SourceLocation]
    {
        var found: [Int: SourceLocation] = [:]
        var locator = SourceLocator()
        for offset in Set(offsets).sorted() {
            try locator.advance(to: offset, in: input)
            found[offset] = SourceLocation(
                file: input.name, line: locator.line, column: locator.column,
                excerpt: withExcerpts ? try locator.excerpt(of: input) : nil)
        }
        return offsets.compactMap { found[$0] }
    }

    /// The findings with their locations, by default without excerpts, because an export may be a single line.
    static func located(
        _ found: [(offset: Int, diagnostic: Diagnostic)], in input: borrowing BoardInput, withExcerpts: Bool = false
    ) throws -> [Diagnostic] {
        let places = try locations(of: found.map(\.offset), in: input, withExcerpts: withExcerpts)
        return zip(found, places).map { finding, place in
            var diagnostic = finding.diagnostic
            diagnostic.location = place
            return diagnostic
        }
    }

    private mutating func advance(to offset: Int, in input: borrowing BoardInput) throws {
        while position < offset {
            if position == start + count {
                start = position
                count = try input.read(into: &chunk, at: start)
                if count == 0 { return }
            }
            let isAtStart = position == 0
            let bytes = chunk[position - start..<min(offset - start, count)]
            pass(bytes)
            // Editors do not count a byte order mark.
            if isAtStart, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                if line == 1 { column -= 1 }
                if lineStart == 0 { lineStart = 3 }
            }
        }
    }

    /// Counts columns in Unicode scalars, by counting the bytes that do not continue one.
    private mutating func pass(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            position += 1
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
                lineStart = position
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }

    private func excerpt(of input: borrowing BoardInput) throws -> SourceExcerpt? {
        let start = max(lineStart, position - Self.contextSize)
        var window = [UInt8](repeating: 0, count: position - start + Self.contextSize)
        window.removeLast(window.count - (try input.read(into: &window, at: start)))
        let place = min(position - start, window.count)
        // The window may begin within a scalar.
        let before = window[..<place].drop { start > lineStart && $0 & 0xC0 == 0x80 }
        let after = window[place...].prefix { $0 != UInt8(ascii: "\n") }
        let leading = String(decoding: before, as: UTF8.self)
        var text = leading + String(decoding: after, as: UTF8.self)
        if text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
        return text.isEmpty ? nil : SourceExcerpt(line: text, column: leading.unicodeScalars.count + 1)
    }
}
