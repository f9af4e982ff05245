package enum XMLError: Error, Equatable, CustomStringConvertible {
    /// libxml2 is not installed, or is not the right library; the associated value is the loader's message.
    case noLibrary(String)
    /// libxml2 cannot write: memory is exhausted, or an end tag has no start tag.
    case cannotWrite
    case notWellFormed(line: Int)
    /// The document has a document type, which could declare entities.
    case documentType
    /// The limit in bytes.
    case tooLong(limit: Int)

    package var description: String {
        switch self {
        case .noLibrary(let reason): "cannot open libxml2: \(reason)"
        case .cannotWrite: "libxml2 cannot write the document"
        case .notWellFormed(let line): "not well-formed XML on line \(line)"
        case .documentType: "it has a document type declaration, which is not supported"
        case .tooLong(let limit): "longer than \(limit) bytes"
        }
    }
}
