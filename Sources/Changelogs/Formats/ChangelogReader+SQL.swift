import Reporting
import Scanning

extension ChangelogReader {
    func readSQL(_ file: ChangelogFile) {
        var text = String(decoding: file.text.bytes, as: UTF8.self)
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        let lines = text.javaLines
        let start = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) }
        guard let start else {
            report(.noSQL, "the file is empty", at: file.text.location(TextPlace()))
            return
        }
        guard isHeader(lines[start]) else {
            readRawSQL(text, lines: lines, first: start, in: file)
            return
        }
        var file = file
        file.logicalPath = SQLAttributes(text: lines[start])["logicalFilePath"]
        var reader = FormattedSQLReader(reader: self, file: file)
        reader.read(lines, from: start)
    }

    /// Whether a line is the header.
    ///
    /// Early versions required lower case and no indentation.
    private func isHeader(_ line: Substring) -> Bool {
        let release = options.release
        let isFree = release.has(.indentedHeader)
        var rest = isFree ? line.drop(while: \.isWhitespace) : line
        guard rest.hasPrefix("--") else { return false }
        rest = rest.dropFirst(2).drop(while: \.isWhitespace)
        let head = release.has(.capitalHeader) ? rest.prefix(200).lowercased()[...] : rest
        guard isFree else { return head.hasPrefix("liquibase formatted") }
        let word = "liquibase"
        return head.hasPrefix(word) && head.dropFirst(word.count).drop(while: \.isWhitespace).hasPrefix("formatted")
    }

    func sqlReading(for databases: String?, in site: SQLSite, keepsComments: Bool) -> SQLReading {
        hasSQL = true
        let engines = options.engines(for: databases)
        var reading = SQLReading(engines: engines, endDelimiter: site.endDelimiter, keepsComments: keepsComments)
        reading.check = { self.checkSQL($0, in: site, for: engines, place: $1) }
        return reading
    }

    private func rawOperations(of text: String, in file: ChangelogFile) -> [SchemaOperation] {
        // Liquibase sends the text unchanged (`SqlChangeLogParser`).
        sqlReading(for: nil, in: SQLSite(isCut: false), keepsComments: false).operations(
            of: text, place: file.text.location)
    }

    /// Without a header, the file is a single changeset with the ID `raw`.
    private func readRawSQL(_ text: String, lines: [Substring], first: Int, in file: ChangelogFile) {
        let place = TextPlace(line: first + 1)
        let looksFormatted = lines.contains { line in
            switch SQLLine(line) {
            case .changeSet, .malformedChangeSet: true
            case .commentedChangeSet, .rollback, .comment, .validChecksum, .preconditions, .precondition, .ignoreLines,
                .sql:
                line.lowercased().contains("liquibase form")
            }
        }
        let isWanted = file.isFromFolder && !looksFormatted
        report(
            .sqlHeader,
            looksFormatted
                ? "the first line is not '--liquibase formatted sql', so Liquibase runs the file as one changeset"
                : "without the line '--liquibase formatted sql', Liquibase runs the file as one "
                    + "changeset with the id 'raw' and the author 'includeAll'", severity: isWanted ? .warning : .error,
            at: file.text.location(place),
            hint: "begin the file with '--liquibase formatted sql' and '--changeset AUTHOR:ID'")
        parameters.note(referencesOf: text, at: place, in: file.text)
        add(
            ChangeSet(
                id: "raw", author: "includeAll", file: file.identity, format: file.format,
                location: file.text.location(place), contexts: nil, labels: nil, databases: nil, runsAgain: false,
                checksum: SQLChecksum(ofRawFile: text), acceptedChecksums: [], conditions: file.conditions,
                isFromFolder: file.isFromFolder, preconditions: nil,
                content: options.keepsContent ? ContentWriter.content(ofSQL: text, attributes: nil) : nil,
                operations: options.readsOperations ? rawOperations(of: text, in: file) : [],
                conduct: ChangeSet.Conduct(obstacle: ("SQL", file.text.location(place))), substance: text))
    }
}
