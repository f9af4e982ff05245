import Foundation
import Testing

@testable import Cards

@Suite struct LabelColorTests {
    /// Every label can be read: WCAG 2.2, 1.4.3 asks for a contrast of 4.5.
    @Test(arguments: LabelColor.names) func contrast(_ name: String) throws {
        let color = try #require(LabelColor(named: name))
        let luminances = [color.ground, color.text].map(Self.luminance).sorted()
        #expect((luminances[1] + 0.05) / (luminances[0] + 0.05) >= 4.5)
    }

    @Test func thirtyNames() {
        #expect(LabelColor.names.count == 30)
        #expect(Set(LabelColor.names).count == 30)
        #expect(LabelColor(named: "beige") == nil)
        #expect(LabelColor(named: "") == nil)
    }

    @Test(
        arguments: [
            (0x00_0000, "#000000", 16), (0xFF_FFFF, "#ffffff", 231), (0x4B_CE97, "#4bce97", 78),
            (0x0A_0B0C, "#0a0b0c", 16), (0xF8_7168, "#f87168", 203),
        ] as [(UInt32, String, Int)]) func spellings(_ value: UInt32, _ css: String, _ terminal: Int)
    {
        #expect(RGBColor(value).css == css)
        #expect(RGBColor(value).terminalColor == terminal)
    }

    private static func luminance(_ color: RGBColor) -> Double {
        let channels = [color.red, color.green, color.blue].map { channel in
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
}
