import DevtoolKit
import Encodings
import Fetching

/// What is told about a page.
struct IconReport: Sendable {
    /// The page as it was asked for.
    let requested: String
    /// What messages call the page.
    let name: String
    /// What was found; `nil` for a page that cannot be read.
    var finding: IconFinding?
    /// Why there is no icon; `nil` if there is one.
    let error: FaviconError?
    /// Where the icon was written to.
    var file: String?

    /// Tells of a page that was read.
    init(of finding: IconFinding, requested: String, name: String) {
        self.requested = requested
        self.name = name
        self.finding = finding
        error = finding.chosen == nil ? .noChoice(in: finding, of: name) : nil
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

    /// The object that `--json` prints.
    var json: JSONValue {
        let page = finding?.page
        return [
            "schema": 1,
            "url": .string(WebURL.withoutUserInfo(requested)),
            "document": JSONValue(page?.document?.description),
            "status": finding?.status.map(JSONValue.integer) ?? nil,
            "base": JSONValue(page?.base.description),
            "chosen": JSONValue(finding?.chosen?.icon.target.description),
            "file": JSONValue(file),
            "error": error?.json ?? nil,
            "candidates": .array(finding?.order.entries.map(\.json) ?? []),
            "manifest": JSONValue(page?.manifest?.description),
            "refresh": JSONValue(page?.refresh?.description),
            "encoding": JSONValue(page?.encoding.name),
            "bytes": page.map { .integer($0.byteCount) } ?? nil,
        ]
    }
}

extension FaviconError {
    fileprivate var json: JSONValue {
        [
            "message": .string(message),
            "exit": .integer(Int(exitStatus.rawValue)),
        ]
    }
}

extension IconOrder.Entry {
    fileprivate var json: JSONValue {
        [
            "url": .string(icon.target.description),
            "source": .string(icon.source.rawValue),
            "kinds": .array(icon.kinds.map { .string($0.rawValue) }),
            "rel": JSONValue(icon.rel),
            "sizes": .array(icon.sizes.map { .string($0.description) }),
            "type": JSONValue(icon.type),
            "media": JSONValue(icon.media),
            "purposes": .array(icon.purposes.map { .string($0.rawValue) }),
            "offset": icon.offset.map(JSONValue.integer) ?? nil,
            "in_head": .bool(icon.isInHead),
            "in_noscript": .bool(icon.isInNoscript),
            "verified": image.map(\.json) ?? nil,
            "rejected": JSONValue(rejection?.rawValue),
            "reason": .string(reason),
        ]
    }
}

extension IconImage {
    /// What it is by its bytes.
    fileprivate var json: JSONValue {
        [
            "type": .string(format.mediaType),
            "sizes": .array(sizes.map { .string($0.description) }),
        ]
    }
}

extension JSONValue {
    /// A text, or `null`.
    fileprivate init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }
}
