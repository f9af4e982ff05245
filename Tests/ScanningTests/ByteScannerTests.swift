import Scanning
import Testing

@Suite struct ByteScannerTests {
    @Test func scansAsNSScannerDoes() {
        var scanner = ByteScanner("16x32, 48X48")
        #expect(scanner.scan(.digits) == [0x31, 0x36])
        #expect(scanner.scan("X") == false)
        #expect(scanner.scan("x") == true)
        #expect(Array(scanner.scanUpTo(UInt8(ascii: ","))) == Array("32".utf8))
        #expect(scanner.peek == UInt8(ascii: ","))
        #expect(scanner.scan(", ") == true)
        #expect(Array(scanner.scanUpTo(ByteSet("xX"))) == Array("48".utf8))
        #expect(scanner.next() == UInt8(ascii: "X"))
        #expect(Array(scanner.rest) == Array("48".utf8))
        scanner.scanUpTo(UInt8(ascii: "?"))
        #expect(scanner.isAtEnd)
        #expect(scanner.peek == nil)
        #expect(scanner.next() == nil)
        #expect(scanner.scan("x") == false)
        #expect(scanner.scan(.alphanumerics).isEmpty)
    }

    @Test func setsHoldTheirBytesAndNoOther() {
        let set = ByteSet([0, 63, 64, 127, 128, 191, 192, 255])
        #expect((0...255).filter { set.contains(UInt8($0)) } == [0, 63, 64, 127, 128, 191, 192, 255])
        #expect(
            (0...255).filter { ByteSet.alphanumerics.contains($0) } == Array(48...57) + Array(65...90) + Array(97...122)
        )
        #expect((0...255).filter { ByteSet.asciiWhiteSpace.contains($0) } == [9, 10, 12, 13, 32])
    }
}
