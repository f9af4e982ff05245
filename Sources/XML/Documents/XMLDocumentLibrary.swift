/// The functions of libxml2 that make trees and check them, by libxml2's own names; opened when first
/// used.
///
/// Their types are those of `libxml/parser.h`, `tree.h`, `xmlerror.h` and `xmlschemas.h`, which no
/// release has changed since 2.6.
struct XMLDocumentLibrary: Sendable {
    typealias Bytes = UnsafePointer<CChar>
    typealias Pointer = OpaquePointer
    typealias ErrorHandler =
        @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

    let xmlSetStructuredErrorFunc:
        @convention(c) @Sendable (UnsafeMutableRawPointer?, ErrorHandler?) -> Void
    let xmlGetLineNo: @convention(c) @Sendable (Pointer) -> CLong
    let xmlTextReaderCurrentNode: @convention(c) @Sendable (Pointer) -> Pointer?
    let xmlSchemaNewMemParserCtxt: @convention(c) @Sendable (Bytes?, CInt) -> Pointer?
    let xmlSchemaSetParserStructuredErrors:
        @convention(c) @Sendable (Pointer, ErrorHandler?, UnsafeMutableRawPointer?) -> Void
    let xmlSchemaParse: @convention(c) @Sendable (Pointer) -> Pointer?
    let xmlSchemaFreeParserCtxt: @convention(c) @Sendable (Pointer) -> Void
    let xmlSchemaFree: @convention(c) @Sendable (Pointer) -> Void
    let xmlSchemaNewValidCtxt: @convention(c) @Sendable (Pointer) -> Pointer?
    let xmlSchemaSetValidStructuredErrors:
        @convention(c) @Sendable (Pointer, ErrorHandler?, UnsafeMutableRawPointer?) -> Void
    let xmlSchemaValidateDoc: @convention(c) @Sendable (Pointer, Pointer) -> CInt
    let xmlSchemaValidateOneElement: @convention(c) @Sendable (Pointer, Pointer) -> CInt
    let xmlSchemaFreeValidCtxt: @convention(c) @Sendable (Pointer) -> Void
    /// Those that go through a tree.
    let reading: XMLReaderLibrary

    /// The library, or what kept it from being opened.
    static let shared = Result<XMLDocumentLibrary, XMLReadingError> {
        () throws(XMLReadingError) in
        let reading = try XMLReaderLibrary.shared.get()
        do throws(XMLError) {
            return try XMLDocumentLibrary(reading: reading)
        } catch {
            guard case .noLibrary(let reason) = error else { throw .noLibrary("\(error)") }
            throw .noLibrary(reason)
        }
    }

    private init(reading: XMLReaderLibrary) throws(XMLError) {
        self.reading = reading
        let library = try LibXML2.functions()
        xmlSetStructuredErrorFunc = try library.find("xmlSetStructuredErrorFunc")
        xmlGetLineNo = try library.find("xmlGetLineNo")
        xmlTextReaderCurrentNode = try library.find("xmlTextReaderCurrentNode")
        xmlSchemaNewMemParserCtxt = try library.find("xmlSchemaNewMemParserCtxt")
        xmlSchemaSetParserStructuredErrors = try library.find("xmlSchemaSetParserStructuredErrors")
        xmlSchemaParse = try library.find("xmlSchemaParse")
        xmlSchemaFreeParserCtxt = try library.find("xmlSchemaFreeParserCtxt")
        xmlSchemaFree = try library.find("xmlSchemaFree")
        xmlSchemaNewValidCtxt = try library.find("xmlSchemaNewValidCtxt")
        xmlSchemaSetValidStructuredErrors = try library.find("xmlSchemaSetValidStructuredErrors")
        xmlSchemaValidateDoc = try library.find("xmlSchemaValidateDoc")
        xmlSchemaValidateOneElement = try library.find("xmlSchemaValidateOneElement")
        xmlSchemaFreeValidCtxt = try library.find("xmlSchemaFreeValidCtxt")
    }
}

/// Keeps what libxml2 reports while a closure runs.
final class XMLErrorLog {
    /// An error as libxml2 has it.
    struct Entry {
        /// Which error it is (`xmlParserErrors` of `libxml/xmlerror.h`).
        let code: CInt
        let message: String
        let line: Int
        let column: Int
        let node: OpaquePointer?
    }

    private(set) var entries: [Entry] = []

    /// The most entries that are kept: a broken file can give one a byte.
    private static let limit = 100

    /// What libxml2 is to call, with the log's own pointer.
    static let handler: XMLDocumentLibrary.ErrorHandler = { log, error in
        guard let log, let error else { return }
        // Safety: the pointer is the log's, which its caller keeps alive.
        Unmanaged<XMLErrorLog>.fromOpaque(log).takeUnretainedValue().append(error)
    }

    /// The pointer for the handler; valid as long as the log is.
    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func append(_ error: UnsafeRawPointer) {
        // Safety: it is an `xmlError` of `libxml/xmlerror.h`, whose layout no release has changed: domain
        // and code, message, level, file, line, three strings, two numbers of which the second is the
        // column, the context, and the node. It lives until the handler returns.
        let level = error.load(fromByteOffset: 16, as: CInt.self)
        guard level > Self.warning, entries.count < Self.limit else { return }
        let message = error.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
        let text = message.map { String(cString: $0) } ?? "an error"
        entries.append(
            Entry(
                code: error.load(fromByteOffset: 4, as: CInt.self),
                message: String(text.split(separator: "\n").joined(separator: " ")),
                line: Int(error.load(fromByteOffset: 32, as: CInt.self)),
                column: Int(error.load(fromByteOffset: 68, as: CInt.self)),
                node: error.load(fromByteOffset: 80, as: OpaquePointer?.self)))
    }

    /// `XML_ERR_WARNING` of `libxml/xmlerror.h`.
    private static let warning: CInt = 1
}
