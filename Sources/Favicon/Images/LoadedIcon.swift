import URLs

/// An icon as a browser has loaded it: what it makes of the bytes and of the type with which they came.
///
/// The rules are what browsers were seen to do with whole and damaged files (Tests/Fixtures/Favicon).
struct LoadedIcon {
    /// The first bytes, or all.
    let bytes: [UInt8]
    /// Whether they are all.
    let isWhole: Bool
    /// The media type, in small letters and without parameters; empty for none.
    let type: String
    /// The status with which they came; what a page holds itself always comes.
    var status = 200

    /// Firefox shows no picture that is wider or higher.
    private static let firefoxSide = 2048
    /// The width and height to which Chromium scales a picture that is larger, for a tab.
    private static let chromiumSide = 32

    /// The picture that a browser shows.
    ///
    /// - Parameters:
    ///   - browser: the browser.
    ///   - probed: what the header of the picture says, if that is known.
    /// - Returns: the picture with the sizes that count, or why there is none.
    func image(
        for browser: IconPreference.Browser, _ probed: Result<IconImage, IconRejection>? = nil
    ) -> Result<IconImage, IconRejection> {
        do throws(IconRejection) {
            switch status {
            case 404, 410: throw .missing
            case 200: break
            case 201...299 where browser == .firefox: break
            default: throw .status(status)
            }
            let image = try Self.image(probed ?? ImageProbe.verdict(on: bytes))
            return .success(try accepted(image, by: browser))
        } catch {
            return .failure(error)
        }
    }

    /// The picture; a single pixel is one, too, for a browser, and so is an SVG of no size.
    private static func image(_ probed: Result<IconImage, IconRejection>) throws(IconRejection)
        -> IconImage
    {
        switch probed {
        case .failure(.singlePixel(let format)):
            return IconImage(format, [PixelSize(width: 1, height: 1)])
        case .failure(.zeroSize(.svg)): return IconImage(.svg, [])
        default: return try probed.get()
        }
    }

    private func accepted(
        _ image: IconImage, by browser: IconPreference.Browser
    ) throws(IconRejection) -> IconImage {
        let isServedAsSVG = type == "image/svg+xml"
        switch browser {
        case .firefox:
            guard image.format != .svg || isServedAsSVG else { throw .wrongType(.svg, type) }
            let side = image.sizes.map { max($0.width, $0.height) }.max() ?? 0
            if image.format != .svg, side > Self.firefoxSide { throw .wrongSides(image.format) }
            // A PNG is shown as soon as its data begin.
            if isWhole, image.format == .png, bytes.count < 41 { throw .incomplete(.png) }
            return image
        case .chromium:
            guard (image.format == .svg) == isServedAsSVG else {
                throw .wrongType(image.format, type)
            }
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
    /// Takes what a page holds itself; `nil` if its URL holds no data.
    init?(_ url: DataURL) {
        guard let bytes = url.body else { return nil }
        self.init(
            bytes: bytes, isWhole: true, type: MediaTypeName.essence(of: url.mediaType) ?? "")
    }
}
