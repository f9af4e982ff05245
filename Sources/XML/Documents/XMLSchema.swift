/// A schema of W3C's language, to check documents against.
///
/// It stands in one file: one that imports or includes others is refused, so that none is fetched.
package final class XMLSchema {
    let schema: XMLDocumentLibrary.Pointer
    private let library: XMLDocumentLibrary

    /// Reads a schema.
    ///
    /// - Throws: ``XMLProblem`` for what is no schema, or needs other files; ``XMLReadingError`` where
    ///   libxml2 is not installed.
    package init(_ bytes: [UInt8]) throws {
        let document = try XMLDocument(bytes)
        library = document.library
        let others: Set = ["import", "include", "redefine", "override"]
        if let other = document.root.children.first(where: { others.contains($0.name) }) {
            throw XMLProblem(message: "the schema needs other files", place: other.place)
        }
        let log = XMLErrorLog()
        // Safety: libxml2 reads the bytes, as many as it is told, until the context is freed, in this
        // closure.
        let schema = bytes.withUnsafeBytes { [library] bytes -> XMLDocumentLibrary.Pointer? in
            let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress
            guard let parser = library.xmlSchemaNewMemParserCtxt(text, CInt(bytes.count)) else {
                return nil
            }
            defer { library.xmlSchemaFreeParserCtxt(parser) }
            library.xmlSchemaSetParserStructuredErrors(parser, XMLErrorLog.handler, log.pointer)
            return library.xmlSchemaParse(parser)
        }
        withExtendedLifetime(log) {}
        guard let schema else {
            throw XMLProblem(
                message: log.entries.first.map { XMLDocument.sentence($0.message) }
                    ?? "it is no schema",
                place: XMLPlace(line: max(1, log.entries.first?.line ?? 1), column: 1))
        }
        self.schema = schema
    }

    deinit {
        library.xmlSchemaFree(schema)
    }
}

extension XMLDocument {
    /// What in the document is not as the schema has it, in the order of the document; none if it is valid.
    package func problems(against schema: XMLSchema) -> [XMLProblem] {
        guard let context = library.xmlSchemaNewValidCtxt(schema.schema) else { return [] }
        defer { library.xmlSchemaFreeValidCtxt(context) }
        let log = XMLErrorLog()
        library.xmlSchemaSetValidStructuredErrors(context, XMLErrorLog.handler, log.pointer)
        let result = library.xmlSchemaValidateDoc(context, tree)
        withExtendedLifetime(log) {}
        return problems(of: log, result: result)
    }

    /// What in the elements of another namespace is not as its schema has it.
    ///
    /// - Parameters:
    ///   - schema: the schema of that namespace.
    ///   - namespace: the namespace; of an element within another of it, the outer one is checked, and
    ///     one that the schema does not know is passed over.
    /// - Returns: the problems, in the order of the document.
    package func problems(against schema: XMLSchema, in namespace: String) -> [XMLProblem] {
        elements(in: namespace).flatMap { element -> [XMLProblem] in
            guard let context = library.xmlSchemaNewValidCtxt(schema.schema) else { return [] }
            defer { library.xmlSchemaFreeValidCtxt(context) }
            let log = XMLErrorLog()
            library.xmlSchemaSetValidStructuredErrors(context, XMLErrorLog.handler, log.pointer)
            let result = library.xmlSchemaValidateOneElement(context, element)
            withExtendedLifetime(log) {}
            if log.entries.first?.code == Self.noDeclaration { return [] }
            return problems(of: log, result: result)
        }
    }

    /// `XML_SCHEMAV_CVC_ELT_1` of `libxml/xmlerror.h`: the schema does not know the element.
    private static let noDeclaration: CInt = 1845

    private func problems(of log: XMLErrorLog, result: CInt) -> [XMLProblem] {
        if result != 0, log.entries.isEmpty {
            return [XMLProblem(message: "it is not as its schema has it", place: root.place)]
        }
        return log.entries.map {
            XMLProblem(message: Self.sentence($0.message), place: place(of: $0))
        }
    }

    /// The outermost elements of a namespace.
    private func elements(in namespace: String) -> [XMLDocumentLibrary.Pointer] {
        let reading = library.reading
        guard let reader = reading.xmlReaderWalker(tree) else { return [] }
        defer { reading.xmlFreeTextReader(reader) }
        var elements: [XMLDocumentLibrary.Pointer] = []
        var outerDepth: CInt?
        while reading.xmlTextReaderRead(reader) == 1 {
            let depth = reading.xmlTextReaderDepth(reader)
            if let outer = outerDepth, depth > outer { continue }
            outerDepth = nil
            guard reading.xmlTextReaderNodeType(reader) == 1,
                XMLReaderLibrary.string(reading.xmlTextReaderConstNamespaceUri(reader))
                    == namespace,
                let node = library.xmlTextReaderCurrentNode(reader)
            else { continue }
            elements.append(node)
            outerDepth = depth
        }
        return elements
    }
}
