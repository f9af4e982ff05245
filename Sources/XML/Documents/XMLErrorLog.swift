import CXML2

final class XMLErrorLog {
    struct Entry {
        /// One of `xmlParserErrors` in `libxml/xmlerror.h`.
        let code: CInt
        let message: String
        let line: Int
        let column: Int
        let node: OpaquePointer?
    }

    private(set) var entries: [Entry] = []

    /// The maximum number of entries, because a broken file can cause one per byte.
    private static let limit = 100

    /// Calls a function of libxml2 that reports to the log.
    func listen<Result>(to body: (UnsafePointer<cxml2_errors>) -> Result) -> Result {
        let errors = cxml2_errors(context: Unmanaged.passUnretained(self).toOpaque()) { log, error in
            guard let log else { return }
            // Safety: the pointer is that of the log, which lives until `listen` returns.
            Unmanaged<XMLErrorLog>.fromOpaque(log).takeUnretainedValue().append(error.pointee)
        }
        return withExtendedLifetime(self) { withUnsafePointer(to: errors, body) }
    }

    private func append(_ error: cxml2_error) {
        guard entries.count < Self.limit else { return }
        let text = error.message.map { String(cString: $0) } ?? "an error"
        entries.append(
            Entry(
                code: error.code, message: String(text.split(separator: "\n").joined(separator: " ")),
                line: Int(error.line), column: Int(error.column), node: error.node))
    }
}
