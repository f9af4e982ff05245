import DevtoolKit
import URLs

/// Looks at the icons of a site as they are loaded.
struct SiteInspection: Sendable {
    /// What pixels, and the bytes that are kept, are taken from.
    let budget: LookBudget

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
        let isKept = format != nil && budget.takeBytes(bytes.count)
        return AuditedIcon(
            target: target, resource: resource.withoutBody, image: image, byteCount: bytes.count,
            hash: StableHash(of: bytes),
            facts: format.flatMap { facts(of: bytes, $0) },
            adaptsToScheme: format == .svg && bytes.contains(text: "prefers-color-scheme"),
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
