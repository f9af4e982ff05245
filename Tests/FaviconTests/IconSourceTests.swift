import URLs
import SystemPackage
import TestSupport
import Testing

@testable import Favicon

@Suite struct IconSourceTests {
    @Test(arguments: ["page.html", "example.com"]) func tellsFilesFromStreams(argument: String) throws {
        let folder = TemporaryFolder()
        let path = folder.path.appending(argument)
        try folder.write("", to: argument)
        #expect(try IconSource(argument, at: path) == .file(path))
        #expect(try IconSource("-", at: path) == .standardInput)
    }

    @Test func aFolderHidesNoHost() throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "a.test/b")
        try folder.write("", to: "folder/b")
        #expect(
            try IconSource("a.test", at: folder.path.appending("a.test"))
                == .web(#require(WebURL("https://a.test/")), orElse: WebURL("http://a.test/")))
        for name in ["folder", "./a.test"] {
            let path = folder.path.pushing(FilePath(name))
            #expect(try IconSource(name, at: path) == .file(path))
        }
    }

    @Test(arguments: [
        ("https://a.test", "https://a.test/", nil), ("a.test/b", "https://a.test/b", "http://a.test/b"),
        ("localhost:8080", "https://localhost:8080/", "http://localhost:8080/"),
        ("LocalHost/a", "https://localhost/a", "http://localhost/a"),
    ]) func triesHTTPSFirstForAHost(argument: String, first: String, other: String?) throws {
        let url = try #require(WebURL(first))
        #expect(try IconSource(argument, at: FilePath(argument)) == .web(url, orElse: other.flatMap { WebURL($0) }))
    }

    /// Read as a host with a path, its password would be in a part of the URL that is shown.
    @Test func backslashesAreSlashes() throws {
        let argument = "http:\\\\u:sekret@a.test\\b"
        #expect(
            try IconSource(argument, at: FilePath(argument))
                == .web(#require(WebURL("http://u:sekret@a.test/b")), orElse: nil))
    }

    @Test(arguments: ["nosuch.html", "nosuch", "./a.test", "../a.test", "/a.test/b", "dir/a.test", "http:/a.test"])
    func takesAllElseForFiles(argument: String) throws {
        #expect(try IconSource(argument, at: FilePath(argument)) == .file(FilePath(argument)))
    }

    @Test(arguments: ["ftp://a.test", "file:///etc/passwd", "http://", "https://a b/"]) func refusesOtherURLs(
        argument: String
    ) { #expect(throws: FaviconError.notFetchable(argument)) { try IconSource(argument, at: FilePath(argument)) } }
}
