/// A test of one feature, written in parentheses (Media Queries 4, 2.4).
struct MediaFeature {
    private let name: String
    /// Comparisons with the feature on their left side.
    private let bounds: [(comparison: MediaToken.Comparison, value: MediaValue)]
    /// Whether the range syntax is used, which only features with a scale accept.
    private let isRange: Bool

    /// Parses `width`, `width: 600px`, `min-width: 600px`, `width >= 600px` and `1px < width < 9px`.
    init?(_ tokens: ArraySlice<MediaToken>) {
        let parts = tokens.split(omittingEmptySubsequences: false) {
            if case .comparison = $0 { true } else { $0 == .colon }
        }
        let signs = tokens.filter { if case .comparison = $0 { true } else { $0 == .colon } }
        switch (parts.count, signs.first, signs.last) {
        case (1, _, _):
            guard let name = parts[0].onlyName else { return nil }
            (self.name, bounds, isRange) = (name, [], false)
        case (2, .colon, _):
            guard let name = parts[0].onlyName, let value = MediaValue(parts[1]) else { return nil }
            let (property, comparison) = Self.prefixed(name)
            self.name = property
            bounds = [(comparison, value)]
            isRange = property != name
        case (2, .comparison(let sign), _):
            if let name = parts[0].onlyName, let value = MediaValue(parts[1]) {
                (self.name, bounds) = (name, [(sign, value)])
            } else if let name = parts[1].onlyName, let value = MediaValue(parts[0]) {
                (self.name, bounds) = (name, [(sign.mirrored, value)])
            } else {
                return nil
            }
            isRange = true
        case (3, .comparison(let first), .comparison(let second)):
            guard let low = MediaValue(parts[0]), let name = parts[1].onlyName, let high = MediaValue(parts[2]),
                first.hasDirection(of: second)
            else { return nil }
            self.name = name
            bounds = [(first.mirrored, low), (second, high)]
            isRange = true
        default: return nil
        }
    }

    private static func prefixed(_ name: String) -> (String, MediaToken.Comparison) {
        for (prefix, comparison) in [("min-", MediaToken.Comparison.greaterOrEqual), ("max-", .lessOrEqual)] {
            for vendor in ["", "-webkit-"] where name.hasPrefix(vendor + prefix) {
                return (vendor + name.dropFirst(vendor.count + prefix.count), comparison)
            }
        }
        return (name, .equal)
    }

    /// Whether the test succeeds; unknown for an unknown feature or an invalid value (Media Queries 4, 3.2).
    func truth(in environment: MediaEnvironment) -> MediaTruth {
        guard let actual = environment.value(of: name) else { return .unknown }
        if bounds.isEmpty { return MediaTruth(actual.isTrue) }
        guard bounds.allSatisfy({ MediaEnvironment.canHave($0.value, name) }), !isRange || actual.hasScale else {
            return .unknown
        }
        return bounds.reduce(.yes) { truth, bound in truth && actual.truth(bound.comparison, bound.value) }
    }
}

/// The value of a feature, or in a comparison (Media Queries 4, 2.4.1 to 2.4.4).
enum MediaValue: Sendable, Equatable {
    case keyword(String)
    /// In pixels.
    case length(Double)
    /// In dots per pixel.
    case resolution(Double)
    case number(Double)
    /// Width divided by height.
    case ratio(Double)
    init?(_ tokens: ArraySlice<MediaToken>) {
        let tokens = Array(tokens)
        switch (tokens.count, tokens.first, tokens.last) {
        case (1, .name(let name), _): self = .keyword(name)
        case (1, .number(let number, ""), _): self = .number(number)
        case (1, .number(let number, let unit), _):
            if let pixels = Self.pixels[unit] {
                self = .length(number * pixels)
            } else if let dots = Self.dots[unit] {
                self = .resolution(number * dots)
            } else {
                return nil
            }
        case (3, .number(let width, ""), .number(let height, "")) where tokens[1] == .slash:
            self = .ratio(width / height)
        default: return nil
        }
    }

    /// Pixels per unit of length (CSS Values 4, 6.1 and 6.2), with the initial font size.
    private static let pixels = [
        "px": 1, "em": 16, "rem": 16, "ex": 8, "ch": 8, "in": 96, "pt": 96.0 / 72, "pc": 16, "cm": 96 / 2.54,
        "mm": 9.6 / 2.54, "q": 2.4 / 2.54,
    ]
    /// Dots per pixel for each unit of resolution (CSS Values 4, 7.4).
    private static let dots = ["dppx": 1, "x": 1, "dpi": 1.0 / 96, "dpcm": 2.54 / 96]

    /// Whether the feature matches if the query contains no value.
    fileprivate var isTrue: Bool {
        switch self {
        case .keyword(let word): word != "none" && word != "no-preference"
        case .length(let number), .resolution(let number), .number(let number), .ratio(let number): number != 0
        }
    }

    fileprivate var hasScale: Bool { if case .keyword = self { false } else { true } }

    fileprivate func truth(_ comparison: MediaToken.Comparison, _ other: MediaValue) -> MediaTruth {
        switch (self, other) {
        case (.keyword(let word), .keyword(let other)): comparison == .equal ? MediaTruth(word == other) : .unknown
        case (.length(let number), .length(let other)), (.resolution(let number), .resolution(let other)),
            (.number(let number), .number(let other)), (.ratio(let number), .ratio(let other)),
            (.ratio(let number), .number(let other)):
            MediaTruth(comparison.holds(number, other))
        // Zero needs no unit.
        case (.length(let number), .number(0)): MediaTruth(comparison.holds(number, 0))
        default: .unknown
        }
    }
}

extension MediaToken.Comparison {
    fileprivate func holds(_ left: Double, _ right: Double) -> Bool {
        switch self {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .equal: left == right
        }
    }

    /// Whether both ask for less, or both for more: `0 < 1` tells which.
    fileprivate func hasDirection(of other: Self) -> Bool {
        self != .equal && other != .equal && holds(0, 1) == other.holds(0, 1)
    }
}

extension ArraySlice<MediaToken> {
    fileprivate var onlyName: String? { if count == 1, case .name(let name)? = first { name } else { nil } }
}
