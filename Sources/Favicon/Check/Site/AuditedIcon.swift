import DevtoolKit

/// The properties of an icon's file that rules depend on, without its bytes because a site may have thousands of icons.
struct AuditedIcon: Sendable {
    let target: IconTarget
    /// The server's response without its body; `elsewhere` for a `data:` URL.
    let resource: SiteResource
    /// The result of reading the bytes; `nil` if there are none.
    let image: Result<IconImage, IconRejection>?
    /// The image that Chromium shows, unless the page's policies forbid it.
    let loaded: Result<IconImage, IconRejection>
    /// The number of bytes; one more than the limit if the file was cut off.
    let byteCount: Int
    let hash: StableHash
    let facts: Result<PictureFacts, PixelProblem>?
    let externalReference: String?
    var placeholder: String?
    let kept: [UInt8]?

    var isCut: Bool { byteCount > SearchOptions.imageLimit }

    var picture: IconImage? { try? image?.get() }

    var isUsable: Bool { (try? loaded.get()) != nil }
}
