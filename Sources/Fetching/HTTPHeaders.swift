import Scanning

/// The header fields of an HTTP message in their order; names may repeat.
///
/// ```swift
/// response.headers["content-type"]   // "text/html; charset=utf-8"
/// ```
package struct HTTPHeaders: Sendable {
    /// The names and values, concatenated; strings are only created on access, because few are used.
    private var bytes: [UInt8] = []
    private var ends: [Ends] = []

    /// The ends of a field's name and value; the name starts at the end of the previous field.
    private struct Ends {
        var name: Int
        var value: Int
    }
    package init(_ fields: [(name: String, value: String)]) {
        for (name, value) in fields { append(name.utf8, value.utf8) }
    }
    package var fields: [(name: String, value: String)] {
        ends.indices.map { (text(of: name($0)), text(of: value($0))) }
    }

    /// The first value of a field, ignoring the case of its name (RFC 9110, section 5.1).
    package subscript(name: String) -> String? { ends.indices.first { isNamed(name, $0) }.map { text(of: value($0)) } }

    func has(_ name: String) -> Bool { ends.indices.contains { isNamed(name, $0) } }
    package func values(of name: String) -> [String] {
        ends.indices.filter { isNamed(name, $0) }.map { text(of: value($0)) }
    }

    /// The codings of the body in lower case (RFC 9110, section 8.4; RFC 9112, section 6.1).
    var codings: [String] {
        (values(of: "Content-Encoding") + values(of: "Transfer-Encoding")).flatMap { $0.split(separator: ",") }.map {
            $0.filter { !$0.isWhitespace }.lowercased()
        }.filter { !["", "identity", "chunked"].contains($0) }
    }

    mutating func append(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
        if ends.isEmpty {
            // This suffices for most responses.
            bytes.reserveCapacity(512)
            ends.reserveCapacity(16)
        }
        bytes.append(contentsOf: name)
        let nameEnd = bytes.count
        bytes.append(contentsOf: value)
        ends.append(Ends(name: nameEnd, value: bytes.count))
    }

    mutating func appendToLast(_ more: some Collection<UInt8>) {
        guard let last = ends.indices.last else { return }
        bytes.append(contentsOf: more)
        ends[last].value = bytes.count
    }

    private func name(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1].value)..<ends[index].name }

    private func value(_ index: Int) -> Range<Int> { ends[index].name..<ends[index].value }

    private func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func isNamed(_ name: String, _ index: Int) -> Bool {
        let range = self.name(index)
        return range.count == name.utf8.count && Self.areEqual(bytes[range], name.utf8)
    }

    /// Whether a field is valid; a line break in it would start another field (RFC 9110, sections 5.5 and 5.6.2).
    package static func isField(_ name: String, _ value: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
            && !value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
    }

    static func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        one.elementsEqual(other) { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension HTTPHeaders: Equatable {
    package static func == (one: HTTPHeaders, other: HTTPHeaders) -> Bool {
        one.fields.elementsEqual(other.fields) { areEqual($0.name.utf8, $1.name.utf8) && $0.value == $1.value }
    }
}
