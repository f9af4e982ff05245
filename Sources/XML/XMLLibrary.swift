#if canImport(Glibc)
    import Glibc
#endif

/// The functions of libxml2 that are used, by libxml2's own names; opened when first used, because
/// linking the library would slow every start.
///
/// Their types are those of `libxml/xmlwriter.h`, `xmlreader.h`, `parser.h` and `tree.h`, which no
/// release has changed since 2.6: an opaque pointer for each structure, bytes of UTF-8 for `xmlChar`. So building needs
/// none of the library's headers, and where the library is missing only its users fail.
struct XMLLibrary: Sendable {
    typealias Bytes = UnsafePointer<CChar>
    typealias Pointer = OpaquePointer

    let xmlBufferCreate: @convention(c) @Sendable () -> Pointer?
    let xmlBufferContent: @convention(c) @Sendable (Pointer) -> UnsafePointer<UInt8>?
    let xmlBufferLength: @convention(c) @Sendable (Pointer) -> CInt
    let xmlBufferEmpty: @convention(c) @Sendable (Pointer) -> Void
    let xmlBufferFree: @convention(c) @Sendable (Pointer) -> Void
    let xmlNewTextWriterMemory: @convention(c) @Sendable (Pointer, CInt) -> Pointer?
    let xmlTextWriterSetIndent: @convention(c) @Sendable (Pointer, CInt) -> CInt
    let xmlTextWriterStartDocument:
        @convention(c) @Sendable (Pointer, Bytes?, Bytes?, Bytes?) -> CInt
    let xmlTextWriterEndDocument: @convention(c) @Sendable (Pointer) -> CInt
    let xmlTextWriterStartElement: @convention(c) @Sendable (Pointer, Bytes) -> CInt
    let xmlTextWriterEndElement: @convention(c) @Sendable (Pointer) -> CInt
    let xmlTextWriterWriteAttribute: @convention(c) @Sendable (Pointer, Bytes, Bytes) -> CInt
    let xmlTextWriterWriteString: @convention(c) @Sendable (Pointer, Bytes) -> CInt
    let xmlTextWriterFlush: @convention(c) @Sendable (Pointer) -> CInt
    let xmlFreeTextWriter: @convention(c) @Sendable (Pointer) -> Void

    let xmlReadMemory:
        @convention(c) @Sendable (UnsafeRawPointer?, CInt, Bytes?, Bytes?, CInt) -> Pointer?
    let xmlFreeDoc: @convention(c) @Sendable (Pointer) -> Void
    let xmlReaderWalker: @convention(c) @Sendable (Pointer) -> Pointer?
    let xmlTextReaderRead: @convention(c) @Sendable (Pointer) -> CInt
    let xmlTextReaderNodeType: @convention(c) @Sendable (Pointer) -> CInt
    let xmlTextReaderMoveToNextAttribute: @convention(c) @Sendable (Pointer) -> CInt
    let xmlTextReaderConstName: @convention(c) @Sendable (Pointer) -> Bytes?
    let xmlTextReaderConstLocalName: @convention(c) @Sendable (Pointer) -> Bytes?
    let xmlTextReaderConstNamespaceUri: @convention(c) @Sendable (Pointer) -> Bytes?
    let xmlTextReaderConstValue: @convention(c) @Sendable (Pointer) -> Bytes?
    let xmlFreeTextReader: @convention(c) @Sendable (Pointer) -> Void

    /// The library, or what kept it from being opened.
    static let shared = Result<XMLLibrary, XMLError> { () throws(XMLError) in try XMLLibrary() }

    private init() throws(XMLError) {
        guard let library = LibXML2.open() else {
            throw .noLibrary(dlerror().map { String(cString: $0) } ?? "libxml2")
        }
        func find<Function>(_ name: String) throws(XMLError) -> Function {
            guard let symbol = dlsym(library, name) else {
                throw .noLibrary("libxml2 has no \(name)")
            }
            // Safety: the caller's type is the function's, see above; a pointer to a C function has
            // one size.
            return unsafeBitCast(symbol, to: Function.self)
        }
        xmlBufferCreate = try find("xmlBufferCreate")
        xmlBufferContent = try find("xmlBufferContent")
        xmlBufferLength = try find("xmlBufferLength")
        xmlBufferEmpty = try find("xmlBufferEmpty")
        xmlBufferFree = try find("xmlBufferFree")
        xmlNewTextWriterMemory = try find("xmlNewTextWriterMemory")
        xmlTextWriterSetIndent = try find("xmlTextWriterSetIndent")
        xmlTextWriterStartDocument = try find("xmlTextWriterStartDocument")
        xmlTextWriterEndDocument = try find("xmlTextWriterEndDocument")
        xmlTextWriterStartElement = try find("xmlTextWriterStartElement")
        xmlTextWriterEndElement = try find("xmlTextWriterEndElement")
        xmlTextWriterWriteAttribute = try find("xmlTextWriterWriteAttribute")
        xmlTextWriterWriteString = try find("xmlTextWriterWriteString")
        xmlTextWriterFlush = try find("xmlTextWriterFlush")
        xmlFreeTextWriter = try find("xmlFreeTextWriter")
        xmlReadMemory = try find("xmlReadMemory")
        xmlFreeDoc = try find("xmlFreeDoc")
        xmlReaderWalker = try find("xmlReaderWalker")
        xmlTextReaderRead = try find("xmlTextReaderRead")
        xmlTextReaderNodeType = try find("xmlTextReaderNodeType")
        xmlTextReaderMoveToNextAttribute = try find("xmlTextReaderMoveToNextAttribute")
        xmlTextReaderConstName = try find("xmlTextReaderConstName")
        xmlTextReaderConstLocalName = try find("xmlTextReaderConstLocalName")
        xmlTextReaderConstNamespaceUri = try find("xmlTextReaderConstNamespaceUri")
        xmlTextReaderConstValue = try find("xmlTextReaderConstValue")
        xmlFreeTextReader = try find("xmlFreeTextReader")
    }
}
