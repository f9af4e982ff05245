import Testing

@testable import Favicon

@Suite struct MetaRefreshTests {
    @Test(
        arguments: [
            ("0;url=/a", 0, "/a"), ("5; URL=/a b", 5, "/a b"), (" \n5 ,\t uRl \n=\t/a", 5, "/a"), ("5 url=/a", 5, "/a"),
            ("5,/a", 5, "/a"), ("5;/a", 5, "/a"), ("5 /a", 5, "/a"), ("5;;/a", 5, ";/a"), ("1.9e; /a", nil, nil),
            ("1.9.9; /a", 1, "/a"), (".5;/a", 0, "/a"), (".;/a", 0, "/a"), ("5;url='/a' b", 5, "/a"),
            ("5;url=\"/a", 5, "/a"), ("5;'/a'b", 5, "/a"), ("5;url", 5, "url"), ("5;urls=/a", 5, "urls=/a"),
            ("5;ur", 5, "ur"), ("5;url =", 5, ""), ("5;url=\"\"x", 5, ""), ("5", 5, nil), ("5.", 5, nil),
            ("5;", 5, nil), ("5 , ", 5, nil), ("900", 900, nil), ("99999999999999999999;a", .max, "a"), ("", nil, nil),
            (" ", nil, nil), ("a", nil, nil), ("-1;a", nil, nil), ("+1;a", nil, nil), (";url=/a", nil, nil),
            ("url=/a", nil, nil), ("5x;url=/a", nil, nil), ("5\u{A0};url=/a", nil, nil),
        ] as [(String, Int?, String?)]) func readsAsTheStandardDoes(content: String, seconds: Int?, reference: String?)
    {
        let refresh = MetaRefresh(content)
        #expect(refresh?.seconds == seconds)
        #expect(refresh?.reference == reference)
    }
}
