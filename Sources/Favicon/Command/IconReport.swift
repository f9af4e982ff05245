import DevtoolKit
import Encodings
import URLs
import HTML
import JSON

struct IconReport: Sendable {
    let requested: String
    /// The page's name in messages, if it is not its URL.
    private let givenName: String?
    /// `nil` for a page that cannot be read.
    var finding: IconFinding?
    /// Why there is no icon, or only that of an error page; `nil` otherwise.
    let error: FaviconError?
    var file: String?

    init(of finding: IconFinding, requested: String, name givenName: String? = nil) {
        self.requested = requested
        self.givenName = givenName
        self.finding = finding
        // Computed lazily, because most pages need no name.
        func name() -> String { givenName ?? Self.name(of: finding.page, requested: requested) }
        if let chosen = finding.order.chosen {
            error = finding.status.flatMap { status in
                status >= 400 ? .errorPage(status, of: name(), isOfServer: chosen.isOfServer) : nil
            }
        } else {
            error = .noChoice(in: finding, of: name())
        }
    }

    init(failed error: FaviconError, requested: String) {
        self.requested = requested
        self.error = error
        givenName = nil
        finding = nil
    }

    var name: String { givenName ?? Self.name(of: finding?.page, requested: requested) }

    private static func name(of page: Page?, requested: String) -> String {
        WebURL.withoutUserInfo(page?.document?.description ?? requested)
    }

    var warnings: [Diagnostic] {
        guard let finding else { return [] }
        return finding.page.warnings(naming: name)
            + finding.warnings.map { Diagnostic("\(name): \($0)", severity: .warning) }
            + [finding.note].compactMap(\.self).map { Diagnostic("\(name): \($0)", severity: .note) }
    }

    func testCase(took duration: Duration) -> TestCase {
        TestCase(
            WebURL.withoutUserInfo(requested), in: "devtool.favicon", took: duration,
            outcome: error.map { .failed($0.message, details: "") } ?? .passed)
    }

    /// Writes the object that is one line of a batch's output, and that `--json` prints on several lines.
    ///
    /// Member names are written together with the punctuation around them. A line has about forty, and writing each one
    /// on its own takes longer than most values.
    func write(to json: inout JSONWriter) {
        let document = finding?.page.document
        let documentText = document?.withoutCredentials.description
        let entries = finding?.order.entries ?? []
        let targets = entries.map(\.icon.target.description)
        let shown = finding?.order.shown
        json.verbatim(#"{"schema":1,"url":"#)
        json.value(WebURL.withoutUserInfo(requested))
        json.verbatim(#","document":"#)
        json.value(documentText)
        json.verbatim(#","status":"#)
        json.value(finding?.status)
        json.verbatim(#","base":"#)
        // For most pages the base is the page itself.
        let isAtBase = document != nil && finding?.page.base.url == document
        json.value(isAtBase ? documentText : finding?.page.base.description)
        json.verbatim(#","chosen":"#)
        json.value(entries.firstIndex(where: \.isChosen).map { targets[$0] })
        json.verbatim(#","shown":"#)
        json.value(shown?.target?.description)
        json.verbatim(#","shown_reason":"#)
        json.value(shown?.reason)
        json.verbatim(#","file":"#)
        json.value(file)
        json.verbatim(#","error":"#)
        if let error { error.write(to: &json) } else { json.null() }
        json.verbatim(#","candidates":["#)
        for index in entries.indices {
            if index > 0 { json.verbatim(",") }
            entries[index].write(to: &json, target: targets[index])
        }
        json.verbatim(#"],"manifest":"#)
        json.value(finding?.page.manifest?.withoutCredentials.description)
        json.verbatim(#","refresh":"#)
        json.value(finding?.page.refresh?.withoutCredentials.description)
        json.verbatim(#","encoding":"#)
        json.value(finding?.page.encoding.name)
        json.verbatim(#","bytes":"#)
        json.value(finding?.page.byteCount)
        json.verbatim(finding?.page.isCut == true ? #","cut":true}"# : #","cut":false}"#)
    }
}

extension FaviconError {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("message", message)
            json.member("exit", Int(exitStatus.rawValue))
        }
    }
}

extension IconOrder.Entry {
    fileprivate func write(to json: inout JSONWriter, target: String) {
        json.verbatim(#"{"url":"#)
        json.value(target)
        json.verbatim(#","source":"#)
        json.value(icon.source.rawValue)
        json.verbatim(#","kinds":"#)
        json.texts(icon.kinds) { $0.rawValue }
        json.verbatim(#","rel":"#)
        json.value(icon.rel)
        json.verbatim(#","sizes":"#)
        json.texts(icon.sizes) { $0.description }
        json.verbatim(#","type":"#)
        json.value(icon.type)
        json.verbatim(#","media":"#)
        json.value(icon.media)
        json.verbatim(#","purposes":"#)
        json.texts(icon.purposes) { $0.rawValue }
        json.verbatim(#","offset":"#)
        json.value(icon.offset)
        json.verbatim(icon.isInHead ? #","in_head":true"# : #","in_head":false"#)
        json.verbatim(icon.isInNoscript ? #","in_noscript":true"# : #","in_noscript":false"#)
        json.verbatim(#","verified":"#)
        if let image { image.write(to: &json) } else { json.null() }
        json.verbatim(#","rejected":"#)
        json.value(rejection?.place.rawValue)
        json.verbatim(#","reason":"#)
        json.value(reason)
        json.verbatim("}")
    }
}

extension IconImage {
    fileprivate func write(to json: inout JSONWriter) {
        json.verbatim(#"{"type":"#)
        json.value(format.mediaType)
        json.verbatim(#","sizes":"#)
        json.texts(sizes) { $0.description }
        json.verbatim("}")
    }
}

extension JSONWriter {
    fileprivate mutating func texts<Item>(_ items: [Item], _ text: (Item) -> String) {
        if items.isEmpty { return verbatim("[]") }
        list(items) { $0.value(text($1)) }
    }
}

extension Page {
    static let libraryHint = "install libxml2 (on Debian: apt install libxml2)"

    func warnings(naming name: String) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        func warn(_ message: String, hint: String? = nil) {
            warnings.append(Diagnostic("\(name): \(message)", severity: .warning, hint: hint))
        }
        if let xmlProblem {
            warnings.append(
                Diagnostic(
                    "\(name): the page is XML, but was read as HTML: \(xmlProblem)", severity: .note,
                    hint: Self.libraryHint))
        }
        if isCut { warn("only the first \(IconFinder.pageLimit >> 20) MiB were read") }
        if exceedsLimit {
            warn(
                "an attribute of an icon link is longer than \(HTMLScanner.attributeLimit >> 20) "
                    + "MiB and was ignored")
        }
        if lacksLetters {
            warn(
                "this system cannot decode \(encoding.name), so characters in icon URLs are lost",
                hint: "install glibc's gconv modules")
        }
        return warnings
    }

    private var lacksLetters: Bool {
        // Loading the tables is expensive, so this check is last.
        icons.contains { $0.target.description.contains(Self.lostLetter) } && !encoding.isDecodable
    }

    /// U+FFFD, percent-encoded.
    private static let lostLetter = "%EF%BF%BD"
}
