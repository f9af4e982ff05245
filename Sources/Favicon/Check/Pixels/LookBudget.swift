import Synchronization

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
