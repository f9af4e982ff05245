import Files
import SystemPackage
import Testing

/// Paths as messages show them.
@Suite struct ShownPathTests {
    @Test(
        arguments: [
            ("/a/b/c", "/a/b", "c"), ("/a/b/c/d", "/a", "b/c/d"), ("/a/b", "/a/b", "/a/b"), ("/a/bc", "/a/b", "/a/bc"),
            ("/a", "/a/b", "/a"), ("/a/b", "/", "a/b"), ("/", "/", "/"), ("a/b", "a", "b"), ("a/b", "", "a/b"),
            ("a/b", "/a", "a/b"), ("/a/b/../c", "/a/b", "../c"),
        ] as [(FilePath, FilePath, String)]) func isRelativeBelowAFolder(
            path: FilePath, folder: FilePath, shown: String
        )
    { #expect(path.shown(from: folder) == shown) }

    /// Names are bytes: what stands for those that are not UTF-8 is alike.
    @Test func namesAreComparedByteByByte() {
        func path(_ byte: CChar, _ end: String) -> FilePath {
            FilePath(platformString: [0x2F, byte] + end.utf8CString)
        }
        #expect(path(-1, "/b").shown(from: path(-1, "")) == "b")
        #expect(path(-1, "/b").shown(from: path(-2, "")) == "/\u{FFFD}/b")
    }
}
