import Testing

@testable import Cards

@Suite struct HTMLTextTests {
    /// If each sign copied those before it, this would take minutes.
    @Test(.timeLimit(.minutes(10))) func manySigns() {
        let count = HTMLWriter.escaped(String(repeating: "<", count: 1_000_000)).utf8.count
        #expect(count == 4_000_000)
    }

    /// A scalar that combines with the one before it does not hide it.
    @Test func signsWithAccents() {
        #expect(
            HTMLWriter.escaped("<\u{301}\"\u{301}\r\n").unicodeScalars.elementsEqual(
                "&lt;\u{301}&quot;\u{301}&#13;\n".unicodeScalars))
    }
}
