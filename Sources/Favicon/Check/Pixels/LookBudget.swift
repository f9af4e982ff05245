import Synchronization

/// Limits the work for all icons of a site, by pixels to decode and bytes to keep.
final class LookBudget: Sendable {
    private let pixels: Mutex<Int>
    private let bytes: Mutex<Int>

    /// The maximum number of pixels to decode for a site, which equals 2,048 icons of 512x512.
    static let pixelLimit = 1 << 29
    /// The cost in pixels of a drawing that was stopped by its time or memory limit.
    static let stoppedDrawing = 1 << 26
    init(pixels: Int = pixelLimit, bytes: Int = 0) {
        self.pixels = Mutex(pixels)
        self.bytes = Mutex(bytes)
    }

    func takePixels(_ count: Int) -> Bool { Self.take(count, of: pixels) }

    func takeBytes(_ count: Int) -> Bool { Self.take(count, of: bytes) }

    private static func take(_ count: Int, of rest: borrowing Mutex<Int>) -> Bool {
        rest.withLock { rest in
            guard count <= rest else { return false }
            rest -= count
            return true
        }
    }
}
