/// Keeps names with right-to-left characters unambiguous (RFC 5893, section 2).
///
/// The standard library does not expose the direction of a character, so this file lists the right-to-left scripts.
enum BidiRule {
    /// Whether the labels may be combined in one name.
    static func allows(_ labels: [String]) -> Bool {
        let directions = labels.map { $0.unicodeScalars.map(direction) }
        guard directions.joined().contains(where: { $0 == .right || $0 == .arabicNumber }) else { return true }
        return directions.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: [Direction]) -> Bool {
        guard let first = label.first else { return true }
        let last = label.last { $0 != .mark }
        let kinds = Set(label)
        return switch first {
        case .left: kinds.isDisjoint(with: [.right, .arabicNumber]) && (last == .left || last == .europeanNumber)
        case .right:
            !kinds.contains(.left) && !kinds.isSuperset(of: [.arabicNumber, .europeanNumber]) && last != .neutral
        case .arabicNumber, .europeanNumber, .mark, .neutral: false
        }
    }

    private enum Direction { case left, right, arabicNumber, europeanNumber, mark, neutral }

    private static func direction(of scalar: Unicode.Scalar) -> Direction {
        switch scalar.value {
        case 0x600...0x605, 0x660...0x669, 0x66B...0x66C, 0x6DD, 0x890...0x891, 0x8E2, 0x10D30...0x10D39,
            0x10D40...0x10D49, 0x10E60...0x10E7E:
            return .arabicNumber
        case 0x30...0x39, 0x6F0...0x6F9, 0x102E1...0x102FB: return .europeanNumber
        case 0x606...0x607, 0x609...0x60A, 0x60C, 0x60E...0x60F, 0x66A, 0x6DE, 0x6E9, 0x7F6...0x7F9, 0xFD3E...0xFD4F,
            0x1091F, 0x10B39...0x10B3F, 0x1EEF0...0x1EEF1:
            return .neutral
        default: break
        }
        let category = scalar.properties.generalCategory
        if category == .nonspacingMark || category == .enclosingMark { return .mark }
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return .right
        default: break
        }
        return switch category {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
            .decimalNumber, .letterNumber:
            .left
        default: .neutral
        }
    }
}
