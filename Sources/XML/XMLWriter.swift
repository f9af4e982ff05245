import CXML2

/// Writes an XML document from its beginning to its end, with libxml2's `xmlTextWriter`.
///
/// ```swift
/// let writer = try XMLWriter()
/// try writer.element("cards", [("type", "array")]) {
///     try writer.element("title", text: "Salt & pepper")
/// }
/// let bytes = try writer.finish()
/// ```
///
/// Whatever the texts are, the document is well-formed: characters that XML 1.0 does not have
/// (section 2.2) become U+FFFD. Names are the caller's to choose well.
package final class XMLWriter {
    private let buffer: OpaquePointer
    private let writer: OpaquePointer

    /// A writer at the beginning of a document in UTF-8, each element on a line of its own.
    ///
    /// - Throws: ``XMLError/noLibrary(_:)`` where libxml2 is not installed.
    package init() throws {
        try LibXML2.load()
        guard let buffer = cxml2_buffer() else { throw XMLError.cannotWrite }
        guard let writer = cxml2_writer(buffer) else {
            cxml2_free_buffer(buffer)
            throw XMLError.cannotWrite
        }
        (self.buffer, self.writer) = (buffer, writer)
        try Self.check(cxml2_start_document(writer))
    }

    deinit {
        // The writer first: it still writes to the buffer.
        cxml2_free_writer(writer)
        cxml2_free_buffer(buffer)
    }

    /// Writes an element and what the closure writes into it.
    package func element(
        _ name: String, _ attributes: [(name: String, value: String)] = [],
        content: () throws -> Void = {}
    ) throws {
        try Self.check(cxml2_start_element(writer, name))
        for (name, value) in attributes {
            let value = Self.allowed(value)
            try Self.check(cxml2_write_attribute(writer, name, value))
        }
        try content()
        try Self.check(cxml2_end_element(writer))
    }

    /// Writes an element with nothing but text in it.
    package func element(
        _ name: String, _ attributes: [(name: String, value: String)] = [], text: String
    ) throws {
        try element(name, attributes) {
            // An empty text would make a start tag and an end tag of what can be one.
            guard !text.isEmpty else { return }
            try Self.check(cxml2_write_string(writer, Self.allowed(text)))
        }
    }

    /// Takes what was written since the last time, so that a long document need not be held.
    package func takeBytes() throws -> [UInt8] {
        try Self.check(cxml2_flush(writer))
        defer { cxml2_buffer_empty(buffer) }
        // Safety: libxml2 says how many bytes are there; they are copied before anything changes them.
        return [UInt8](
            UnsafeBufferPointer(
                start: cxml2_buffer_content(buffer), count: Int(cxml2_buffer_length(buffer))
            ))
    }

    /// Ends the document and takes the rest of it.
    package func finish() throws -> [UInt8] {
        try Self.check(cxml2_end_document(writer))
        return try takeBytes()
    }

    /// The text without the characters that no XML document may contain, not even as a reference.
    private static func allowed(_ text: String) -> String {
        let isForbidden = { (scalar: Unicode.Scalar) in
            switch scalar {
            case "\t", "\n", "\r": false
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": true
            default: false
            }
        }
        guard text.unicodeScalars.contains(where: isForbidden) else { return text }
        var allowed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            allowed.append(isForbidden(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(allowed)
    }

    private static func check(_ result: CInt) throws {
        if result < 0 { throw XMLError.cannotWrite }
    }
}
