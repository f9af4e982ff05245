import DevtoolKit
import Synchronization
import URLs

/// An icon's file, and what the rules want to know of it: its bytes are not kept, for a site may have thousands.
struct AuditedIcon: Sendable {
    /// Where it is.
    let target: IconTarget
    /// What the server answers, without the body; as on another host for the data of a `data:` URL.
    let resource: SiteResource
    /// What the bytes are; `nil` if there are none to look at.
    let image: Result<IconImage, IconRejection>?
    /// How many bytes it has.
    let byteCount: Int
    /// What tells the bytes from others.
    let hash: StableHash
    /// What its pixels tell; `nil` if they are not looked at, as those of an ICO, or of an SVG that need not be drawn.
    let facts: Result<PictureFacts, PixelProblem>?
    /// What it is painted with, if it is an SVG for a silhouette.
    let paint: SVGPaint?
    /// Whether it looks otherwise in dark browsers.
    let adaptsToScheme: Bool
    /// The bytes, if they are kept to be shown.
    let kept: [UInt8]?

    /// The picture, if it is one.
    var picture: IconImage? { try? image?.get() }
}

/// How much is done for the icons of a site, however many it has: a share of it is taken before each picture is decoded,
/// or kept.
final class LookBudget: Sendable {
    private let pixels: Mutex<Int>
    private let bytes: Mutex<Int>

    /// The most pixels that are decoded for a site: as many as 2,048 icons of 512x512 have.
    static let pixelLimit = 1 << 29
    /// What a drawing costs that is stopped because it takes too long, in pixels.
    static let stoppedDrawing = 1 << 26

    /// Begins with nothing spent.
    ///
    /// - Parameters:
    ///   - pixels: how many pixels may be decoded.
    ///   - bytes: how many bytes of pictures may be kept.
    init(pixels: Int = pixelLimit, bytes: Int = 0) {
        self.pixels = Mutex(pixels)
        self.bytes = Mutex(bytes)
    }

    /// Takes pixels, unless too few are left.
    func takePixels(_ count: Int) -> Bool { Self.take(count, of: pixels) }

    /// Takes bytes, unless too few are left.
    func takeBytes(_ count: Int) -> Bool { Self.take(count, of: bytes) }

    private static func take(_ count: Int, of rest: borrowing Mutex<Int>) -> Bool {
        rest.withLock { rest in
            guard count <= rest else { return false }
            rest -= count
            return true
        }
    }
}

/// Looks at the icons of a site as they are loaded.
struct SiteInspection: Sendable {
    /// The icons that launchers cut, whose SVGs are drawn.
    private let maskable: Set<IconTarget>
    /// The icons of which only the silhouette is shown.
    private let silhouettes: Set<IconTarget>
    private let budget: LookBudget

    /// Prepares to look at what pages and manifests declare.
    init(of pages: [SitePage], _ manifests: [WebURL: SiteManifest], budget: LookBudget) {
        maskable = Set(
            manifests.values.flatMap(\.icons).map(\.link)
                .filter { $0.purposes.contains(.maskable) }.map(\.target))
        silhouettes = Set(
            pages.flatMap(\.page.icons).filter { $0.kinds == [.maskIcon] }.map(\.target))
        self.budget = budget
    }

    /// Looks at what is at a URL.
    func icon(at url: WebURL, _ resource: SiteResource) -> AuditedIcon {
        icon(.web(url), resource, resource.file?.bytes)
    }

    /// Looks at the data of a URL that holds it.
    func icon(in data: DataURL) -> AuditedIcon {
        icon(.data(data), .elsewhere, data.body)
    }

    private func icon(
        _ target: IconTarget, _ resource: SiteResource, _ bytes: [UInt8]?
    ) -> AuditedIcon {
        var image = bytes.map(Self.image)
        if image == nil, case .data = target { image = .failure(.damagedURL) }
        let bytes = bytes ?? []
        let format = (try? image?.get())?.format
        let isSVG = format == .svg
        let isKept = format != nil && budget.takeBytes(bytes.count)
        return AuditedIcon(
            target: target, resource: resource.withoutBody, image: image, byteCount: bytes.count,
            hash: StableHash(of: bytes),
            facts: isSVG && !maskable.contains(target)
                ? nil : format.flatMap { facts(of: bytes, $0) },
            paint: isSVG && silhouettes.contains(target) ? SVGPaint(bytes) : nil,
            adaptsToScheme: isSVG && bytes.contains(text: "prefers-color-scheme"),
            kept: isKept ? bytes : nil)
    }

    private func facts(
        of bytes: [UInt8], _ format: ImageFormat
    ) -> Result<PictureFacts, PixelProblem>? {
        guard bytes.count <= SearchOptions.imageLimit else { return .failure(.tooLarge) }
        do throws(PixelProblem) {
            return try PictureFacts(of: bytes, format, within: budget).map { .success($0) }
        } catch {
            return .failure(error)
        }
    }

    private static func image(in bytes: [UInt8]) -> Result<IconImage, IconRejection> {
        do throws(IconRejection) {
            return .success(try IconImage(reading: bytes))
        } catch {
            return .failure(error)
        }
    }
}
