import CXML2

/// Writes an XML document with libxml2's `xmlTextWriter`.
///
/// ```swift
/// let writer = try XMLWriter()
/// try writer.element("cards", [("type", "array")]) {
///     try writer.element("title", text: "Salt & pepper")
/// }
/// let bytes = try writer.finish()
/// ```
///
/// The document is well-formed for any text: characters that XML 1.0 excludes (section 2.2) become U+FFFD. The caller
/// must pass valid names.
package final class XMLWriter {
    private let buffer: OpaquePointer
    private let writer: OpaquePointer

    /// Starts a document in UTF-8, with each element on its own line.
    ///
    /// - Throws: ``XMLError/noLibrary(_:)`` if libxml2 is not installed.
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
        // The writer must be first, because it still writes to the buffer.
        cxml2_free_writer(writer)
        cxml2_free_buffer(buffer)
    }

    package func element(
        _ name: String, _ attributes: [(name: String, value: String)] = [], content: () throws -> Void = {}
    ) throws {
        try Self.check(cxml2_start_element(writer, name))
        for (name, value) in attributes {
            let value = Self.allowed(value)
            try Self.check(cxml2_write_attribute(writer, name, value))
        }
        try content()
        try Self.check(cxml2_end_element(writer))
    }

    package func element(_ name: String, _ attributes: [(name: String, value: String)] = [], text: String) throws {
        try element(name, attributes) {
            // An empty string would result in two tags instead of one.
            guard !text.isEmpty else { return }
            try Self.check(cxml2_write_string(writer, Self.allowed(text)))
        }
    }

    /// Returns the bytes written since the last call, which limits the memory for a long document.
    package func takeBytes() throws -> [UInt8] {
        try Self.check(cxml2_flush(writer))
        defer { cxml2_buffer_empty(buffer) }
        // Safety: libxml2 reports the number of bytes, which are copied before they change.
        return [UInt8](
            UnsafeBufferPointer(start: cxml2_buffer_content(buffer), count: Int(cxml2_buffer_length(buffer))))
    }

    package func finish() throws -> [UInt8] {
        try Self.check(cxml2_end_document(writer))
        return try takeBytes()
    }

    /// Replaces characters that are invalid in XML, even as references.
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
        for scalar in text.unicodeScalars { allowed.append(isForbidden(scalar) ? "\u{FFFD}" : scalar) }
        return String(allowed)
    }

    private static func check(_ result: CInt) throws { if result < 0 { throw XMLError.cannotWrite } }
}
