/// What an icon is by its bytes, whatever its server and its page say of it.
///
/// ```swift
/// let image = try IconImage(reading: bytes)
/// print(image.format, image.sizes)    // ICO [16x16, 32x32]
/// ```
package struct IconImage: Sendable, Hashable {
    /// The format.
    package let format: ImageFormat
    /// The sizes of its pictures in the order of the file; none for an SVG that names no size.
    package let sizes: [PixelSize]

    /// Whether it can be drawn in any size.
    package var isScalable: Bool { format == .svg }

    init(_ format: ImageFormat, _ sizes: [PixelSize]) {
        self.format = format
        self.sizes = sizes
    }

    /// Takes a picture whose header says how large it is.
    init(_ format: ImageFormat, width: Int, height: Int) throws(IconRejection) {
        guard width > 0, height > 0 else { throw .zeroSize(format) }
        guard width > 1 || height > 1 else { throw .singlePixel(format) }
        self.init(format, [PixelSize(width: width, height: height)])
    }

    /// Recognises an image that is there as a whole.
    package init(reading bytes: [UInt8]) throws(IconRejection) {
        var probe = ImageProbe()
        probe.receive(bytes)
        self = try probe.finish().get()
    }
}
