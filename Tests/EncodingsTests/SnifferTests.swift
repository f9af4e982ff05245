import Encodings
import TestSupport
import Testing

/// What browsers take a page for by its first bytes (HTML 13.2.3.2).
@Suite struct SnifferTests {
    @Test(
        arguments: [
            ("<meta charset=utf-8>", .utf8), ("<META\nCHARSET = \"Shift_JIS\" >", .shiftJIS),
            ("<meta/charset='euc-kr'/>", .eucKR), ("<meta x charset=koi8-r y>", .koi8R),
            ("<meta charset=utf-16be>", .utf8), ("<meta charset=x-user-defined>", .windows1252),
            ("<meta charset=big5 charset=gbk>", .big5), ("<meta charset=bogus><meta charset=gbk>", .gbk),
            ("<meta http-equiv=Content-Type content='text/html; charset=gbk'>", .gbk),
            ("<meta content='a charset charset = \"gbk\"' http-equiv='CONTENT-TYPE'>", .gbk),
            ("<meta content='charset=gbk;' charset=big5>", .big5),
            ("<meta http-equiv=content-type content='charset=gbk' charset=none>", nil),
            ("<meta content='charset=gbk'>", nil), ("<meta http-equiv=refresh content='charset=gbk'>", nil),
            ("<meta http-equiv=content-type content=\"charset='gbk\">", nil),
            ("<meta http-equiv=content-type content='charset='>", nil), ("<metax charset=gbk>", nil),
            ("<meta>charset=gbk>", nil), ("<meta", nil), ("<meta charset=gbk", nil), ("<meta charset>", nil),
            ("<meta =charset=gbk>", nil), ("<!-- <meta charset=gbk> -->", nil), ("<!--><meta charset=gbk>", .gbk),
            ("<!---><meta charset=gbk>", .gbk), ("<!-- -- ><meta charset=gbk>", nil),
            ("<a title='<meta charset=gbk>'>", nil), ("</a b=\"><meta charset=gbk>\">", nil),
            ("</ a='><meta charset=gbk>", .gbk), ("<? '><meta charset=gbk>", .gbk),
            ("<![CDATA[><meta charset=gbk>", .gbk), ("< <<meta charset=gbk>", .gbk),
            ("<script>'<meta charset=gbk>'</script>", .gbk), ("<title><meta charset=gbk>", .gbk),
            ("<?xml version='1.0' encoding='windows-1251'?><p>", .windows1251),
            ("<?xml encoding=\n\"utf-16\"?>", .utf8), ("<?xml encoding='a b'?>", nil),
            ("<?xml encoding='gbk'?><meta charset=big5>", .big5), (" <?xml encoding='gbk'?>", nil),
            ("<?xml encoding=gbk?>", nil), ("<?xml?> encoding='gbk'>", nil), ("", nil),
        ] as [(String, CharacterEncoding?)]) func readsDeclarations(page: String, encoding: CharacterEncoding?)
    {
        let sniffed = sniff(Array(page.utf8))
        #expect(sniffed.encoding == encoding ?? .windows1252)
        #expect(sniffed.origin == (encoding == nil ? .fallback : .declaration))
    }

    @Test(
        arguments: [([0xEF, 0xBB, 0xBF], .utf8, 3), ([0xFE, 0xFF], .utf16BE, 2), ([0xFF, 0xFE], .utf16LE, 2)]
            as [([UInt8], CharacterEncoding, Int)]) func theByteOrderMarkCountsMost(
            mark: [UInt8], encoding: CharacterEncoding, length: Int
        )
    {
        let sniffed = sniff(mark + Array("<meta charset=gbk>".utf8), transport: .big5)
        #expect(sniffed.encoding == encoding)
        #expect(sniffed.origin == .byteOrderMark)
        #expect(sniffed.markLength == length)
    }

    @Test func theHeaderCountsMoreThanTheDeclaration() {
        var sniffer = EncodingSniffer(transport: .big5)
        let sniffed = sniffer.feed(Array("<meta charset=gbk>".utf8))
        #expect(sniffed?.encoding == .big5)
        #expect(sniffed?.origin == .transport)
        #expect(sniff([0xEF, 0xBB], transport: .utf16LE).encoding == .utf16LE)
    }

    @Test func anXMLDeclarationShowsUTF16() {
        let declaration = Array("<?xml".utf8)
        #expect(sniff(declaration.flatMap { [$0, 0] }).encoding == .utf16LE)
        #expect(sniff(declaration.flatMap { [0, $0] }).encoding == .utf16BE)
    }

    @Test func the1024thByteIsTheLast() {
        let meta = Array("<meta charset=gbk>".utf8)
        for excess in [0, 1] {
            let page = [UInt8](repeating: 0x20, count: 1024 - meta.count + excess) + meta
            #expect(sniff(page).encoding == (excess == 0 ? .gbk : .windows1252))
        }
    }

    @Test func decidesAsSoonAsItCan() {
        var sniffer = EncodingSniffer()
        #expect(sniffer.feed(Array("<p><meta charset=gbk".utf8)) == nil)
        #expect(sniffer.feed(Array(">".utf8))?.encoding == .gbk)
        var patient = EncodingSniffer()
        #expect(patient.feed([UInt8](repeating: 0x41, count: 1023)) == nil)
        #expect(patient.feed([0x41])?.encoding == .windows1252)
    }

    @Test(
        arguments: [
            ("gbk", nil, nil, .gbk), ("utf-16", nil, nil, .utf8), ("none", nil, nil, nil),
            ("none", "Content-TYPE", "a; charset=gbk", .gbk), (nil, nil, "a; charset=gbk", nil),
            (nil, "content-type", "a; CHARSET=\"KOI8-U\"", .koi8U), (nil, "refresh", "charset=gbk", nil),
        ] as [(String?, String?, String?, CharacterEncoding?)]) func readsLateElements(
            charset: String?, httpEquiv: String?, content: String?, encoding: CharacterEncoding?
        )
    {
        let changed = sniff(Array("<meta charset=euc-kr>".utf8)).changed(
            byCharset: charset.map { Array($0.utf8) }, httpEquiv: httpEquiv.map { Array($0.utf8) },
            content: content.map { Array($0.utf8) })
        #expect(changed?.encoding == encoding)
        #expect(changed?.origin == (encoding == nil ? nil : .element))
    }

    @Test func aLateElementChangesNothingThatIsCertain() {
        func change(_ sniffed: SniffedEncoding) -> SniffedEncoding? {
            sniffed.changed(byCharset: Array("gbk".utf8), httpEquiv: nil, content: nil)
        }
        #expect(change(sniff([0xEF, 0xBB, 0xBF])) == nil)
        #expect(change(sniff([], transport: .big5)) == nil)
        let first = change(sniff([]))
        #expect(first?.encoding == .gbk)
        #expect(first.flatMap(change) == nil)
        let utf16 = sniff(Array("<?x".utf8).flatMap { [$0, 0] })
        #expect(change(utf16)?.encoding == .utf16LE)
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func resultDoesNotDependOnTheCuts(seed: UInt64) {
        let pieces = [
            "<", ">", "</", "<!--", "-->", "-", "<!", "<?xml ", "encoding='gbk'", "?>", "'", "\"", "=", " ", "/",
            "\u{FEFF}", "<meta ", "<meta/", "<meta", "charset", "charset=", "charset=gbk", "charset='big5'",
            "charset=utf-16", "http-equiv=content-type", "content='charset=koi8-r'", "content", "<a ", "x", "\0",
            "\u{FFFD}",
        ]
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(250) {
            let count = Int.random(in: 0...20, using: &random)
            let page = (0..<count).flatMap { _ in Array((pieces.randomElement(using: &random) ?? "").utf8) }
            let whole = sniff(page)
            for size in [1, 2, 3, 7] {
                let text = String(decoding: page, as: UTF8.self)
                #expect(sniff(page, chunkSize: size) == whole, "\(text) in pieces of \(size)")
            }
        }
    }

    private func sniff(_ page: [UInt8], transport: CharacterEncoding? = nil, chunkSize: Int = .max) -> SniffedEncoding {
        var sniffer = EncodingSniffer(transport: transport)
        var rest = page[...]
        while !rest.isEmpty {
            if let sniffed = sniffer.feed(Array(rest.prefix(chunkSize))) { return sniffed }
            rest = rest.dropFirst(chunkSize)
        }
        return sniffer.finish()
    }
}
