/// The functions of libxml2 that write, by libxml2's own names; opened when first used, because
/// linking the library would slow every start.
///
/// Their types are those of `libxml/xmlwriter.h` and `libxml/tree.h`, which no release has changed
/// since 2.6: an opaque pointer for each structure, bytes of UTF-8 for `xmlChar`. So building needs
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

    /// The library, or what kept it from being opened.
    static let shared = Result { try XMLLibrary() }

    private init() throws(XMLError) {
        let library = try LibXML2.functions()
        xmlBufferCreate = try library.find("xmlBufferCreate")
        xmlBufferContent = try library.find("xmlBufferContent")
        xmlBufferLength = try library.find("xmlBufferLength")
        xmlBufferEmpty = try library.find("xmlBufferEmpty")
        xmlBufferFree = try library.find("xmlBufferFree")
        xmlNewTextWriterMemory = try library.find("xmlNewTextWriterMemory")
        xmlTextWriterSetIndent = try library.find("xmlTextWriterSetIndent")
        xmlTextWriterStartDocument = try library.find("xmlTextWriterStartDocument")
        xmlTextWriterEndDocument = try library.find("xmlTextWriterEndDocument")
        xmlTextWriterStartElement = try library.find("xmlTextWriterStartElement")
        xmlTextWriterEndElement = try library.find("xmlTextWriterEndElement")
        xmlTextWriterWriteAttribute = try library.find("xmlTextWriterWriteAttribute")
        xmlTextWriterWriteString = try library.find("xmlTextWriterWriteString")
        xmlTextWriterFlush = try library.find("xmlTextWriterFlush")
        xmlFreeTextWriter = try library.find("xmlFreeTextWriter")
    }
}
