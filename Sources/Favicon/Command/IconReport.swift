import DevtoolKit
import Encodings
import URLs
import HTML
import JSON

/// The result for one page.
struct IconReport: Sendable {
    /// The page as it was asked for.
    let requested: String
    /// What messages call the page.
    let name: String
    /// What was found; `nil` for a page that cannot be read.
    var finding: IconFinding?
    /// Why there is no icon, or one of an error page only; `nil` if all is well.
    let error: FaviconError?
    /// Where the icon was written to.
    var file: String?

    /// Tells of a page that was fetched.
    init(of finding: IconFinding, requested: String) {
        let name = finding.page.document?.description ?? requested
        self.init(of: finding, requested: requested, name: WebURL.withoutUserInfo(name))
    }

    /// Tells of a page that was read.
    init(of finding: IconFinding, requested: String, name: String) {
        self.requested = requested
        self.name = name
        self.finding = finding
        if finding.chosen == nil {
            error = .noChoice(in: finding, of: name)
        } else {
            error = finding.status.flatMap { $0 >= 400 ? .errorPage($0, of: name) : nil }
        }
    }

    /// Tells of a page that cannot be read.
    init(failed error: FaviconError, requested: String) {
        self.requested = requested
        self.error = error
        name = WebURL.withoutUserInfo(requested)
        finding = nil
    }

    /// What a user should know beside the icon.
    var warnings: [Diagnostic] {
        guard let finding else { return [] }
        return finding.page.warnings(naming: name)
            + finding.warnings.map { Diagnostic("\(name): \($0)", severity: .warning) }
    }

    /// What the reports tell of the page.
    func testCase(took duration: Duration) -> TestCase {
        TestCase(
            WebURL.withoutUserInfo(requested), in: "devtool.favicon", took: duration,
            outcome: error.map { .failed($0.message, details: "") } ?? .passed)
    }

    /// Writes the object that `--json` prints, and of which a batch has one on each line.
    func write(to json: inout JSONWriter) {
        let page = finding?.page
        json.object { json in
            json.member("schema", 1)
            json.member("url", WebURL.withoutUserInfo(requested))
            json.member("document", page?.document?.withoutCredentials.description)
            json.member("status", finding?.status)
            json.member("base", page?.base.description)
            json.member("chosen", finding?.chosen?.icon.target.description)
            json.member("file", file)
            json.member("error", error) { $1.write(to: &$0) }
            json.member("candidates", finding?.order.entries ?? []) { $1.write(to: &$0) }
            json.member("manifest", page?.manifest?.withoutCredentials.description)
            json.member("refresh", page?.refresh?.withoutCredentials.description)
            json.member("encoding", page?.encoding.name)
            json.member("bytes", page?.byteCount)
        }
    }
}

extension FaviconError {
    /// Writes the error as a member of an object.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("message", message)
            json.member("exit", Int(exitStatus.rawValue))
        }
    }
}

extension IconOrder.Entry {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("url", icon.target.description)
            json.member("source", icon.source.rawValue)
            json.member("kinds", icon.kinds) { $0.value($1.rawValue) }
            json.member("rel", icon.rel)
            json.member("sizes", icon.sizes) { $0.value($1.description) }
            json.member("type", icon.type)
            json.member("media", icon.media)
            json.member("purposes", icon.purposes) { $0.value($1.rawValue) }
            json.member("offset", icon.offset)
            json.member("in_head", icon.isInHead)
            json.member("in_noscript", icon.isInNoscript)
            json.member("verified", image) { $1.write(to: &$0) }
            json.member("rejected", rejection?.place.rawValue)
            json.member("reason", reason)
        }
    }
}

extension IconImage {
    /// Writes what it is by its bytes.
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("type", format.mediaType)
            json.member("sizes", sizes.map(\.description))
        }
    }
}

extension Page {
    /// What is told of a page of which something was lost, under a name.
    func warnings(naming name: String) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        func warn(_ message: String, hint: String? = nil) {
            warnings.append(Diagnostic("\(name): \(message)", severity: .warning, hint: hint))
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

    /// Whether an icon's URL has a letter that this system cannot decode.
    private var lacksLetters: Bool {
        // The tables are large, so they are asked for last.
        icons.contains { $0.target.description.contains(Self.lostLetter) } && !encoding.isDecodable
    }

    /// U+FFFD, as URLs write it.
    private static let lostLetter = "%EF%BF%BD"
}
