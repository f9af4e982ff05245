import DevtoolKit

/// A report of `Java/Devtool.java`: one line with a mark, a name and fields.
///
/// ```swift
/// JavaReport(line)    // will-run, ["db/a.xml", "1", "ada", "NOT_RAN"]
/// ```
struct JavaReport: Hashable, Sendable {
    let name: String
    let fields: [String]

    fileprivate static let mark: [UInt8] = [0, 0x1D, UInt8(ascii: "D"), UInt8(ascii: "T")]

    init(_ name: String, _ fields: [String]) {
        self.name = name
        self.fields = fields
    }

    init?(_ line: OutputLine) {
        guard let start = line.bytes.range(of: Self.mark, from: 0) else { return nil }
        self.init(body: line.bytes[(start + Self.mark.count)...])
    }

    var bytes: [UInt8] {
        var bytes = Self.mark
        for field in [name] + fields {
            bytes += Array(field.utf8).map { $0 == UInt8(ascii: "\n") ? 0x1E : $0 }
            bytes.append(0x1F)
        }
        return bytes + [UInt8(ascii: "\n")]
    }

    fileprivate init(body: ArraySlice<UInt8>) {
        // A separator follows each field; the rest is the end of the line.
        let fields = body.split(separator: 0x1F, omittingEmptySubsequences: false).dropLast()
        let texts = fields.map { field in String(decoding: field, as: UTF8.self).replacing("\u{1E}", with: "\n") }
        self.init(texts.first ?? "", Array(texts.dropFirst()))
    }
}

/// Separates reports from other text on a stream whose chunks may end anywhere.
struct JavaReportReader: Sendable {
    enum Part: Hashable {
        case text([UInt8])
        case report(JavaReport)
    }

    private var held: [UInt8] = []
    /// The length of the held bytes that are known to contain no newline.
    private var searched = 0

    /// Returns the parts that are complete after `bytes`.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [Part] {
        held += bytes
        var parts: [Part] = []
        var start = 0
        func pass(upTo end: Int) {
            if end > start { parts.append(.text(Array(held[start..<end]))) }
            start = end
        }
        while let mark = held.range(of: JavaReport.mark, from: start) {
            pass(upTo: mark)
            guard let end = held[max(mark, searched)...].firstIndex(of: UInt8(ascii: "\n")) else { break }
            parts.append(.report(JavaReport(body: held[(mark + JavaReport.mark.count)..<end])))
            start = end + 1
        }
        if !held[start...].starts(with: JavaReport.mark) {
            let length = (0..<JavaReport.mark.count).reversed().first { length in
                held[start...].suffix(length).elementsEqual(JavaReport.mark.prefix(length))
            }
            pass(upTo: max(start, held.count - (length ?? 0)))
        }
        held.removeFirst(start)
        searched = held.count
        return parts
    }

    /// Returns the held bytes at the end of the stream.
    mutating func finish() -> [UInt8] {
        defer { held = [] }
        return held
    }
}

extension [UInt8] {
    fileprivate func range(of other: [UInt8], from start: Int) -> Int? {
        var rest = self[start...]
        while let index = rest.firstIndex(of: other[0]) {
            if self[index...].starts(with: other) { return index }
            rest = self[(index + 1)...]
        }
        return nil
    }
}
