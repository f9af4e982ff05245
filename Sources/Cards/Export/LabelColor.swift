import Scanning

/// The colors of a label: Trello's background, and a text color that is legible on it.
struct LabelColor {
    let ground: RGBColor
    let text: RGBColor

    private static let dark = RGBColor(0x10_1214)
    private static let light = RGBColor(0xFF_FFFF)

    init?(named name: String) {
        guard let ground = Self.groundsByName[name] else { return nil }
        self.ground = RGBColor(ground)
        text = name.hasSuffix("_dark") ? Self.light : Self.dark
    }

    static var names: [String] { grounds.map(\.name) }

    private static let groundsByName = Dictionary(uniqueKeysWithValues: grounds.map { ($0.name, $0.ground) })

    /// Trello's colors since 2023: subtle (`_light`), plain, and bold (`_dark`).
    private static let grounds: [(name: String, ground: UInt32)] = [
        ("green_light", 0xBA_F3DB), ("green", 0x4B_CE97), ("green_dark", 0x1F_845A), ("yellow_light", 0xF8_E6A0),
        ("yellow", 0xF5_CD47), ("yellow_dark", 0x94_6F00), ("orange_light", 0xFE_DEC8), ("orange", 0xFE_A362),
        ("orange_dark", 0xC2_5100), ("red_light", 0xFF_D5D2), ("red", 0xF8_7168), ("red_dark", 0xC9_372C),
        ("purple_light", 0xDF_D8FD), ("purple", 0x9F_8FEF), ("purple_dark", 0x6E_5DC6), ("blue_light", 0xCC_E0FF),
        ("blue", 0x57_9DFF), ("blue_dark", 0x0C_66E4), ("sky_light", 0xC6_EDFB), ("sky", 0x6C_C3E0),
        ("sky_dark", 0x22_7D9B), ("lime_light", 0xD3_F1A7), ("lime", 0x94_C748), ("lime_dark", 0x5B_7F24),
        ("pink_light", 0xFD_D0EC), ("pink", 0xE7_74BB), ("pink_dark", 0xAE_4787), ("black_light", 0xDC_DFE4),
        ("black", 0x85_90A2), ("black_dark", 0x62_6F86),
    ]
}

struct RGBColor: Equatable {
    let red, green, blue: UInt8

    init(_ value: UInt32) {
        red = UInt8(truncatingIfNeeded: value >> 16)
        green = UInt8(truncatingIfNeeded: value >> 8)
        blue = UInt8(truncatingIfNeeded: value)
    }

    var css: String { "#" + (Int(red) << 16 | Int(green) << 8 | Int(blue)).hexadecimal(width: 6) }

    /// The nearest of the 216 colors that all terminals with 256 colors share (16 to 231).
    ///
    /// Each channel has six levels: 0, 95, 135, 175, 215, 255.
    var terminalColor: Int { 16 + 36 * Self.level(red) + 6 * Self.level(green) + Self.level(blue) }

    private static func level(_ channel: UInt8) -> Int {
        switch channel {
        case ..<48: 0
        case ..<115: 1
        default: (Int(channel) - 35) / 40
        }
    }
}
