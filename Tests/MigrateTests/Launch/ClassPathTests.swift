import SystemPackage
import TestSupport
import Testing

@testable import Migrate

@Suite struct ClassPathTests {
    @Test func hasTheTargetsEntriesFirst() throws {
        let folder = TemporaryFolder()
        for name in ["lib/b.jar", "lib/a.jar", "lib/readme.txt", "own/x.jar", "own/y.jar"] {
            try folder.write("", to: name)
        }
        let path = ClassPath(
            own: ["own/y.jar", "own/x.jar"], jar: "/home/liquibase.jar",
            folders: [folder.path.appending("none"), folder.path.appending("lib")], directory: folder.path)
        let own = folder.path.appending("own"), lib = folder.path.appending("lib")
        #expect(path.text == "\(own)/y.jar:\(own)/x.jar:/home/liquibase.jar:\(lib)/a.jar:\(lib)/b.jar:.")
        #expect(path.jars.count == 5)
        #expect(!path.mixesFolders)
        let mixed = ClassPath(own: ["own"], jar: "/x.jar", folders: [], directory: folder.path)
        #expect(mixed.mixesFolders)
    }

    private static let compiler = [
        "-XX:TieredStopAtLevel=1", "-XX:Tier3InvocationThreshold=50", "-XX:CICompilerCount=1",
    ]

    @Test(arguments: [
        ([], [], compiler + ["-XX:+UseSerialGC"]),
        (["-Xmx1g"], ["-Xss2m"], compiler + ["-XX:+UseSerialGC", "-Xmx1g", "-Xss2m"]),
        (["-XX:+UseG1GC"], [], compiler + ["-XX:+UseG1GC"]), ([], ["-XX:+UseZGC"], compiler + ["-XX:+UseZGC"]),
        ([], ["-XX:TieredStopAtLevel=4"], ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=4"]),
    ]) func javaGetsOneCollector(user: [String], run: [String], expected: [String]) throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "liquibase.jar")
        let liquibase = try #require(Liquibase(home: folder.path))
        let description = LiquibaseRun(
            arguments: [], settings: DefaultsFile(), directory: folder.path, javaOptions: run)
        let java = JavaRuntime(executable: "/java", options: user)
        #expect(
            liquibase.virtualMachineOptions(for: description, java: java) == expected + [
                "-Duser.language=en", "-Duser.country=US",
            ])
    }
}
