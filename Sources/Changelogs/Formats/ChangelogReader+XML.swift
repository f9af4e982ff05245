import Reporting
import Scanning
import XML

extension ChangelogReader {
    func readXML(_ file: ChangelogFile) {
        let document: XMLDocument
        do { document = try XMLDocument(file.text.bytes) } catch let problem as XMLProblem {
            report(.syntax, "not well-formed XML: \(problem.message)", at: file.text.location(problem.place))
            return
        } catch XMLError.noLibrary {
            lacksXMLLibrary = true
            return
        } catch {
            report(.syntax, "cannot read the XML: \(error)", at: file.text.location(TextPlace()))
            return
        }
        let root = ParsedNode(document.root)
        if document.namesOtherFiles {
            report(
                .externalEntities, "the document type declaration may refer to other files, which are not checked",
                severity: .warning, at: file.text.location(root.place))
        }
        var file = file
        file.isPartlyRead = document.namesOtherFiles
        let isValid = file.isPartlyRead || checkSchema(of: document, in: file)
        guard root.name == "databaseChangeLog" else {
            if isValid {
                report(
                    .schema, "the root element must be 'databaseChangeLog', not '\(root.name)'",
                    at: file.text.location(root.place))
            }
            return
        }
        read(root, in: file, isChecked: true)
    }

    private func checkSchema(of document: XMLDocument, in file: ChangelogFile) -> Bool {
        let root = document.root
        let rootPlace = file.text.location(root.place)
        let locations = root.attributes.first { $0.name == "schemaLocation" && $0.namespace == Self.instanceNamespace }
        let words = (locations?.value ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        let place = locations.map { file.text.location($0.place) }
        guard words.count.isMultiple(of: 2) else {
            report(.schema, "'schemaLocation' must list pairs of a namespace and a URL", at: place)
            return false
        }
        let urls = Dictionary(
            stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) },
            uniquingKeysWith: { first, _ in first })
        guard let url = urls[root.namespace ?? ""] else {
            report(
                .schema, "the changelog declares no schema, so Liquibase rejects it", at: rootPlace,
                hint: "xsi:schemaLocation=\"\(ParsedNode.ownNamespace) "
                    + "\(ParsedNode.ownNamespace)/dbchangelog-4.6.xsd\"")
            return false
        }
        // The caller reports a missing Liquibase once.
        guard schemas.isThere else { return true }
        guard let name = Self.fileName(ofSchema: url), let schema = schemas.schema(name) else {
            report(
                .missingSchema,
                "the schema '\(url)' is not in Liquibase's jar: "
                    + (options.release.refuses(.noFetching)
                        ? "Liquibase rejects it unless 'liquibase.secureParsing' is false"
                        : "Liquibase would download it") + "; the changelog was not checked against it",
                severity: .warning, at: place, hint: "use the schema version of the installed Liquibase")
            return true
        }
        var problems = document.problems(against: schema)
        let licensed = ParsedNode.licensedNamespace
        if let url = urls[licensed], let name = Self.fileName(ofSchema: url), let schema = schemas.schema(name) {
            problems += document.problems(against: schema, in: licensed)
        }
        for problem in problems {
            let message = Self.schemaMessage(problem.message)
            report(.schema, message.text, at: file.text.location(problem.place), hint: message.hint)
        }
        return problems.isEmpty
    }

    private static func fileName(ofSchema url: String) -> String? {
        for scheme in ["http://", "https://"] where url.hasPrefix(scheme) {
            let path = url.dropFirst(scheme.count)
            guard path.hasPrefix("www.liquibase.org/xml/ns/") else { continue }
            return path.split(separator: "/").last.map(String.init)
        }
        return nil
    }

    private static let instanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"

    /// Shortens libxml2's message about an element or attribute that the schema does not allow.
    private static func schemaMessage(_ message: String) -> (text: String, hint: String?) {
        let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
        if let range = message.firstRange(of: "This element is not expected"), quoted.count > 1 {
            let names = message[range.upperBound...].split { !$0.isLetter && !$0.isNumber }.map(String.init).filter {
                !["Expected", "is", "one", "of"].contains($0)
            }
            let nearest = String(quoted[1]).nearest(in: names).map { "did you mean '\($0)'?" }
            let known = names.isEmpty || names.count > 8 ? nil : "expected: \(names.joined(separator: ", "))"
            return ("the element '\(quoted[1])' is not allowed here", nearest ?? known)
        }
        if message.hasSuffix("is not allowed"), quoted.count > 3 {
            // Another format may have the attribute, such as 'message' of 'stop'.
            let known = (ChangeType.all[String(quoted[1])]?.attributes.sorted() ?? []).filter { $0 != quoted[3] }
            return (
                "the attribute '\(quoted[3])' is not allowed on the element '\(quoted[1])'",
                String(quoted[3]).nearest(in: known).map { "did you mean '\($0)'?" }
            )
        }
        if message.hasSuffix("is required but missing"), quoted.count > 3 {
            return ("the element '\(quoted[1])' requires the attribute '\(quoted[quoted.count - 2])'", nil)
        }
        return ("violates the schema: \(message)", nil)
    }
}
