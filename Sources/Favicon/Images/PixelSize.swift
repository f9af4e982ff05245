/// The width and height of a picture in pixels, both at least 1.
package struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size as the attribute `sizes` has it.
    package var description: String { "\(width)x\(height)" }
}
