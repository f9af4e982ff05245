import Reporting
import Scanning

struct FormattedSQLReader {
    let reader: ChangelogReader
    let file: ChangelogFile
    private var current: Draft?
    private var hasLostSQL = false
    /// Whether a comment before the first changeset is open.
    private var isInComment = false
    private var hasChangeSets = false

    init(reader: ChangelogReader, file: ChangelogFile) {
        self.reader = reader
        self.file = file
    }

    private struct Draft {
        let id: String
        let author: String
        let attributes: SQLAttributes
        let place: TextPlace
        var sql = ""
        /// The line in the file of each line of the SQL.
        var lines: [Int] = []
        var hasRollback = false
        /// Only what its instructions say.
        var conduct = ChangeSet.Conduct()
        var acceptedChecksums: [String] = []
        var preconditions: [String] = []
    }

    mutating func read(_ lines: [Substring], from start: Int) {
        var index = start + 1
        while index < lines.count {
            let line = lines[index]
            let place = TextPlace(line: index + 1, column: line.prefix(while: \.isWhitespace).count + 1)
            index += 1
            checkForm(of: line, at: place)
            switch SQLLine(line) {
            case .changeSet(let author, let id, let attributes):
                end(isLast: false)
                begin(author: author, id: id, attributes: attributes, at: place)
            case .malformedChangeSet:
                report(.malformedChangeSet, "a changeset must begin with '--changeset AUTHOR:ID'", at: place)
                // Liquibase treats it as an ordinary comment.
                append(line, at: place)
                hasLostSQL = true
            case .commentedChangeSet:
                report(
                    .malformedChangeSet, "this line is only a comment, because it begins with more than two dashes",
                    severity: .warning, at: place)
                take(line, at: place)
            case .ignoreLines(let count): index = skip(count, of: lines, from: index, at: place)
            case .sql
            where current != nil && SQLLine.beginsRollbackComment(line) && reader.options.release.has(.rollbackComments):
                index = endOfRollback(in: lines, from: index, at: place)
            case .sql: take(line, at: place)
            case let other: takeInstruction(other, at: place)
            }
        }
        end(isLast: true)
        if !hasChangeSets, !hasLostSQL {
            report(.noSQL, "the file has no changesets", severity: .warning, at: TextPlace(line: start + 1))
        }
    }

    /// Reports a line that strict versions reject, unless another rule does.
    private func checkForm(of line: Substring, at place: TextPlace) {
        guard reader.options.release.refuses(.strictLines),
            let form = SQLLine.refusedForm(of: line, isInChangeSet: current != nil)
        else { return }
        if case .malformedChangeSet = SQLLine(line) { return }
        report(
            .malformedLine, "Liquibase reads this as a malformed instruction", at: place,
            hint: "write '\(form)', or begin the comment differently")
    }

    /// Takes a rollback in a block comment; returns the index of the line after it.
    private mutating func endOfRollback(in lines: [Substring], from index: Int, at place: TextPlace) -> Int {
        current?.hasRollback = true
        if let end = lines[index...].firstIndex(where: SQLLine.endsRollbackComment) { return end + 1 }
        if reader.options.release.refuses(.rollbackComments) {
            report(.malformedLine, "the rollback comment is not closed", at: place)
        }
        return lines.count
    }

    private mutating func begin(author: String, id: String, attributes: Substring, at place: TextPlace) {
        hasChangeSets = true
        let attributes = SQLAttributes(text: attributes)
        current = Draft(
            id: reader.parameters.expand(id), author: reader.parameters.expand(author), attributes: attributes,
            place: place)
        for attribute in attributes.ignored {
            report(
                .unknownAttribute,
                attribute.correction == nil
                    ? "unknown changeset attribute '\(attribute.name)', which Liquibase ignores"
                    : "Liquibase does not understand '\(attribute.written)'", severity: .warning, at: place,
                hint: attribute.correction.map { "write '\($0)'" }
                    ?? attribute.name.nearest(in: SQLAttributes.names).map { "did you mean '\($0):'?" })
        }
    }

    private mutating func take(_ line: Substring, at place: TextPlace) {
        reader.parameters.note(referencesOf: String(line), at: place, in: file.text)
        if current != nil { return append(line, at: place) }
        let text = withoutComments(line)
        guard !text.isEmpty, !text.hasPrefix("--"), !hasLostSQL else { return }
        hasLostSQL = true
        report(
            .lostSQL, "no changeset has begun yet, so Liquibase ignores the line", at: place,
            hint: "put '--changeset AUTHOR:ID' before it")
    }

    private mutating func append(_ line: Substring, at place: TextPlace) {
        current?.sql += line + "\n"
        current?.lines.append(place.line)
    }

    /// Removes leading comments; a block comment may span lines.
    private mutating func withoutComments(_ line: Substring) -> Substring {
        var text = line.drop(while: \.isWhitespace)
        while isInComment || text.hasPrefix("/*") {
            guard let end = text.dropFirst(isInComment ? 0 : 2).firstRange(of: "*/") else {
                isInComment = true
                return ""
            }
            isInComment = false
            text = text[end.upperBound...].drop(while: \.isWhitespace)
        }
        return text
    }

    /// Takes an instruction of a changeset; before the first changeset, Liquibase ignores instructions.
    private mutating func takeInstruction(_ line: SQLLine, at place: TextPlace) {
        guard current != nil else { return }
        switch line {
        case .rollback(let text):
            current?.hasRollback = true
            if ChangeSet.Conduct.isOpen(text) { current?.conduct.openRollback = file.text.location(place) }
            if text.drop(while: \.isWhitespace).lowercased().hasPrefix("not required") {
                current?.conduct.needsNoRollback = true
            }
        case .validChecksum(let sum): current?.acceptedChecksums.append(String(sum.prefix { !$0.isWhitespace }))
        case .comment: current?.conduct.hasComment = true
        case .preconditions(let text):
            current?.preconditions.append(String(text.drop(while: \.isWhitespace)))
            current?.conduct.hasPreconditions = true
            for name in ["onFail", "onError"] {
                guard let value = SQLAttributes(text: text)[name], ChangeType.words[name]?.contains(value) != true
                else { continue }
                report(.invalidValue, "'\(name)' cannot be '\(value)'", at: place)
            }
        case .precondition(let type, let body):
            current?.preconditions.append("\(type) \(body)")
            let known =
                ["sql-check"]
                + (reader.options.release.has(.tablePreconditions) ? ["table-exists", "view-exists"] : [])
            if !known.contains(String(type)) {
                report(
                    .malformedLine, "unknown precondition '\(type)' in SQL", at: place,
                    hint: "known: \(known.joined(separator: ", "))")
            } else if type == "sql-check" {
                if !Self.isSQLCheck(body) {
                    report(.malformedLine, "'sql-check' must have the form 'expectedResult:VALUE SQL'", at: place)
                }
            } else if SQLAttributes(text: body)[String(type.prefix { $0 != "-" })]?.isEmpty != false {
                let what = type.prefix { $0 != "-" }
                report(.malformedLine, "the \(what) must have the form '\(what):NAME'", at: place)
            }
        case .changeSet, .malformedChangeSet, .commentedChangeSet, .ignoreLines, .sql: break
        }
    }

    private static func isSQLCheck(_ body: Substring) -> Bool {
        var rest = body
        let prefix = "expectedResult:"
        if rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
        if let quote = rest.first, quote == "'" || quote == "\"" {
            guard let close = rest.dropFirst().firstIndex(of: quote) else { return false }
            return rest[rest.index(after: close)...].hasPrefix(" ")
        }
        return rest.contains(" ") && rest.first != " "
    }

    private func skip(_ count: Substring, of lines: [Substring], from index: Int, at place: TextPlace) -> Int {
        if let number = Int(count) { return min(lines.count, index + min(number, lines.count)) }
        guard count == "start" else {
            report(.malformedLine, "'--ignoreLines:' takes a number, or the pair 'start' and 'end'", at: place)
            return index
        }
        let end = lines[index...].firstIndex { if case .ignoreLines("end") = SQLLine($0) { true } else { false } }
        return end.map { $0 + 1 } ?? lines.count
    }

    private mutating func end(isLast: Bool) {
        guard let draft = current else { return }
        current = nil
        let attributes = draft.attributes
        func text(_ name: String) -> String? { attributes[name].map(reader.parameters.expand) }
        let conditions = file.conditions.adding(
            contexts: text("contextFilter") ?? text("context"), labels: text("labels"), ignore: text("ignore"))
        if draft.sql.allSatisfy(\.isWhitespace) {
            // Only a changeset that is followed by another is rejected before its database is checked.
            reader.read(harmless: isLast && reader.isForeign(text("dbms"))) {
                report(.noSQL, "the changeset has no SQL", at: draft.place)
            }
        }
        let sql = reader.parameters.expand(draft.sql)
        var operations: [SchemaOperation] = []
        let isSkipped = conditions.maySkip(reader.options)
        reader.read(harmless: isSkipped || reader.isForeign(text("dbms"))) {
            reader.checkContext(conditions.contexts.last, at: file.text.location(draft.place))
            operations = self.operations(of: draft, sql, for: text("dbms"))
        }
        reader.add(
            ChangeSet(
                id: draft.id, author: draft.author,
                file: text("logicalFilePath").map(ChangelogFile.identity) ?? file.identity, format: file.format,
                location: file.text.location(draft.place), contexts: text("contextFilter") ?? text("context"),
                labels: text("labels"), databases: text("dbms"),
                runsAgain: text("runAlways") == "true" || text("runOnChange") == "true",
                checksum: SQLChecksum(ofFormattedSQL: sql, attributes: attributes, isLast: isLast, by: reader),
                acceptedChecksums: draft.acceptedChecksums, conditions: conditions, isFromFolder: file.isFromFolder,
                preconditions: draft.preconditions.isEmpty ? nil : draft.preconditions.joined(separator: ", "),
                content: reader.options.keepsContent ? ContentWriter.content(ofSQL: sql, attributes: attributes) : nil,
                operations: operations,
                conduct: conduct(
                    of: draft, isSkipped: isSkipped, inTransaction: text("runInTransaction")?.lowercased() != "false",
                    failing: text("failOnError")?.lowercased() != "false"), substance: Self.substance(of: sql)),
            isSkipped: isSkipped)
    }

    private static func substance(of sql: String) -> String {
        let words = sql.utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
        return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
    }

    private func conduct(of draft: Draft, isSkipped: Bool, inTransaction: Bool, failing: Bool) -> ChangeSet.Conduct {
        var conduct = draft.conduct
        conduct.runsInTransaction = inTransaction
        conduct.mayNotRun = isSkipped || conduct.hasPreconditions || !failing
        conduct.endDelimiter = site(of: draft, draft.sql).endDelimiter
        if !draft.hasRollback { conduct.obstacle = ("SQL", file.text.location(draft.place)) }
        return conduct
    }

    private func site(of draft: Draft, _ sql: String) -> SQLSite {
        let attributes = draft.attributes
        let isWhole = reader.options.release.has(.fullAttributeNames)
        let delimiter = attributes["endDelimiter", isWhole: isWhole]
        let splits = attributes["splitStatements"]
        var site = SQLSite(isCut: splits?.lowercased() != "false", endDelimiter: delimiter)
        // If the SQL ends with a line `/`, such lines are the delimiter.
        if delimiter == nil, sql.reversed().drop(while: \.isWhitespace).starts(with: "/\n") {
            site.endDelimiter = "\n/$"
        }
        if delimiter != attributes["endDelimiter", isWhole: true], delimiter != ";" {
            site.misread = ("rollbackEndDelimiter", of: "endDelimiter")
        } else if !site.isCut, splits != attributes["splitStatements", isWhole: true] {
            site.misread = ("rollbackSplitStatements", of: "splitStatements")
        }
        site.correction = { name, value in
            let own = attributes.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let start = "--changeset \(draft.author):\(draft.id) \(own)"
            return "'\(start)\(own.isEmpty ? "" : " ")\(FileFormat.sql.attribute(name, value))'"
        }
        return site
    }

    private func operations(of draft: Draft, _ sql: String, for databases: String?) -> [SchemaOperation] {
        guard reader.options.readsOperations else { return [] }
        let reading = reader.sqlReading(
            for: databases, in: site(of: draft, sql),
            keepsComments: draft.attributes["stripComments"]?.lowercased() == "false")
        return reading.operations(of: sql) { place in
            let index = min(place.line, draft.lines.count) - 1
            return file.text.location(
                TextPlace(line: index < 0 ? draft.place.line : draft.lines[index], column: place.column))
        }
    }

    private func report(
        _ rule: Rule, _ message: String, severity: Diagnostic.Severity = .error, at place: TextPlace,
        hint: String? = nil
    ) { reader.report(rule, message, severity: severity, at: file.text.location(place), hint: hint) }
}
