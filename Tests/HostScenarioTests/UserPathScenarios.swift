import Foundation
import SystemPackage
import TestSupport
import Testing

/// Paths that a user writes are relative to the folder of the task that they are in.
///
/// See issue 15: some were relative to the folder that devtool was started in.
@Suite struct UserPathScenarios {
    @Test func filesOfABatch() async throws {
        let server = try LoopbackServer(["/": .html(Samples.page), "/icon.gif": .body(Samples.icon)])
        let scenario = try Scenario().file("web/list", server.url("/")).config(
            """
            tasks:
              icons:
                favicon: [--batch, list, --html, sheet.html, --resume, out, --download, icons/]
                dir: web

            """)
        try await scenario.run("run", "icons").stdout("").exits(0)
        #expect(scenario.folder.names == ["devtool.yml", "web"])
        let names = try FileManager.default.subpathsOfDirectory(atPath: scenario.folder.path.appending("web").string)
            .sorted()
        #expect(names.filter { !$0.hasPrefix("icons") } == ["list", "out", "sheet.html"])
        #expect(names.count { $0.hasPrefix("icons/") } == 1)
    }

    @Test func filesOfAPage() async throws {
        let page = "<link rel=icon href='\(WholePictures.dataURL)'>"
        let scenario = try Scenario().file("web/page.html", page).file("web/icons/x", "").config(
            """
            tasks:
              icon: {favicon: [page.html, --html, sheet.html, --download, icons], dir: web}
              no: {favicon: [--batch, nosuch], dir: web}

            """)
        try await scenario.run("run", "-q", "icon").stdout("web/icons/favicon.gif\n").exits(0)
        #expect(FileManager.default.fileExists(atPath: scenario.folder.path.appending("web/icons/favicon.gif").string))
        #expect(scenario.folder.text("web/sheet.html") != nil)
        #expect(scenario.folder.names == ["devtool.yml", "web"])
        let outcome = try await scenario.run("run", "-q", "no").exits(66)
        #expect(outcome.errorText.contains("cannot read 'web/nosuch': No such file"))
    }

    @Test func filesOfABoard() async throws {
        let scenario = try Scenario().file("data/board.json", Samples.board).config(
            """
            tasks:
              number: {cards: [board.json, -o, new.json, --journal, journal], dir: data}
              csv: {cards: [board.json, -o, new.csv], dir: data}
              all: {cards: [., -o, out], dir: data}

            """)
        try await scenario.run("run", "-q", "number", "csv", "all").exits(0).file(
            "data/new.json", Samples.numberedBoard
        ).file("data/out/board.json", Samples.numberedBoard)
        #expect(scenario.folder.text("data/new.csv")?.hasPrefix("Card ID,") == true)
        #expect(scenario.folder.text("data/journal") != nil)
        #expect(scenario.folder.names == ["data", "devtool.yml"])
    }

    /// Nobody goes around `Context.path`: a path from a text is made absolute or put below another at once, is made of
    /// parts of one, or is one of these.
    @Test func thereIsOneDoor() throws {
        let known = [
            // What the environment says, and names that are made up.
            #"FilePath(context.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")"#,
            #"outputName: FilePath(address?.fileName ?? "board.json"))"#,
            // Paths below a folder that is made for an archive: names that are made safe before.
            #"var outputName = FilePath("")"#, #"let folder = FilePath(boards.count > 1 ? boardName : "")"#,
            #"try write(board, in: FilePath(boards.count > 1 ? name : ""), to: take)"#,
            // Which parts a name in an archive has.
            "FilePath(name).components.contains {",
            "for component in FilePath(entry).components where component.kind == .regular",
            // Only how a name begins or ends.
            "let path = FilePath(name)", #"NamePattern(FilePath($0.location.file).stem ?? "").number"#,
            "guard let end = FilePath(fileName).extension?.lowercased()",
            // What comes from a program of devtool's own, or from the configuration.
            "for: ClassDataTraining.run(in: FilePath(directory), classPath: classPath))", "{ FilePath(String($0.1)) }",
            // A changelog in one of the usual places.
            "let name = FilePath(changelogs[0]).shown(from: resources)",
            // A single name in a folder that is open.
            "let next = try folder.openFolder(FilePath(component))",
            // Absolute paths, which are kept as bytes.
            "try GlobWalk.walk(place, in: FilePath(bytes: folder), as: folder, Visit(", ".map { FilePath(bytes: $0) }",
            "func file(at index: Int) -> FilePath { FilePath(bytes: paths[range(at: index)]) }",
            // What a link said when it was stored.
            "case .link(let target): try place.link(to: FilePath(bytes: target))",
            "FilePath(bytes: target), ofLink: manifest.outputs.file(at: index))",
        ]
        let modules = ["Cards", "Favicon", "Migrate", "TaskRunner"].map { "Sources/\($0)" }
        let paths = try SourceFiles.lines(matching: #"^(?!\s*//).*\bFilePath\("#, in: modules)
        #expect(paths.count > 10)
        for path in paths {
            let line = path.line.trimmingCharacters(in: .whitespaces)
            let isAbsolute = [
                ".absolute(in: ", "FilePath(platformString: ", "FilePath(\"/", ".pushing(FilePath(",
                ".filling(FilePath(", "FilePath(root: ",
            ].contains { line.contains($0) }
            #expect(isAbsolute || known.contains { line.contains($0) }, "\(path.file): \(line)")
        }
    }
}
