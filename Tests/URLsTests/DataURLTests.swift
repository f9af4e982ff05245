import URLs
import Testing

/// `data:` URLs, whose path is opaque (WHATWG URL 4.4, "opaque path state").
@Suite struct DataURLTests {
    @Test(arguments: [
        (" DATA:image/png,\u{1}é{}^ ", "data:image/png,%01%C3%A9{}^"), ("data:,a b\n c", "data:,a b c"),
        ("data:,a?b \"<>`'?#c \"<>`?#", "data:,a?b%20%22%3C%3E`'?#c%20%22%3C%3E%60?#"),
        ("data:,a  ?b", "data:,a %20?b"), ("data:,a #", "data:,a%20#"), ("data: ?#", "data:%20?#"), ("dat:,", nil),
        ("/data:,", nil), ("", nil),
    ]) func readsAsBrowsersDo(text: String, url: String?) { #expect(DataURL(text)?.description == url) }

    @Test(arguments: [("data:,", true), (" Data:\t, ", true), ("data:,a", false), ("data:", false)])
    func knowsTheURLThatHoldsNothing(text: String, isEmpty: Bool) { #expect(DataURL(text)?.isEmpty == isEmpty) }
}
