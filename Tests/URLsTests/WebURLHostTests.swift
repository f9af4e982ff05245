import URLs
import Testing

/// Hosts as WHATWG URL 3.5, "host parsing", reads them.
@Suite struct WebURLHostTests {
    /// WHATWG URL 3.5, "IPv6 parser" and "IPv6 serializer".
    @Test(arguments: [
        ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"), ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"), ("[0:0:1::]", "[0:0:1::]"),
        ("[::1.2.3.4]", "[::102:304]"), ("[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:102:304]"), ("[FFFF::0A]", "[ffff::a]"),
        ("[::ff\u{0}ff]", nil), ("[::1\u{0}]", nil), ("[::1%eth0]", nil), ("[::1%25eth0]", nil), ("[::01.2.3.4]", nil),
        ("[::1.2.3]", nil), ("[::1.2.3.256]", nil), ("[00001::]", nil), ("[1::2::3]", nil),
        ("[1:2:3:4:5:6:7:8:9]", nil), ("[1:]", nil), ("[:1]", nil), ("[[::1]]", nil), ("[::1]a", nil), ("a[::1]", nil),
    ]) func readsIPv6(host: String, expected: String?) { #expect(WebURL("http://\(host)/")?.host == expected) }

    /// WHATWG URL 3.5, "ends in a number checker" and "IPv4 parser".
    @Test(arguments: [
        ("0X7F.0.0.1", "127.0.0.1"), ("0x.0x.0", "0.0.0.0"), ("1.65536", "1.1.0.0"), ("1.16777215", "1.255.255.255"),
        ("%31%2e2.3.4", "1.2.3.4"), ("1.2.3.4a", "1.2.3.4a"), ("1.2.3.4.a", "1.2.3.4.a"), ("0xg", "0xg"),
        ("1e3", "1e3"), (".", "."), ("1.2.3.4.", "1.2.3.4"), ("1.2.3.4..", "1.2.3.4.."), ("1.2.3.4.5", nil),
        ("1.2.3.4.5.", nil), ("1.16777216", nil), ("1.2.65536", nil), ("1..", "1.."), ("a.1", nil), ("a.1.", nil),
        (".1", nil),
    ]) func readsIPv4(host: String, expected: String?) { #expect(WebURL("http://\(host)/")?.host == expected) }

    /// ASCII names, of which browsers do not check the Punycode.
    @Test(arguments: [
        ("EX_ample.TEST", "ex_ample.test"), ("a..b.", "a..b."), ("!$&'()*+,;=~`{}\"", "!$&'()*+,;=~`{}\""),
        ("ab--cd.-a-", "ab--cd.-a-"), ("XN--A", "xn--a"), ("a%7Fb", nil), ("a%20b", nil), ("a%2Fb", nil),
        ("a%25b", nil), ("a%zz", nil), ("a\u{1}b", nil),
    ]) func readsASCII(host: String, expected: String?) { #expect(WebURL("http://\(host)/")?.host == expected) }

    /// WHATWG URL 3.3, "domain to ASCII".
    @Test(
        arguments: [
            ("BÜCHER.Test", "xn--bcher-kva.test"), ("faß.test", "xn--fa-hia.test"),
            ("fa%C3%9F.test", "xn--fa-hia.test"), ("faẞ☕.test", "xn--fa-hia8129a.test"), ("βόλος", "xn--nxasmm1c"),
            ("a\u{3002}b\u{FF0E}c\u{FF61}d", "a.b.c.d"), ("ｅｘ．ｔｅｓｔ", "ex.test"),
            ("ex\u{AD}am\u{200B}ple\u{FEFF}", "example"), ("a.\u{AD}", "a."), ("☕\u{FE0F}.test", "xn--53h.test"),
            ("e\u{301}.test", "xn--9ca.test"), ("ﬁ①.test", "fi1.test"), ("é-.ab--cd", "xn----9fa.ab--cd"),
            ("ab--é.r3---x", "xn--ab---epa.r3---x"), ("é's.test", "xn--'s-9ia.test"), ("a..é", "a..xn--9ca"),
            ("é\u{D4E}.c", "xn--9ca064d.c"), ("XN--Bcher-KVA.é", "xn--bcher-kva.xn--9ca"),
            ("ｘｎ－－bcher-kva", "xn--bcher-kva"),
            // Joiners belong after a virama, and between letters that join (RFC 5892, appendix A).
            ("क्\u{200D}ष", "xn--11b2ezcw70k"), ("نامه\u{200C}ای", "xn--mgba3gch31f060k"), ("a\u{200D}b", nil),
            ("👩\u{200D}👩", nil),
            // Punycode beside other scripts must decode to a valid label in its one form.
            ("xn--a.é", nil), ("xn--.é", nil), ("xn--abc-.é", nil), ("xn--é", nil), ("xn--99999999.é", nil),
            ("xn--xn---epa.é", nil),
            // Neither may a name be turned around (RFC 5893, section 2).
            ("אב.test", "xn--4dbc.test"), ("אב1.a", "xn--1-zhcd.a"), ("a.א", "a.xn--4db"), ("1א", nil), ("אa", nil),
            ("1a.א", nil), ("a-.א", nil), ("א1٣", nil), ("٣", nil),
            // Forbidden, or forbidden once it is mapped.
            ("é\u{202E}", nil), ("é\u{FFFD}", nil), ("%FF", nil), ("\u{AD}", nil), ("\u{301}a", nil), ("é％41", nil),
            ("é＼b", nil),
        ] as [(String, String?)]) func writesAllScriptsInASCII(host: String, expected: String?)
    { #expect(WebURL("http://\(host)/")?.host == expected) }

    /// RFC 3492, section 7.1.
    @Test(arguments: [
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("pročprostěnemluvíčesky", "proprostnemluvesky-uyb24dma41a"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"), ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
        ("安室奈美恵-with-super-monkeys", "-with-super-monkeys-pc58ag80a8qai00g7n9n"), ("そのスピードで", "d9juau41awczczp"),
    ]) func writesPunycode(name: String, code: String) {
        #expect(WebURL("http://\(name)/")?.host == "xn--\(code)")
        #expect(WebURL("http://xn--\(code).é/")?.host == "xn--\(code).xn--9ca")
    }

    @Test func refusesNamesBeyondAllMeasure() {
        #expect(WebURL("http://" + String(repeating: "é;", count: 340) + "/") != nil)
        #expect(WebURL("http://" + String(repeating: "é;", count: 20_000) + "/") == nil)
    }
}
