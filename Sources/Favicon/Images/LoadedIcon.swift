import URLs

/// An icon as a browser loads it, which depends on the bytes and on their media type.
///
/// The rules follow the recorded behavior of browsers for complete and damaged files (Tests/Fixtures/Favicon).
struct LoadedIcon {
    /// The first bytes, or all of them.
    let bytes: [UInt8]
    let isWhole: Bool
    /// The media type in lower case without parameters; empty if there is none.
    let type: String
    /// The status of the response; 200 for a `data:` URL.
    var status = 200

    /// The maximum side of a picture in Firefox.
    private static let firefoxSide = 2048
    /// The side to which Chromium scales down larger pictures for a tab.
    private static let chromiumSide = 32

    /// The picture that a browser shows, with the sizes that it uses; `probed` is the result of reading the header.
    func image(for browser: IconPreference.Browser, _ probed: Result<IconImage, IconRejection>? = nil) -> Result<
        IconImage, IconRejection
    > {
        do throws(IconRejection) {
            switch status {
            case 404, 410: throw .missing
            case 200: break
            case 201...299 where browser == .firefox: break
            default: throw .status(status)
            }
            let image = try Self.image(probed ?? ImageProbe.verdict(on: bytes))
            return .success(try accepted(image, by: browser))
        } catch { return .failure(error) }
    }

    /// The picture; browsers also accept a single pixel, and an SVG with a size of 0.
    private static func image(_ probed: Result<IconImage, IconRejection>) throws(IconRejection) -> IconImage {
        if case .failure(.singlePixel(let format)) = probed {
            return IconImage(format, [PixelSize(width: 1, height: 1)])
        }
        if case .failure(.zeroSize(.svg)) = probed { return IconImage(.svg, []) }
        return try probed.get()
    }

    private func accepted(_ image: IconImage, by browser: IconPreference.Browser) throws(IconRejection) -> IconImage {
        let isServedAsSVG = type == "image/svg+xml"
        switch browser {
        case .firefox:
            guard image.format != .svg || isServedAsSVG else { throw .wrongType(.svg, type) }
            let side = image.sizes.map { max($0.width, $0.height) }.max() ?? 0
            if image.format != .svg, side > Self.firefoxSide { throw .wrongSides(image.format) }
            // Firefox shows a PNG as soon as its data begins.
            if isWhole, image.format == .png, bytes.count < 41 { throw .incomplete(.png) }
            return image
        case .chromium:
            guard (image.format == .svg) == isServedAsSVG else { throw .wrongType(image.format, type) }
            let image = isWhole ? try WholePicture(bytes).image(image) : image
            if image.format == .svg { return image }
            let sizes = image.sizes.filter { size in
                let (short, long) = (min(size.width, size.height), max(size.width, size.height))
                return long <= Self.chromiumSide || short * Self.chromiumSide / long > 0
            }
            if sizes.isEmpty { throw .wrongSides(image.format) }
            return IconImage(image.format, sizes)
        }
    }
}

extension LoadedIcon {
    init?(_ url: DataURL) {
        guard let bytes = url.body else { return nil }
        self.init(bytes: bytes, isWhole: true, type: url.mediaType.mediaTypeEssence ?? "")
    }
}
