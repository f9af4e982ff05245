import Favicon
import Fetching
import SystemPackage
import TestSupport
import Testing

@Suite struct IconSourceTests {
    @Test(arguments: [
        ("-", IconSource.standardInput),
        ("page.html", .file("page.html")),
        ("example.com", .file("example.com")),
        ("https://a.test", .web(["https://a.test"].compactMap { WebURL($0) })),
        ("a.test/b", .web(["https://a.test/b", "http://a.test/b"].compactMap { WebURL($0) })),
        (
            "localhost:8080",
            .web(["https://localhost:8080", "http://localhost:8080"].compactMap { WebURL($0) })
        ),
    ])
    func tellsWhatAnArgumentNames(argument: String, source: IconSource) throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "page.html")
        try folder.write("", to: "example.com")
        #expect(try IconSource(argument, in: folder.path) == source)
    }

    @Test(arguments: ["nosuch.html", "nosuch", "./a.test", "../a.test", "/a.test/b", "dir/a.test"])
    func missesFiles(argument: String) {
        #expect(throws: FaviconError.noInput(FilePath(argument), .noSuchFileOrDirectory)) {
            try IconSource(argument, in: TemporaryFolder().path)
        }
    }

    @Test(arguments: ["ftp://a.test", "file:///etc/passwd", "http://", "https://a b/"])
    func refusesOtherURLs(argument: String) {
        #expect(throws: FaviconError.notFetchable(argument)) {
            try IconSource(argument, in: TemporaryFolder().path)
        }
    }
}
