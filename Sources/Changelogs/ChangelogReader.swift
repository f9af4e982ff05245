import Files
import Reporting
import SystemPackage

/// Reads a changelog with its includes, and collects changesets and findings.
final class ChangelogReader {
    let searchPath: SearchPath
    let files: ChangelogFiles
    let schemas: SchemaFolder
    let options: ChangelogOptions
    var parameters: Parameters
    private(set) var changeSets: [ChangeSet] = []
    private(set) var findings: [Diagnostic] = []
    private(set) var fileNames: [String] = []
    var hasSQL = false
    private(set) var allowed = AllowedFindings(for: "devtool")
    var preconditions: [String: SourceLocation] = [:]
    private var openFiles: [FilePath] = []
    private var named: [String: [Int]] = [:]
    /// The indexes of changesets that a run may skip.
    private var skipped: Set<Int> = []
    /// Lower case, because references are case-insensitive.
    private(set) var lowercasedNames: Set<String> = []
    /// Files and targets whose default schema does not apply to SQL in the file.
    var strayingFiles: Set<String> = []
    private var repeatedFiles: Set<String> = []

    var lacksXMLLibrary = false
    /// Whether the current part will not run, so that problems in it are not errors.
    private var isHarmless = false

    private var isTooLarge = false
    private var schemaPlaces: Set<String> = []

    private var byteCount = 0

    /// Limits on the number of files, their total size and the depth of includes: a few lines can otherwise request
    /// billions.
    private static let fileLimit = 20_000
    private static let byteLimit = 512 << 20
    private static let depthLimit = 32
    /// Further findings are dropped.
    private static let findingLimit = 2000

    init(searchPath: SearchPath, schemas: SchemaFolder, options: ChangelogOptions) {
        self.searchPath = searchPath
        files = ChangelogFiles(searchPath)
        self.schemas = schemas
        self.options = options
        parameters = Parameters(options.parameters)
    }

    func readRoot(_ name: String) throws {
        guard let file = files[name] else { throw FileError(reading: name, searchPath.problem(with: name)) }
        do { try read(file, named: name, at: nil) } catch { throw FileError.cannotRead(name, error) }
    }

    /// Reads a file that another one names; `conditions` apply to its changesets.
    ///
    /// `isFromFolder` means that an `includeAll` names it, which skips files that are not changelogs.
    func readIncluded(
        _ name: String, at location: SourceLocation, isFromFolder: Bool = false, isOptional: Bool = false,
        under conditions: RunConditions
    ) {
        guard !isTooLarge else { return }
        guard let found = files[name] else {
            if isOptional { return }
            report(
                .missingFile, "file '\(name)' not found", at: location,
                hint: "Liquibase looks in " + searchPath.folders.map(\.string).joined(separator: ", "))
            return
        }
        guard !openFiles.contains(found.path) else {
            report(.includeCycle, "'\(name)' includes itself", at: location)
            return
        }
        guard openFiles.count < Self.depthLimit, fileNames.count < Self.fileLimit, byteCount < Self.byteLimit else {
            isTooLarge = true
            report(.tooLarge, "too many files, files too large, or includes nested too deeply", at: location)
            return
        }
        do { try read(found, named: name, at: location, isFromFolder: isFromFolder, under: conditions) } catch {
            report(.missingFile, "cannot read '\(name)': \(error)", at: location)
        }
    }

    private func read(
        _ found: FoundFile, named name: String, at location: SourceLocation?, isFromFolder: Bool = false,
        under conditions: RunConditions? = nil
    ) throws(Errno) {
        guard let format = FileFormat(name: name, of: options.release) else {
            guard !isFromFolder else { return }
            return report(
                .unsupportedFile, "Liquibase does not recognize the extension of '\(name)'", at: location,
                hint: "use a name that ends in .xml, .yaml, .yml, .json or .sql")
        }
        let text = try text(of: found)
        let seen = format == .xml ? Self.withoutDoubleSlashes(name) : name
        fileNames.append(seen)
        openFiles.append(found.path)
        defer { openFiles.removeLast() }
        let file = ChangelogFile(
            name: seen, format: format, text: text, isFromFolder: isFromFolder,
            conditions: conditions ?? RunConditions(knowsRequired: options.release.has(.requiredContexts)))
        switch format {
        case .xml: readXML(file)
        case .yaml: readYAML(file)
        case .sql: readSQL(file)
        }
    }

    func sqlText(_ name: String) -> ChangelogText? {
        guard byteCount < Self.byteLimit, let found = files[name] else { return nil }
        return try? text(of: found)
    }

    private func text(of found: FoundFile) throws(Errno) -> ChangelogText {
        let bytes = try found.contents()
        byteCount += bytes.count
        let shown = found.shown(from: options.shownFrom ?? searchPath.folders[0])
        allowed.read(bytes, file: shown)
        return ChangelogText(bytes, shownAs: shown)
    }

    /// The path of a file that an attribute of the node names.
    func path(_ written: String, of node: ParsedNode, in file: ChangelogFile) -> String {
        file.resolve(parameters.expand(written), isRelative: node.text("relativeToChangelogFile") == "true")
    }

    private static func withoutDoubleSlashes(_ name: String) -> String {
        var text = ""
        for character in name where character != "/" || text.last != "/" { text.append(character) }
        return text
    }

    /// Reads a part that may not run, so that problems in it are not errors.
    func read(harmless: Bool, _ body: () -> Void) {
        let before = isHarmless
        isHarmless = isHarmless || harmless
        body()
        isHarmless = before
    }

    func report(
        _ rule: Rule, _ message: String, severity: Diagnostic.Severity? = nil, at location: SourceLocation?,
        hint: String? = nil
    ) {
        guard findings.count < Self.findingLimit else { return }
        if let location {
            // The schema has already reported the missing attribute.
            let place = "\(location.file):\(location.line)"
            if rule == .schema { schemaPlaces.insert(place) }
            if rule == .missingAttribute, schemaPlaces.contains(place) { return }
        }
        let severity = severity ?? rule.level?.severity ?? .error
        findings.append(
            Diagnostic(
                message, severity: isHarmless && severity == .error ? .warning : severity, at: location, hint: hint,
                rule: rule))
    }

    /// Adds a changeset and compares it with others of the same name (`ValidatingVisitor.visit`).
    ///
    /// `isSkipped` means that Liquibase skips it before the comparison.
    func add(_ changeSet: ChangeSet, isSkipped: Bool = false) {
        let isUncertain = parameters.isUncertain(changeSet.name) || isSkipped && changeSet.conditions.isIgnored
        let others = isUncertain ? [] : named[changeSet.name] ?? []
        for index in others where changeSets[index].mayMeet(changeSet, on: options.databases) {
            let first = changeSets[index]
            if isSkipped || skipped.contains(index) {
                // A run uses the one that matches its contexts or labels.
                if first.isSame(as: changeSet) { continue }
                report(
                    .duplicateChangeSet,
                    "another changeset in '\(changeSet.file)' has the id '\(changeSet.id)' and the author "
                        + "'\(changeSet.author)': a run picks one by context, but a rollback may undo the "
                        + "other or neither", severity: .warning, at: changeSet.location,
                    hint: "give it another id, such as '\(changeSet.id)-2', before it is applied; the "
                        + "first is at \(first.location)")
            } else if first.isSame(as: changeSet) {
                guard repeatedFiles.insert(changeSet.name).inserted else { break }
                let isRefused = options.release.refuses(.refusedCopies)
                report(
                    .duplicateChangeSet,
                    "the changeset '\(changeSet.name)' occurs twice"
                        + (isRefused ? "" : ", but Liquibase runs it only once"),
                    severity: isRefused ? .error : .warning, at: changeSet.location,
                    hint: "the first is at \(first.location)")
            } else {
                report(
                    .duplicateChangeSet,
                    "another changeset in '\(changeSet.file)' has the id '\(changeSet.id)' and the author "
                        + "'\(changeSet.author)'", at: changeSet.location, hint: "it is at \(first.location)")
            }
            break
        }
        if !isUncertain { named[changeSet.name, default: []].append(changeSets.count) }
        if isSkipped { skipped.insert(changeSets.count) }
        lowercasedNames.insert(changeSet.name.lowercased())
        changeSets.append(changeSet)
    }

    func finish() {
        var reported: Set<String> = []
        for (name, place, text) in parameters.undefined where !parameters.isDefined(name) {
            guard reported.insert(name).inserted else { continue }
            report(
                .undefinedParameter,
                "the parameter '\(name)' is not defined, so Liquibase leaves '${\(name)}' unchanged",
                severity: .warning, at: text.location(place), hint: "define it as a property or in the environment")
        }
    }
}

struct ChangelogFile {
    let name: String
    let format: FileFormat
    let text: ChangelogText
    /// Whether an `includeAll` names it.
    let isFromFolder: Bool
    var conditions: RunConditions
    var logicalPath: String?
    /// Whether parts are in other files that are not read.
    var isPartlyRead = false

    /// The value of `FILENAME` for its changesets.
    var identity: String { Self.identity(logicalPath ?? name) }

    static func identity(_ path: String) -> String {
        let path = String(path.map { $0 == "\\" ? "/" : $0 })
        return path.hasPrefix("/") ? String(path.dropFirst()) : path
    }

    func resolve(_ name: String, isRelative: Bool) -> String {
        var name = String(name.map { $0 == "\\" ? "/" : $0 })
        if name.hasPrefix("classpath:") { name = String(name.dropFirst("classpath:".count)) }
        guard isRelative else { return name }
        var parts = self.name.split(separator: "/").dropLast()
        var normal: [Substring] = []
        parts += name.split(separator: "/")
        for part in parts where part != "." {
            if part == "..", let last = normal.last, last != ".." { normal.removeLast() } else { normal.append(part) }
        }
        return normal.joined(separator: "/")
    }
}

enum FileFormat {
    case xml
    /// Also JSON: Liquibase reads both with the same parser.
    case yaml
    case sql

    init?(name: String, of release: LiquibaseRelease) {
        let lowercased = name.lowercased()
        if lowercased.hasSuffix(".xml") {
            self = .xml
        } else if [".yaml", ".yml", ".json"].contains(where: lowercased.hasSuffix) {
            self = .yaml
        } else if name.hasSuffix(".sql") || lowercased.hasSuffix(".sql") && release.has(.capitalFileNames) {
            self = .sql
        } else {
            return nil
        }
    }

    /// An attribute in the format's notation.
    func attribute(_ name: String, _ value: String) -> String {
        switch self {
        case .xml: "\(name)=\"\(value)\""
        case .yaml: "\(name): \(value)"
        case .sql: "\(name):\(value)"
        }
    }
}
