import CXML2
import Scanning

/// A W3C schema for the validation of documents.
///
/// It must be a single file; a schema that imports or includes others is rejected, so that nothing is fetched.
package final class XMLSchema {
    let schema: OpaquePointer

    /// Parses a schema.
    ///
    /// - Throws: ``XMLProblem`` if it is not a schema, or needs other files; ``XMLError`` if libxml2 is not installed.
    package init(_ bytes: [UInt8]) throws {
        let document = try XMLDocument(bytes)
        let others: Set = ["import", "include", "redefine", "override"]
        if let other = document.root.children.first(where: { others.contains($0.name) }) {
            throw XMLProblem(message: "the schema requires other files", place: other.place)
        }
        let log = XMLErrorLog()
        // Safety: libxml2 reads the given number of bytes, only in this closure.
        let schema = bytes.withUnsafeBytes { bytes in
            let (text, count) = bytes.characters
            return log.listen { cxml2_schema(text, count, $0) }
        }
        guard let schema else {
            throw XMLProblem(
                message: log.entries.first.map { XMLDocument.sentence($0.message) } ?? "it is not a schema",
                place: TextPlace(line: max(1, log.entries.first?.line ?? 1)))
        }
        self.schema = schema
    }

    deinit { cxml2_free_schema(schema) }
}

extension XMLDocument {
    /// Validates the document; the problems are in its order.
    package func problems(against schema: XMLSchema) -> [XMLProblem] {
        let log = XMLErrorLog()
        let result = log.listen { cxml2_validate(schema.schema, tree, nil, $0) }
        return problems(of: log, result: result)
    }

    /// Validates the outermost elements of a namespace; elements that its schema does not declare are skipped.
    package func problems(against schema: XMLSchema, in namespace: String) -> [XMLProblem] {
        elements(in: namespace).flatMap { element -> [XMLProblem] in
            let log = XMLErrorLog()
            let result = log.listen { cxml2_validate(schema.schema, tree, element, $0) }
            if log.entries.first?.code == CXML2_NO_DECLARATION { return [] }
            return problems(of: log, result: result)
        }
    }

    private func problems(of log: XMLErrorLog, result: CInt) -> [XMLProblem] {
        if result != 0, log.entries.isEmpty {
            return [XMLProblem(message: "it does not match its schema", place: root.place)]
        }
        return log.entries.map { XMLProblem(message: Self.sentence($0.message), place: place(of: $0)) }
    }

    private func elements(in namespace: String) -> [OpaquePointer] {
        guard let reader = XMLNodeReader(walking: tree) else { return [] }
        var elements: [OpaquePointer] = []
        var outerDepth: Int?
        while (try? reader.next()) == true {
            let depth = reader.depth
            if let outer = outerDepth, depth > outer { continue }
            outerDepth = nil
            guard reader.type == CXML2_ELEMENT, reader.namespace == namespace, let node = reader.node else { continue }
            elements.append(node)
            outerDepth = depth
        }
        return elements
    }
}
