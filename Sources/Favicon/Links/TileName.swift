/// The names of `meta` elements that give a page a tile in the start menu of Windows.
enum TileName: String {
    case image = "msapplication-tileimage"
    case small = "msapplication-square70x70logo"
    case medium = "msapplication-square150x150logo"
    case wide = "msapplication-wide310x150logo"
    case large = "msapplication-square310x310logo"

    /// The size that the picture shall have.
    var size: DeclaredSize {
        switch self {
        case .image: .pixels(width: 144, height: 144)
        case .small: .pixels(width: 70, height: 70)
        case .medium: .pixels(width: 150, height: 150)
        case .wide: .pixels(width: 310, height: 150)
        case .large: .pixels(width: 310, height: 310)
        }
    }
}
