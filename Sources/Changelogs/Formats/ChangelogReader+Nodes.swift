import Reporting

extension ChangelogReader {
    /// Reads the root element `databaseChangeLog` of any format; `isChecked` means that a schema has validated elements
    /// and attributes.
    func read(_ root: ParsedNode, in file: ChangelogFile, isChecked: Bool) {
        var file = file
        file.logicalPath = root.text("logicalFilePath").map(parameters.expand)
        checkWord("objectQuotingStrategy", of: root, in: file)
        for text in root.loose {
            report(
                .unknownKey, "'\(text.name)' has no meaning here", severity: .warning,
                at: file.text.location(text.place))
        }
        for node in root.children {
            // Property definitions refer only to earlier properties.
            if node.name == "property" {
                if isChecked { define(node, in: file) }
            } else {
                note(referencesOf: node, in: file)
            }
            switch node.name {
            case "changeSet": readChangeSet(node, in: file, isChecked: isChecked)
            case "include": include(node, in: file, isChecked: isChecked)
            case "includeAll": includeAll(node, in: file, isChecked: isChecked)
            case "preConditions":
                preconditions[file.identity] = file.text.location(node.place)
                checkPreconditions(node, in: file, isChecked: isChecked)
            case "property": break
            case "modifyChangeSets" where options.release.has(.modifiedChangeSets):
                for child in node.children {
                    if child.name == "include" { include(child, in: file, isChecked: isChecked) }
                    if child.name == "includeAll" { includeAll(child, in: file, isChecked: isChecked) }
                }
            case "removeChangeSetProperty" where options.release.has(.filteredNames): break
            default: if !isChecked { reportUnknown(node, in: file) }
            }
        }
    }

    private static let rootKeys: Set = [
        "changeLogId", "context", "contextFilter", "logicalFilePath", "objectQuotingStrategy",
    ]

    private func reportUnknown(_ node: ParsedNode, in file: ChangelogFile) {
        guard !Self.rootKeys.contains(node.name) else { return }
        let known = ["changeSet", "include", "includeAll", "preConditions", "property"]
        report(
            .unknownKey, "unknown changelog key '\(node.name)'", severity: node.children.isEmpty ? .warning : .error,
            at: file.text.location(node.place), hint: String.suggestion(for: node.name, in: known))
    }

    private func note(referencesOf node: ParsedNode, in file: ChangelogFile) {
        if let value = node.value { parameters.note(referencesOf: value, at: node.place, in: file.text) }
        for child in node.children { note(referencesOf: child, in: file) }
    }

    func define(_ node: ParsedNode, in file: ChangelogFile) {
        // Other definitions depend on the database, the context or the file.
        let isCertain =
            node.text("global") != "false"
            && ["dbms", "context", "contextFilter", "labels"].allSatisfy { node.text($0) == nil }
        guard let name = node.text("file") else {
            if let name = node.text("name") {
                let value = node.text("value").map(parameters.expand) ?? ""
                parameters.define(name, as: isCertain ? value : nil)
            }
            return
        }
        let path = path(name, of: node, in: file)
        guard let bytes = try? files[path]?.contents() else {
            if !parameters.isUncertain(path), node.text("errorIfMissing") != "false" {
                let isRefused = options.release.refuses(.optionalFiles)
                report(
                    .missingFile,
                    "file '\(path)' not found" + (isRefused ? "" : ", but Liquibase continues without it"),
                    severity: isRefused ? .error : .warning, at: file.text.location(node.place))
            }
            return
        }
        var reader = PropertiesReader(bytes)
        while let (name, value, _) = reader.next() { parameters.define(name, as: isCertain ? value : nil) }
    }

    /// Reports the first file in a folder that runs before one with a smaller number.
    private func checkNumbers(in names: [String], at place: SourceLocation) {
        let files = names.filter { FileFormat(name: $0, of: options.release) != nil }
        for (name, next) in zip(files, files.dropFirst()) {
            let common = name.commonPrefix(with: next)
            let prefix = common.dropLast(common.reversed().prefix { $0.isDigit }.count)
            func digits(_ name: String) -> Substring { name.dropFirst(prefix.count).prefix { $0.isDigit } }
            guard let number = Int(digits(name)), let smaller = Int(digits(next)), smaller < number else { continue }
            let group = files.filter { $0.hasPrefix(prefix) && !digits($0).isEmpty }
            let width = group.map { digits($0).count }.max() ?? 0
            let short = group.filter { digits($0).count < width }
            let moves = short.prefix(5).map { file in
                let zeros = String(repeating: "0", count: width - digits(file).count)
                return "git mv \(file) \(prefix)\(zeros)\(file.dropFirst(prefix.count))"
            }
            report(
                .unpaddedName, "'\(name)' runs before '\(next)': files are sorted alphabetically, not numerically",
                at: place,
                hint: "'\(moves.joined(separator: " && "))\(short.count > 5 ? " && …" : "")'; for applied files, "
                    + "keep the former path, such as logicalFilePath:\(next)")
            return
        }
    }

    private func include(_ node: ParsedNode, in file: ChangelogFile, isChecked: Bool) {
        guard let written = (node.child("file") ?? node.children.last?.child("file"))?.value else {
            if !isChecked || node.child("file") != nil {
                report(.missingAttribute, "'include' requires a 'file'", at: file.text.location(node.place))
            }
            return
        }
        guard !parameters.isUncertain(parameters.expand(written)) else { return }
        let place = file.text.location((node.child("file") ?? node).place)
        readIncluded(
            path(written, of: node, in: file), at: place,
            isOptional: node.text("errorIfMissing") == "false" && options.release.has(.optionalFiles),
            under: file.conditions.adding(node))
    }

    private func includeAll(_ node: ParsedNode, in file: ChangelogFile, isChecked: Bool) {
        guard let written = node.text("path") else {
            if !isChecked {
                report(.missingAttribute, "'includeAll' requires a 'path'", at: file.text.location(node.place))
            }
            return
        }
        guard !parameters.isUncertain(parameters.expand(written)) else { return }
        let place = file.text.location((node.child("path") ?? node).place)
        let folder = path(written, of: node, in: file)
        let names = wanted(by: node, of: files.names(below: folder), below: folder)
        if names.isEmpty, node.text("errorIfMissingOrEmpty") != "false" {
            report(.emptyFolder, "the folder '\(folder)' does not exist or contains no files", at: place)
        }
        guard names.count <= searchPath.mostFiles else {
            report(.tooLarge, "the folder '\(folder)' contains more than \(searchPath.mostFiles) files", at: place)
            return
        }
        // A filter is a Java class, so its result is unknown.
        let hasFilter = node.text("filter") != nil || node.text("resourceFilter") != nil
        guard !hasFilter else { return }
        if node.text("resourceComparator") == nil { checkNumbers(in: names, at: place) }
        for name in names {
            readIncluded(
                ChangelogFile.identity(name), at: place, isFromFolder: true, under: file.conditions.adding(node))
        }
    }

    /// Filters the files of an `includeAll` by name and depth; files directly in the folder have depth 1.
    private func wanted(by node: ParsedNode, of names: [String], below folder: String) -> [String] {
        func number(_ name: String) -> Int? {
            options.release.has(.includeDepths) ? node.text(name).flatMap { Int($0) } : nil
        }
        let end = options.release.has(.filteredNames) ? node.text("endsWithFilter") : nil
        let depths = (number("minDepth") ?? 0)...max(0, number("maxDepth") ?? .max)
        let base = folder.split(separator: "/").count
        return names.filter { name in
            depths.contains(name.split(separator: "/").count - base)
                && name.lowercased().hasSuffix(end?.lowercased() ?? "")
        }
    }

    func checkWord(_ name: String, of node: ParsedNode, in file: ChangelogFile) {
        guard let words = ChangeType.words[name], let attribute = node.child(name),
            let value = attribute.value.map(parameters.expand), !parameters.isUncertain(value), !words.contains(value)
        else { return }
        report(
            .invalidValue, "'\(name)' cannot be '\(value)'", at: file.text.location(attribute.place),
            hint: String.suggestion(for: value, in: words))
    }
}

extension Rule {
    static let unpaddedName = Rule(
        "unpadded-name", in: .format, level: .warning, "UnpaddedFileName",
        "Numbers in a folder's file names vary in length, so 10 runs before 2.",
        because: "Changesets run in an unintended order.",
        help: "Pad all numbers to the same length, and keep the former path of applied files as 'logicalFilePath'.",
        source: "https://docs.liquibase.com/change-types/includeall.html")
}

extension Character { fileprivate var isDigit: Bool { isASCII && isNumber } }

extension String {
    fileprivate func commonPrefix(with other: String) -> Substring {
        prefix(zip(self, other).prefix { $0 == $1 }.count)
    }
}
