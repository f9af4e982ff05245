/// A test of one property of the browser, written in parentheses (Media Queries 4, 2.4).
struct MediaFeature {
    /// The bounds of a comparison, with the property on the left of each.
    private struct Bound {
        let comparison: MediaToken.Comparison
        let value: MediaValue
    }

    private let name: String
    private let bounds: [Bound]
    /// Whether the form is one of a range, which only properties with a scale have.
    private let isRange: Bool

    /// Reads `width`, `width: 600px`, `min-width: 600px`, `width >= 600px` and `1px < width < 9px`.
    init?(_ tokens: ArraySlice<MediaToken>) {
        let parts = tokens.split(omittingEmptySubsequences: false) {
            if case .comparison = $0 { true } else { $0 == .colon }
        }
        let signs = tokens.filter {
            if case .comparison = $0 { true } else { $0 == .colon }
        }
        switch (parts.count, signs.first, signs.last) {
        case (1, _, _):
            guard let name = parts[0].onlyName else { return nil }
            (self.name, bounds, isRange) = (name, [], false)
        case (2, .colon, _):
            guard let name = parts[0].onlyName, let value = MediaValue(parts[1]) else { return nil }
            let (property, comparison) = Self.prefixed(name)
            self.name = property
            bounds = [Bound(comparison: comparison, value: value)]
            isRange = property != name
        case (2, .comparison(let sign), _):
            if let name = parts[0].onlyName, let value = MediaValue(parts[1]) {
                (self.name, bounds) = (name, [Bound(comparison: sign, value: value)])
            } else if let name = parts[1].onlyName, let value = MediaValue(parts[0]) {
                (self.name, bounds) = (name, [Bound(comparison: sign.mirrored, value: value)])
            } else {
                return nil
            }
            isRange = true
        case (3, .comparison(let first), .comparison(let second)):
            guard let low = MediaValue(parts[0]), let name = parts[1].onlyName,
                let high = MediaValue(parts[2]), first.hasDirection(of: second)
            else { return nil }
            self.name = name
            bounds = [
                Bound(comparison: first.mirrored, value: low),
                Bound(comparison: second, value: high),
            ]
            isRange = true
        default:
            return nil
        }
    }

    /// The property that a name with `min-` or `max-` is about, and what it asks of it.
    private static func prefixed(_ name: String) -> (String, MediaToken.Comparison) {
        for (prefix, comparison) in [
            ("min-", MediaToken.Comparison.greaterOrEqual), ("max-", .lessOrEqual),
        ] {
            for vendor in ["", "-webkit-"] where name.hasPrefix(vendor + prefix) {
                return (vendor + name.dropFirst(vendor.count + prefix.count), comparison)
            }
        }
        return (name, .equal)
    }

    /// Whether the test succeeds; unknown for an unknown property, or a value that it cannot have
    /// (Media Queries 4, 3.2).
    func truth(in environment: MediaEnvironment) -> MediaTruth {
        guard let actual = environment.value(of: name) else { return .unknown }
        if bounds.isEmpty { return MediaTruth(actual.isTrue) }
        guard bounds.allSatisfy({ MediaEnvironment.canHave($0.value, name) }),
            !isRange || actual.hasScale
        else { return .unknown }
        return bounds.reduce(.yes) { truth, bound in
            truth && actual.truth(bound.comparison, bound.value)
        }
    }
}

/// The value of a property, or of a comparison (Media Queries 4, 2.4.1 to 2.4.4).
enum MediaValue: Sendable, Equatable {
    case keyword(String)
    /// A length in pixels.
    case length(Double)
    /// A resolution in dots per pixel.
    case resolution(Double)
    case number(Double)
    /// A width by a height.
    case ratio(Double)

    /// Reads a value.
    init?(_ tokens: ArraySlice<MediaToken>) {
        let tokens = Array(tokens)
        switch (tokens.count, tokens.first, tokens.last) {
        case (1, .name(let name), _):
            self = .keyword(name)
        case (1, .number(let number, ""), _):
            self = .number(number)
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
        default:
            return nil
        }
    }

    /// The lengths of the units in pixels (CSS Values 4, 6.1 and 6.2); text has its initial size.
    private static let pixels = [
        "px": 1, "em": 16, "rem": 16, "ex": 8, "ch": 8, "in": 96, "pt": 96.0 / 72, "pc": 16,
        "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54,
    ]
    /// The units of resolution in dots per pixel (CSS Values 4, 7.4).
    private static let dots = ["dppx": 1, "x": 1, "dpi": 1.0 / 96, "dpcm": 2.54 / 96]

    /// Whether the property counts as there where no value is asked for.
    fileprivate var isTrue: Bool {
        switch self {
        case .keyword(let word): word != "none" && word != "no-preference"
        case .length(let number), .resolution(let number), .number(let number), .ratio(let number):
            number != 0
        }
    }

    /// Whether some values are larger than others.
    fileprivate var hasScale: Bool {
        if case .keyword = self { false } else { true }
    }

    /// Whether a property with this value fulfils a comparison.
    fileprivate func truth(
        _ comparison: MediaToken.Comparison, _ other: MediaValue
    ) -> MediaTruth {
        switch (self, other) {
        case (.keyword(let word), .keyword(let other)):
            comparison == .equal ? MediaTruth(word == other) : .unknown
        case (.length(let number), .length(let other)),
            (.resolution(let number), .resolution(let other)),
            (.number(let number), .number(let other)),
            (.ratio(let number), .ratio(let other)), (.ratio(let number), .number(let other)):
            MediaTruth(comparison.holds(number, other))
        // Zero needs no unit.
        case (.length(let number), .number(0)):
            MediaTruth(comparison.holds(number, 0))
        default:
            .unknown
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

    /// Whether both comparisons point the same way, as they must around a property.
    fileprivate func hasDirection(of other: Self) -> Bool {
        switch (self, other) {
        case (.less, .less), (.less, .lessOrEqual), (.lessOrEqual, .less),
            (.lessOrEqual, .lessOrEqual), (.greater, .greater), (.greater, .greaterOrEqual),
            (.greaterOrEqual, .greater), (.greaterOrEqual, .greaterOrEqual):
            true
        default: false
        }
    }
}

extension ArraySlice<MediaToken> {
    /// The name, if there is nothing else.
    fileprivate var onlyName: String? {
        if count == 1, case .name(let name)? = first { name } else { nil }
    }
}
