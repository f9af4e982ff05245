import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import TaskRunner

/// Which files patterns find.
@Suite struct GlobWalkTests {
    /// The files that patterns mean in a folder.
    private static func files(_ patterns: [String], in folder: FilePath) throws -> [String] {
        let list = try SourceList(of: Glob(patterns), in: folder)
        return (0..<list.count).map(list.path)
    }

    @Test func filesInTheOrderOfTheirNames() throws {
        let folder = TemporaryFolder()
        for name in ["a.c", "a/b.c", "a/b/c.c", "b.c", "a-b/c.c", ".h/x.c", "a/.y.c", "a/b.txt"] {
            try folder.write("", to: name)
        }
        #expect(try Self.files(["**/*.c"], in: folder.path) == ["a/b/c.c", "a/b.c", "a-b/c.c", "a.c", "b.c"])
        #expect(try Self.files(["a"], in: folder.path) == ["a/b/c.c", "a/b.c", "a/b.txt"])
        #expect(try Self.files(["b.c", "a.c", "none", "b.c"], in: folder.path) == ["a.c", "b.c"])
        #expect(try Self.files([".h"], in: folder.path) == [".h/x.c"])
        #expect(try Self.files(["none/**", "a.c/x"], in: folder.path) == [])
        #expect(try Self.files(["*"], in: folder.path.appending("none")) == [])
        let above = folder.path.appending("a")
        #expect(try Self.files(["../*.c"], in: above) == ["../a.c", "../b.c"])
        #expect(try Self.files(["*/../../b.c"], in: above) == ["b/../../b.c"])
        let path = folder.path.string
        #expect(try Self.files(["b.c", "\(path)/a/*.c"], in: folder.path) == ["\(path)/a/b.c", "b.c"])
    }

    @Test func linksAndWhatIsNoFile() throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "real/a.c")
        try folder.write("", to: "real/deep/b.c")
        let files = FileManager.default
        for (link, target) in [
            ("link.c", "real/a.c"), ("folder", "real"), ("dangling.c", "none"), ("loop.c", "loop.c"),
            ("real/self", "."),
        ] { try files.createSymbolicLink(atPath: folder.path.appending(link).string, withDestinationPath: target) }
        #expect(mkfifo(folder.path.appending("pipe.c").string, 0o600) == 0)
        let real = ["real/a.c", "real/deep/b.c"]
        #expect(try Self.files(["**"], in: folder.path) == ["link.c"] + real)
        #expect(try Self.files(["*.c"], in: folder.path) == ["link.c"])
        // Where a link is named, it is followed; only there.
        #expect(try Self.files(["folder/**/*.c"], in: folder.path) == ["folder/a.c", "folder/deep/b.c"])
        #expect(try Self.files(["folder"], in: folder.path) == ["folder/a.c", "folder/deep/b.c"])
        #expect(try Self.files(["folder/*.c", "*/deep/*"], in: folder.path) == ["folder/a.c", "real/deep/b.c"])
        #expect(try Self.files(["**/self/**"], in: folder.path) == [])
        #expect(try Self.files(["pipe.c", "loop.c", "dangling.c"], in: folder.path) == [])
        // Of outputs, a link that is not followed is one itself.
        var outputs = try SourceList(of: Glob(["*.c", "real"]), in: folder.path, keepingLinks: true)
        #expect((0..<outputs.count).map(outputs.path) == ["dangling.c", "link.c", "loop.c"] + real + ["real/self"])
        _ = try outputs.findChecksums(in: folder.path, reusing: SourceList(), of: .max)
        #expect(Set(outputs.checksums).count == 4)
    }

    @Test func namesThatAreNoText() throws {
        let folder = TemporaryFolder()
        let name = FilePath(platformString: (folder.path.string + "/").utf8.map { CChar(bitPattern: $0) } + [-1, 0])
        let file = try FileDescriptor.open(name, .writeOnly, options: .create, permissions: .ownerReadWrite)
        try file.close()
        #expect(try SourceList(of: Glob(["*"]), in: folder.path).paths == [0xFF])
        #expect(try SourceList(of: Glob(["?"]), in: folder.path).count == 1)
    }

    /// What is excluded is not looked into, nor what nothing can match in.
    @Test func onlyFoldersThatCanMatter() throws {
        let folder = TemporaryFolder()
        for name in ["src/a/x", "src/gen/x", "other/x", "src/b/c/x", ".git/x"] { try folder.write("", to: name) }
        func entered(_ patterns: [String]) throws -> [String] {
            try GlobWalk.walk(Glob(patterns), in: folder.path, RecordingVisitor()).entered
        }
        #expect(try entered(["src/*/x"]) == ["", "src/", "src/a/", "src/b/", "src/gen/"])
        #expect(try entered(["**", "!src/gen", "!other/**"]) == ["", "src/", "src/a/", "src/b/", "src/b/c/"])
        #expect(try entered(["src/b/c/x"]) == ["", "src/", "src/b/", "src/b/c/"])
        #expect(try entered(["other/x", "!other"]) == [""])
    }

    /// The same files as Python's `glob`, on random trees.
    @Test func findsWhatPythonFinds() throws {
        var random = SplitMix64(seed: 8)
        for _ in 0..<6 {
            let folder = try RandomTree.folder(&random)
            let patterns = (0..<120).map { _ in RandomTree.pattern(&random) }
            let expected = try Self.python(patterns, in: folder.path)
            try #require(expected.count == patterns.count)
            var found = 0
            for (pattern, expected) in zip(patterns, expected) {
                let files = try Self.files([pattern], in: folder.path)
                #expect(files.sorted() == expected, "\(pattern)")
                found += files.count
            }
            #expect(found > 100)
        }
    }

    /// A walk finds the files of which the patterns say that they match, whatever they exclude.
    @Test func findsWhatMatches() throws {
        var random = SplitMix64(seed: 9)
        var found = 0
        for _ in 0..<4 {
            let folder = try RandomTree.folder(&random)
            let all = try #require(FileManager.default.subpaths(atPath: folder.path.string)).filter {
                folder.path.appending($0).isPlainFile
            }.sorted()
            for _ in 0..<rounds(150) {
                let patterns = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    (Bool.random(using: &random) ? "!" : "") + RandomTree.pattern(&random)
                }
                let glob = try Glob(patterns)
                let files = try Self.files(patterns, in: folder.path)
                #expect(files.sorted() == all.filter(glob.matches), "\(patterns)")
                found += files.count
            }
        }
        #expect(found > rounds(1000))
    }

    private static func python(_ patterns: [String], in folder: FilePath) throws -> [[String]] {
        let program = """
            import glob, os, re, sys
            def braces(p):
                m = re.search(r'\\{([^{}]*)\\}', p)
                if not m: return [p]
                return [q for part in m[1].split(',') for q in braces(p[:m.start()] + part + p[m.end():])]
            for line in sys.stdin.read().split('\\n'):
                found = set()
                for pattern in braces(line):
                    for path in glob.glob(pattern, recursive=True):
                        if os.path.isfile(path): found.add(path)
                        elif not glob.has_magic(pattern.split('/')[-1]):
                            below = glob.escape(path.rstrip('/')) + '/**'
                            found |= set(filter(os.path.isfile, glob.glob(below, recursive=True)))
                print('\\0'.join(sorted(found)))
            """
        let python = try #require(OtherProgram("python3"))
        let input = patterns.joined(separator: "\n")
        return try python.run(["-c", program], in: folder, input: input).output.dropLast().split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { $0.split(separator: "\0").map(String.init) }
    }
}

/// Notes where a walk comes by.
private struct RecordingVisitor: GlobVisitor {
    var entered: [String] = []

    mutating func enter(_ folder: UnsafeBufferPointer<UInt8>, _ place: GlobPlace) {
        entered.append(String(decoding: folder, as: UTF8.self))
    }

    mutating func visit(_ file: UnsafeBufferPointer<UInt8>, _ status: stat) -> Bool { true }
}

extension FilePath { fileprivate var isPlainFile: Bool { (try? stat().type) == .regular } }
