/// The functions of libxml2 that read, by libxml2's own names; opened when first used.
///
/// Their types are those of `libxml/xmlreader.h`, `parser.h` and `tree.h`, which no release has
/// changed since 2.6.
struct XMLReaderLibrary: Sendable {
    typealias Reader = OpaquePointer
    typealias Document = OpaquePointer
    typealias Bytes = UnsafePointer<CChar>
    typealias Text = UnsafePointer<UInt8>
    typealias ErrorOutput = @convention(c) (UnsafeMutableRawPointer?, Bytes?) -> Void

    let xmlSetGenericErrorFunc:
        @convention(c) @Sendable (UnsafeMutableRawPointer?, ErrorOutput) -> Void
    let xmlReadMemory: @convention(c) @Sendable (Bytes?, CInt, Bytes?, Bytes?, CInt) -> Document?
    let xmlFreeDoc: @convention(c) @Sendable (Document) -> Void
    let xmlReaderWalker: @convention(c) @Sendable (Document) -> Reader?
    let xmlReaderForMemory: @convention(c) @Sendable (Bytes?, CInt, Bytes?, Bytes?, CInt) -> Reader?
    let xmlTextReaderRead: @convention(c) @Sendable (Reader) -> CInt
    let xmlTextReaderNodeType: @convention(c) @Sendable (Reader) -> CInt
    let xmlTextReaderDepth: @convention(c) @Sendable (Reader) -> CInt
    let xmlTextReaderConstName: @convention(c) @Sendable (Reader) -> Text?
    let xmlTextReaderConstLocalName: @convention(c) @Sendable (Reader) -> Text?
    let xmlTextReaderConstNamespaceUri: @convention(c) @Sendable (Reader) -> Text?
    let xmlTextReaderConstValue: @convention(c) @Sendable (Reader) -> Text?
    let xmlTextReaderMoveToNextAttribute: @convention(c) @Sendable (Reader) -> CInt
    let xmlTextReaderGetParserLineNumber: @convention(c) @Sendable (Reader) -> CInt
    let xmlFreeTextReader: @convention(c) @Sendable (Reader) -> Void

    /// The library, or what kept it from being opened.
    static let shared = Result<XMLReaderLibrary, XMLReadingError> {
        () throws(XMLReadingError) in
        do throws(XMLError) {
            return try XMLReaderLibrary()
        } catch {
            guard case .noLibrary(let reason) = error else { throw .noLibrary("\(error)") }
            throw .noLibrary(reason)
        }
    }

    private init() throws(XMLError) {
        let library = try LibXML2.functions()
        xmlSetGenericErrorFunc = try library.find("xmlSetGenericErrorFunc")
        xmlReadMemory = try library.find("xmlReadMemory")
        xmlFreeDoc = try library.find("xmlFreeDoc")
        xmlReaderWalker = try library.find("xmlReaderWalker")
        xmlReaderForMemory = try library.find("xmlReaderForMemory")
        xmlTextReaderRead = try library.find("xmlTextReaderRead")
        xmlTextReaderNodeType = try library.find("xmlTextReaderNodeType")
        xmlTextReaderDepth = try library.find("xmlTextReaderDepth")
        xmlTextReaderConstName = try library.find("xmlTextReaderConstName")
        xmlTextReaderConstLocalName = try library.find("xmlTextReaderConstLocalName")
        xmlTextReaderConstNamespaceUri = try library.find("xmlTextReaderConstNamespaceUri")
        xmlTextReaderConstValue = try library.find("xmlTextReaderConstValue")
        xmlTextReaderMoveToNextAttribute = try library.find("xmlTextReaderMoveToNextAttribute")
        xmlTextReaderGetParserLineNumber = try library.find("xmlTextReaderGetParserLineNumber")
        xmlFreeTextReader = try library.find("xmlFreeTextReader")
    }

    /// Keeps the thread's errors off standard error, which is ours: before 2.13 libxml2 writes there of
    /// bytes that are none in an encoding, though its options say that it shall not.
    func silenceErrors() {
        // Safety: libxml2 calls it with more arguments, which nobody looks at and its caller removes.
        xmlSetGenericErrorFunc(nil) { _, _ in }
    }

    /// Copies a text that a reader or a document owns.
    static func string(_ text: Text?) -> String? {
        // Safety: it is in UTF-8, ends with a NUL, and lives until the reader moves.
        text.map { String(cString: $0) }
    }
}
