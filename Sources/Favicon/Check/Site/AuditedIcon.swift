import DevtoolKit

/// An icon's file, and what the rules want to know of it: its bytes are not kept, for a site may have thousands.
struct AuditedIcon: Sendable {
    let target: IconTarget
    /// What the server answers, without the body; as on another host for the data of a `data:` URL.
    let resource: SiteResource
    /// What the bytes are; `nil` if there are none to look at.
    let image: Result<IconImage, IconRejection>?
    /// What Chromium makes of it, if the page lets it.
    let loaded: Result<IconImage, IconRejection>
    /// How many bytes it has, or one more than are loaded.
    let byteCount: Int
    /// What tells the bytes from others.
    let hash: StableHash
    /// What its pixels tell; `nil` if they are not looked at.
    let facts: Result<PictureFacts, PixelProblem>?
    /// What an SVG needs of other files, the first of it.
    let externalReference: String?
    /// The tool whose default icon it is.
    var placeholder: String?
    /// The bytes, if they are kept to be shown.
    let kept: [UInt8]?

    /// Whether it has more bytes than are loaded.
    var isCut: Bool { byteCount > SearchOptions.imageLimit }

    var picture: IconImage? { try? image?.get() }

    /// Whether browsers can show it, if the page lets them.
    var isUsable: Bool { (try? loaded.get()) != nil }
}
