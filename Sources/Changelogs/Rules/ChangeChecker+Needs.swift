import Reporting

extension ChangeChecker {
    func checkNeeds(of node: ParsedNode, type: ChangeType) {
        let columns = columns(of: node)
        for name in type.required {
            switch name {
            case "columns": if columns.isEmpty { lack("'\(node.name)' requires columns", at: node) }
            case "sql": if node.sql.allSatisfy(\.isWhitespace) { lack("'\(node.name)' has no SQL", at: node) }
            case "path" where type.name == "createProcedure", "procedureBody": break
            default:
                guard (node.text(name) ?? "").isEmpty else { continue }
                lack("'\(node.name)' requires '\(name)'", at: node.child(name) ?? node)
            }
        }
        switch type.name {
        case "createProcedure": checkBody(of: node, at: ["procedureBody", "procedureText"])
        case "createView": checkBody(of: node, at: ["selectQuery"])
        case "dropColumn":
            if node.text("columnName") == nil, columns.isEmpty { lack("'dropColumn' requires 'columnName'", at: node) }
        case "createTable", "addColumn": columns.forEach { need(["name", "type"], of: $0) }
        case "createIndex": for column in columns where column.child("computed") == nil { need(["name"], of: column) }
        case "insert", "update": columns.forEach { need(["name"], of: $0) }
        default: break
        }
    }

    private func need(_ names: [String], of column: ParsedNode) {
        for name in names where (column.text(name) ?? "").isEmpty { lack("the column has no \(name)", at: column) }
    }

    private func checkBody(of node: ParsedNode, at keys: [String]) {
        let hasPath = !(node.text("path") ?? "").isEmpty
        let texts = [node.value] + keys.map { node.text($0) }
        let hasBody = texts.contains { $0?.isEmpty == false }
        if hasPath && hasBody {
            lack("'\(node.name)' has both a 'path' and inline text", at: node)
        } else if !hasPath && !hasBody {
            lack("'\(node.name)' requires a 'path' or inline text", at: node)
        }
    }

    private func lack(_ message: String, at node: ParsedNode) {
        report(.missingAttribute, message, severity: severity, at: node)
    }

    func checkFiles(of node: ParsedNode) {
        if let key = Self.pathKeys[node.name], let attribute = node.child(key) { checkFile(attribute, of: node) }
        for column in columns(of: node) {
            for key in ["valueClobFile", "valueBlobFile"] {
                guard let attribute = column.child(key), let name = attribute.value else { continue }
                let besideChangelog = file.resolve(reader.parameters.expand(name), isRelative: true)
                if reader.files[besideChangelog] == nil { checkFile(attribute, of: node) }
            }
        }
    }

    private static let pathKeys = [
        "sqlFile": "path", "loadData": "file", "loadUpdateData": "file", "createProcedure": "path",
        "createView": "path", "createFunction": "path", "createPackage": "path", "createPackageBody": "path",
        "createTrigger": "path",
    ]

    private func checkFile(_ attribute: ParsedNode, of node: ParsedNode) {
        guard let written = attribute.value, !written.isEmpty else { return }
        let name = reader.path(written, of: node, in: file)
        guard !reader.parameters.isUncertain(name), reader.files[name] == nil else { return }
        report(.missingFile, "file '\(name)' not found", severity: severity, at: attribute)
    }
}
