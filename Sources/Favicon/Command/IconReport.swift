import DevtoolKit
import Encodings
import Fetching

/// What is found in a page.
struct IconReport: Sendable {
    /// What the page says.
    let page: Page
    /// What messages call the page.
    let name: String
    /// Its icons in order.
    let order: IconOrder

    /// The object that `--json` prints.
    var json: JSONValue {
        [
            "schema": 1,
            "document": JSONValue(page.document?.description),
            "base": JSONValue(page.base.description),
            "chosen": JSONValue(order.chosen?.target.description),
            "candidates": .array(order.entries.map(\.json)),
            "manifest": JSONValue(page.manifest?.description),
            "refresh": JSONValue(page.refresh?.description),
            "encoding": .string(page.encoding.name),
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
