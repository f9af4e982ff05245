/// What became of looking at an icon.
enum IconVerdict: Sendable, Equatable {
    /// It is one; with its bytes, if they are kept.
    case icon(IconImage, bytes: [UInt8]?)
    /// It cannot be had.
    case refused(IconRefusal)

    /// Whether it is one.
    var isIcon: Bool {
        if case .icon = self { true } else { false }
    }
}
