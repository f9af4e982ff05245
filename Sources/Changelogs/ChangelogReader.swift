import Reporting
import SystemPackage

/// Reads a changelog and what it includes; collects the changesets and the findings.
final class ChangelogReader {
    let searchPath: SearchPath
    let files: ChangelogFiles
    let schemas: SchemaFolder
    let options: ChangelogOptions
    var parameters: Parameters
    private(set) var changeSets: [ChangeSet] = []
    private(set) var findings: [Diagnostic] = []
    private(set) var fileNames: [String] = []
    /// Whether SQL has been read.
    var hasSQL = false
    /// The comments in the files that accept findings.
    private(set) var allowed = AllowedFindings(for: "devtool")
    /// Where the preconditions of whole files stand, by the files' names.
    var preconditions: [String: SourceLocation] = [:]
    /// The files that are being read, the root first.
    private var openFiles: [FilePath] = []
    /// The changesets by their names, to find those that come twice.
    private var named: [String: [Int]] = [:]
    /// The changesets that a run may leave out, by their places.
    private var skipped: Set<Int> = []
    /// The names in small letters, as those who refer to them need not care.
    private(set) var lowercasedNames: Set<String> = []
    /// The files, and the targets whose default schema SQL in them does not reach.
    var strayingFiles: Set<String> = []
    /// The files that have been warned of as included twice.
    private var repeatedFiles: Set<String> = []

    /// Whether a file of XML was not read, as libxml2 is not installed.
    var lacksXMLLibrary = false
    /// Whether what is read now is not run, so that nothing in it is an error.
    private var isHarmless = false

    private var isTooLarge = false
    /// The lines at which a schema was not kept.
    private var schemaPlaces: Set<String> = []

    private var byteCount = 0

    /// The most files that are read, how long they may be together, and how deep they may include one
    /// another: a few lines can ask for billions.
    private static let fileLimit = 20_000
    private static let byteLimit = 512 << 20
    private static let depthLimit = 32
    /// The most findings; what comes after is left out.
    private static let findingLimit = 2000

    init(searchPath: SearchPath, schemas: SchemaFolder, options: ChangelogOptions) {
        self.searchPath = searchPath
        files = ChangelogFiles(searchPath)
        self.schemas = schemas
        self.options = options
        parameters = Parameters(options.parameters)
    }

    /// What refers to a file.
    enum Origin {
        /// The command line or the configuration.
        case root
        /// An `include`.
        case include(SourceLocation)
        /// An `includeAll`, which passes over what is no changelog.
        case folder(SourceLocation)

        var isFolder: Bool { if case .folder = self { true } else { false } }

        var location: SourceLocation? {
            switch self {
            case .root: nil
            case .include(let location), .folder(let location): location
            }
        }
    }

    /// Reads the root.
    ///
    /// - Throws: ``FileError`` when it is not there or cannot be read.
    func readRoot(_ name: String) throws {
        guard let file = files[name] else {
            throw FileError(reading: name, searchPath.problem(with: name))
        }
        do {
            try read(file, named: name, for: .root)
        } catch {
            throw FileError.cannotRead(name, error)
        }
    }

    /// Reads a file that another one names.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - origin: what names it.
    ///   - conditions: under which its changesets are run.
    ///   - isOptional: whether it need not be there.
    func readIncluded(
        _ name: String, for origin: Origin, under conditions: RunConditions,
        isOptional: Bool = false
    ) {
        guard !isTooLarge else { return }
        guard let found = files[name] else {
            if isOptional { return }
            report(
                .missingFile, "file '\(name)' not found", at: origin.location,
                hint: "Liquibase looks in "
                    + searchPath.folders.map(\.string).joined(separator: ", ")
            )
            return
        }
        guard !openFiles.contains(found.path) else {
            report(.includeCycle, "'\(name)' includes itself", at: origin.location)
            return
        }
        guard openFiles.count < Self.depthLimit, fileNames.count < Self.fileLimit,
            byteCount < Self.byteLimit
        else {
            isTooLarge = true
            report(
                .tooLarge,
                "there are too many files, too large files, or too deeply nested includes",
                at: origin.location)
            return
        }
        do {
            try read(found, named: name, for: origin, under: conditions)
        } catch {
            report(.missingFile, "cannot read '\(name)': \(error)", at: origin.location)
        }
    }

    private func read(
        _ found: FoundFile, named name: String, for origin: Origin,
        under conditions: RunConditions? = nil
    ) throws(Errno) {
        guard let format = FileFormat(name: name, of: options.release) else {
            reportUnsupported(name, for: origin)
            return
        }
        let bytes = try found.contents()
        let seen = format == .xml ? Self.withoutDoubleSlashes(name) : name
        fileNames.append(seen)
        byteCount += bytes.count
        openFiles.append(found.path)
        defer { openFiles.removeLast() }
        let shown = found.shown(from: options.shownFrom ?? searchPath.folders[0])
        allowed.read(bytes, file: shown)
        let file = ChangelogFile(
            name: seen, text: SourceText(bytes, shownAs: shown), origin: origin,
            conditions: conditions
                ?? RunConditions(knowsRequired: options.release.has(.requiredContexts)))
        switch format {
        case .xml: readXML(file)
        case .yaml: readYAML(file)
        case .sql: readSQL(file)
        }
    }

    /// The text of a file of SQL that a change names; nil where it is not there, or too much was read.
    func sqlText(_ name: String) -> SourceText? {
        guard byteCount < Self.byteLimit, let found = files[name],
            let bytes = try? found.contents()
        else { return nil }
        byteCount += bytes.count
        let shown = found.shown(from: options.shownFrom ?? searchPath.folders[0])
        allowed.read(bytes, file: shown)
        return SourceText(bytes, shownAs: shown)
    }

    private func reportUnsupported(_ name: String, for origin: Origin) {
        switch origin {
        case .folder: break
        case .root:
            report(
                .unsupportedFile, "Liquibase does not read files like '\(name)'", at: nil,
                hint: "changelogs end in .xml, .yaml, .yml, .json or .sql")
        case .include(let location):
            report(
                .unsupportedFile, "Liquibase does not read files like '\(name)'", at: location,
                hint: "changelogs end in .xml, .yaml, .yml, .json or .sql")
        }
    }

    private static func withoutDoubleSlashes(_ name: String) -> String {
        var text = ""
        for character in name where character != "/" || text.last != "/" { text.append(character) }
        return text
    }

    /// Reads what may not be run: then nothing that is found in it is an error.
    func read(harmless: Bool, _ body: () -> Void) {
        let before = isHarmless
        isHarmless = isHarmless || harmless
        body()
        isHarmless = before
    }

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - message: the sentence.
    ///   - severity: how bad it is; by default the level of the rule, else an error.
    ///   - location: where it is.
    ///   - hint: what to do.
    func report(
        _ rule: Rule, _ message: String, severity: Diagnostic.Severity? = nil,
        at location: SourceLocation?, hint: String? = nil
    ) {
        guard findings.count < Self.findingLimit else { return }
        if let location {
            // What a change lacks the schema has said.
            let place = "\(location.file):\(location.line)"
            if rule == .schema { schemaPlaces.insert(place) }
            if rule == .missingAttribute, schemaPlaces.contains(place) { return }
        }
        let severity = severity ?? rule.level?.severity ?? .error
        findings.append(
            Diagnostic(
                message, severity: isHarmless && severity == .error ? .warning : severity,
                at: location, hint: hint, rule: rule))
    }

    /// Adds a changeset, and compares it with those of the same name (`ValidatingVisitor.visit`).
    ///
    /// - Parameters:
    ///   - changeSet: the changeset.
    ///   - isSkipped: whether Liquibase leaves it out before it compares.
    func add(_ changeSet: ChangeSet, isSkipped: Bool = false) {
        let isUncertain =
            parameters.isUncertain(changeSet.name) || isSkipped && changeSet.conditions.isIgnored
        let others = isUncertain ? [] : named[changeSet.name] ?? []
        for index in others where changeSets[index].mayMeet(changeSet, on: options.databases) {
            let first = changeSets[index]
            if isSkipped || skipped.contains(index) {
                // A run takes the one that its contexts, or labels, are those of.
                if first.isSame(as: changeSet) { continue }
                report(
                    .duplicateChangeSet,
                    "another changeset has the id '\(changeSet.id)' and the author "
                        + "'\(changeSet.author)' in '\(changeSet.file)': a run takes that of its "
                        + "contexts, but a rollback may undo the other, or nothing",
                    severity: .warning, at: changeSet.location,
                    hint:
                        "give it another id, such as '\(changeSet.id)-2', before it is applied; the "
                        + "first is at \(first.location)")
            } else if first.isSame(as: changeSet) {
                guard repeatedFiles.insert(changeSet.name).inserted else { break }
                let isRefused = options.release.refuses(.refusedCopies)
                report(
                    .duplicateChangeSet,
                    "the changeset '\(changeSet.name)' occurs twice"
                        + (isRefused ? "" : ", and Liquibase runs it once"),
                    severity: isRefused ? .error : .warning, at: changeSet.location,
                    hint: "the first is at \(first.location)")
            } else {
                report(
                    .duplicateChangeSet,
                    "another changeset has the id '\(changeSet.id)' and the author "
                        + "'\(changeSet.author)' in '\(changeSet.file)'",
                    at: changeSet.location, hint: "it is at \(first.location)")
            }
            break
        }
        if !isUncertain { named[changeSet.name, default: []].append(changeSets.count) }
        if isSkipped { skipped.insert(changeSets.count) }
        lowercasedNames.insert(changeSet.name.lowercased())
        changeSets.append(changeSet)
    }

    /// Reports what is known only at the end.
    func finish() {
        var told: Set<String> = []
        for (name, place, text) in parameters.undefined where !parameters.isDefined(name) {
            guard told.insert(name).inserted else { continue }
            report(
                .undefinedParameter,
                "the parameter '\(name)' is not defined, and Liquibase leaves '${\(name)}' unchanged",
                severity: .warning, at: text.location(place),
                hint: "define it with a property, or in the environment")
        }
    }
}

/// A changelog file that is being read.
struct ChangelogFile {
    /// Its name as Liquibase has it.
    let name: String
    let text: SourceText
    let origin: ChangelogReader.Origin
    /// Under which conditions its changesets are run.
    var conditions: RunConditions
    /// The path that it says it has.
    var logicalPath: String?
    /// Whether parts of it lie in other files, which are not read.
    var isPartlyRead = false

    /// What Liquibase writes into `FILENAME` for its changesets.
    var identity: String { Self.identity(logicalPath ?? name) }

    /// A path without the slash before it, and with slashes that lean to the right.
    static func identity(_ path: String) -> String {
        let path = String(path.map { $0 == "\\" ? "/" : $0 })
        return path.hasPrefix("/") ? String(path.dropFirst()) : path
    }

    /// The name of a file that is named from this one.
    func resolve(_ name: String, isRelative: Bool) -> String {
        var name = String(name.map { $0 == "\\" ? "/" : $0 })
        if name.hasPrefix("classpath:") { name = String(name.dropFirst("classpath:".count)) }
        guard isRelative else { return name }
        var parts = self.name.split(separator: "/").dropLast()
        var normal: [Substring] = []
        parts += name.split(separator: "/")
        for part in parts where part != "." {
            if part == "..", let last = normal.last, last != ".." {
                normal.removeLast()
            } else {
                normal.append(part)
            }
        }
        return normal.joined(separator: "/")
    }
}

/// The format of a changelog.
enum FileFormat {
    case xml
    /// JSON, too: Liquibase reads both with one reader.
    case yaml
    case sql

    /// The format that a Liquibase takes a file for.
    init?(name: String, of release: LiquibaseRelease) {
        let lowercased = name.lowercased()
        if lowercased.hasSuffix(".xml") {
            self = .xml
        } else if [".yaml", ".yml", ".json"].contains(where: lowercased.hasSuffix) {
            self = .yaml
        } else if name.hasSuffix(".sql")
            || lowercased.hasSuffix(".sql") && release.has(.capitalFileNames)
        {
            self = .sql
        } else {
            return nil
        }
    }
}
