import Testing

@testable import DevtoolKit

@Suite struct SHA256Tests {
    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    @Test func readsHexadecimalDigits() {
        #expect(SHA256(argument: Self.digits)?.description == Self.digits)
        #expect(SHA256(argument: Self.digits.uppercased())?.description == Self.digits)
    }

    @Test(arguments: [
        "", digits + "0", digits.dropLast() + "", digits.dropLast() + "g",
        digits.dropLast() + "\u{FF11}",
    ])
    func refusesAnythingElse(text: String) {
        #expect(SHA256(argument: text) == nil)
    }

}
