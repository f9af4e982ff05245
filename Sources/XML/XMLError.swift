/// What keeps XML from being read or written.
package enum XMLError: Error, Equatable, CustomStringConvertible {
    /// libxml2 is not installed, or is not the library that it should be; in the loader's words.
    case noLibrary(String)
    /// libxml2 refused to write: memory ran out, or an element was ended that was not begun.
    case cannotWrite
    /// The document is not well-formed XML; a mistake is found at this line.
    case notWellFormed(line: Int)
    /// The document declares its type, and with it maybe entities, which are not read.
    case documentType
    /// The document is longer than so many bytes.
    case tooLong(limit: Int)

    /// The words for a message.
    package var description: String {
        switch self {
        case .noLibrary(let reason): "cannot open libxml2: \(reason)"
        case .cannotWrite: "libxml2 cannot write the document"
        case .notWellFormed(let line): "not well-formed XML at line \(line)"
        case .documentType: "it has a document type declaration, which is not read"
        case .tooLong(let limit): "longer than \(limit) bytes"
        }
    }
}
