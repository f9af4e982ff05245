import DevtoolKit
import Testing

@testable import Migrate

@Suite struct DefaultsFileTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""), (" a b ", #"\ a\ b\ "#), (##"a\b=c:d#e!f"##, ##"a\\b\=c\:d\#e\!f"##),
        ("tab\tnew\nline", #"tab\u0009new\u000aline"#), ("\u{E4}\u{20AC}", #"\u00e4\u20ac"#),
        ("\u{1F600}", #"\ud83d\ude00"#), ("'\"$&%", "'\"$&%"),
    ]) func escapesAsPropertiesDo(password: String, expected: String) {
        let file = DefaultsFile([("password", password)])
        #expect(file.text.revealed == "password=\(expected)\n")
    }

    @Test func isASecret() {
        #expect(DefaultsFile().text.revealed == "")
        #expect("\(DefaultsFile([("password", "hunter2")]).text)" == "***")
    }

    @Test(arguments: [
        "changeLogFile", "changelogFile", "changelog-file", "liquibase.command.changelogFile",
        "liquibase.command.update.changelog-file", "CHANGELOG_FILE",
    ]) func aPropertyIsTheSameInEverySpelling(key: String) {
        var file = DefaultsFile([("changeLogFile", "a.xml")])
        file.set(key, to: "b.xml")
        #expect(file.text.revealed == "\(key)=b.xml\n")
    }
}
