import Testing

@testable import TaskConversion

@Suite struct SourceKindTests {
    @Test(arguments: [
        ("Taskfile.yml", SourceKind.taskfile), ("taskfile.dist.yaml", .taskfile), ("justfile", .justfile),
        (".justfile", .justfile), ("Justfile", .justfile), ("Makefile", .makefile), ("GNUmakefile", .makefile),
        ("rules.mk", .makefile), ("package.json", .packageJSON), ("Gruntfile.js", .gruntfile),
        ("gruntfile.cjs", .gruntfile),
    ]) func isToldByTheName(name: String, kind: SourceKind) { #expect(SourceKind(fileName: name) == kind) }

    @Test(arguments: ["Gruntfile.coffee", "build.gradle", "yml", "Taskfile"]) func othersAreUnknown(name: String) {
        #expect(SourceKind(fileName: name) == nil)
    }
}
