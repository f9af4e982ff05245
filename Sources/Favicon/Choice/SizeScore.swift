/// How well icons fit a size: the measure of Chromium, and the words for it.
struct SizeScore {
    /// The width and height that are wanted, in pixels.
    let desired: Int

    /// How well a size fits, from 0 to 1: exact is best, then larger, then smaller; far too large is
    /// worst.
    func callAsFunction(_ size: DeclaredSize) -> Double {
        let desired = Double(desired)
        let (width, height) =
            switch size {
            case .any: (0.0, 0.0)
            case .pixels(let width, let height): (Double(width), Double(height))
            }
        let average = (width + height) / 2
        if width == desired, height == desired { return 1 }
        if width >= 8 * desired || height >= 8 * desired {
            return 0.01 * min(1, desired / average)
        }
        if width >= desired, height >= desired { return 0.15 + 0.01 * desired / average }
        return 0.1 + 0.01 * min(1, average / desired)
    }

    /// The size that fits best, and how well; of equal ones the first.
    func best(of sizes: [DeclaredSize]) -> (size: DeclaredSize, score: Double)? {
        sizes.map { (size: $0, score: self($0)) }.reduce(nil) { best, next in
            if let best, best.score >= next.score { best } else { next }
        }
    }

    /// What the score makes of a size, in words.
    func words(for size: DeclaredSize) -> String {
        guard case .pixels(let width, let height) = size else {
            return "any size, which counts as a small one"
        }
        if width == desired, height == desired { return "\(size) is the size that is wanted" }
        if width / 8 >= desired || height / 8 >= desired {
            return "\(size) is 8 times \(desired) or more, so after all nearer sizes"
        }
        if width >= desired, height >= desired {
            return "\(size) is larger than \(desired), so after an exact match"
        }
        return "\(size) is smaller than \(desired), so after larger ones"
    }
}
