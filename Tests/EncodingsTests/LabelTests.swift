import Encodings
import Testing

/// Labels and headers, as the standards have them.
@Suite struct LabelTests {
    @Test(arguments: [
        ("utf-8", "UTF-8"), ("UTF8", "UTF-8"), (" \t\nutf-8\u{C}\r ", "UTF-8"), ("unicode-1-1-utf-8", "UTF-8"),
        ("latin1", "windows-1252"), ("US-ASCII", "windows-1252"), ("iso-8859-1", "windows-1252"),
        ("iso-8859-9", "windows-1254"), ("iso-8859-11", "windows-874"), ("tis-620", "windows-874"),
        ("logical", "ISO-8859-8-I"), ("sjis", "Shift_JIS"), ("Windows-31J", "Shift_JIS"), ("ks_c_5601-1987", "EUC-KR"),
        ("gb2312", "GBK"), ("big5-hkscs", "Big5"), ("koi8-ru", "KOI8-U"), ("iso_8859-2:1987", "ISO-8859-2"),
        ("utf-16", "UTF-16LE"), ("unicodefffe", "UTF-16BE"), ("x-user-defined", "x-user-defined"),
        ("hz-gb-2312", "replacement"), ("iso-2022-cn", "replacement"), ("iso-2022-jp", "ISO-2022-JP"),
        ("mac", "macintosh"),
    ]) func knowsLabels(label: String, name: String) { #expect(CharacterEncoding(label: label)?.name == name) }

    @Test(arguments: [
        "", " ", "utf", "utf-7", "utf-32", "utf 8", "\u{A0}utf-8", "utf-8;", "cp437", "utf-8\0", "ISO\u{2D}8859-1\u{B}",
        "K\u{212A}OI8-R",
    ]) func knowsNoOthers(label: String) { #expect(CharacterEncoding(label: label) == nil) }

    @Test(arguments: CharacterEncoding.allCases) func everyNameIsALabel(encoding: CharacterEncoding) {
        #expect(CharacterEncoding(label: encoding.name) == encoding)
    }

    @Test func fourEncodingsHideMarkup() {
        let hiding = CharacterEncoding.allCases.filter { !$0.isASCIICompatible }
        #expect(Set(hiding) == [.utf16LE, .utf16BE, .iso2022JP, .replacement])
    }

    @Test(arguments: [
        ("text/html; charset=utf-8", "UTF-8"), ("text/html;charset=\"Shift_JIS\"", "Shift_JIS"),
        (" text/html ; x=y;\t CHARSET=koi8-r ", "KOI8-R"), ("a/b;charset=gbk;charset=big5", "GBK"),
        ("text/html;charset;charset=big5", "Big5"), ("text/html;charset=;charset=big5", "Big5"),
        ("text/html; charset=\"\\g\\b\\k\"x; y", "GBK"), ("text/html;charset=\"gbk", "GBK"),
        ("text/html;charset =gbk;charset=big5", "Big5"), ("text/html;x=\";\";charset=gbk", "GBK"),
        ("text/html;charset=utf-16", "UTF-16LE"), ("text/html;charset=\" gbk \"", "GBK"),
    ]) func readsContentTypes(header: String, name: String) {
        #expect(CharacterEncoding(contentType: header)?.name == name)
    }

    @Test(arguments: [
        "", "text/html", "text/html;", "charset=utf-8", "text;charset=utf-8", "/html;charset=utf-8",
        "text/;charset=utf-8", "te xt/html;charset=utf-8", "text/html;charset=none",
        "text/html;charset=none;charset=utf-8", "text/html;charset='utf-8'", "text/html,charset=utf-8",
        "text/html;charset= utf-8x",
    ]) func readsNoOthers(header: String) { #expect(CharacterEncoding(contentType: header) == nil) }
}
