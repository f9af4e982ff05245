import Testing

@testable import Fetching

@Suite struct HeaderLinesTests {
    @Test(
        arguments: [
            (["HTTP/1.1 200 OK", "A: b", "a:c", "", ""], ["A=b", "a=c"]),
            (["HTTP/2 200 ", "x-empty:", "x-colon: a:b", ""], ["x-empty=", "x-colon=a:b"]),
            (["HTTP/1.1 200 OK", "A: \tb\t ", " c ", "\td", "B: 1"], ["A=b c d", "B=1"]),
            // A redirect, an interim answer, a proxy's answer; a trailer.
            (["HTTP/1.1 302 Found", "A: 1", "", "HTTP/1.1 200 OK", "B: 2"], ["B=2"]),
            (["HTTP/1.1 103 Early Hints", "A: 1", "", "HTTP/1.1 200 OK", "", "C: 3"], []),
            (["HTTP/1.1 200 OK", "A: 1", "", "B: 2", ""], ["A=1"]), ([], []),
            (["HTTP/1.1 200 OK", " folded", "no colon", ": x", "HTTP/x: y"], ["=x", "HTTP/x=y"]),
            (["HTTP/1.1 200 OK", "A: h\u{E9}"], ["A=h\u{E9}"]),
        ] as [([String], [String])]) func keepsTheLastHeader(lines: [String], fields: [String])
    {
        for end in ["\r\n", "\n"] {
            var header = HeaderLines()
            for line in lines { Array((line + end).utf8).withUnsafeBytes { header.append($0) } }
            #expect(header.headers.fields.map { "\($0.name)=\($0.value)" } == fields)
        }
    }

    @Test func findsAFieldByItsName() {
        let headers = HTTPHeaders([("a", "1"), ("AB", "2"), ("A", "3"), ("", "4")])
        #expect(headers["A"] == "1")
        #expect(headers["ab"] == "2")
        #expect(headers["abc"] == nil)
        #expect(headers[""] == "4")
        #expect(headers.values(of: "a") == ["1", "3"])
        #expect(headers == HTTPHeaders([("A", "1"), ("ab", "2"), ("A", "3"), ("", "4")]))
        #expect(headers != HTTPHeaders([("a", "1"), ("AB", "2"), ("A", "3")]))
    }
}
