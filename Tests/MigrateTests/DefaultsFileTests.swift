import DevtoolKit
import Testing

@testable import Migrate

@Suite struct DefaultsFileTests {
    @Test(arguments: [
        ("plain", "plain"),
        ("", ""),
        (" a b ", #"\ a\ b\ "#),
        (##"a\b=c:d#e!f"##, ##"a\\b\=c\:d\#e\!f"##),
        ("tab\tnew\nline", #"tab\u0009new\u000aline"#),
        ("\u{E4}\u{20AC}", #"\u00e4\u20ac"#),
        ("\u{1F600}", #"\ud83d\ude00"#),
        ("'\"$&%", "'\"$&%"),
    ])
    func escapesAsPropertiesDo(password: String, expected: String) {
        let file = DefaultsFile(changelog: nil, target: nil, password: Secret(password))
        #expect(file.text.revealed == "password=\(expected)\n")
    }

    @Test func holdsNothingThatIsNotConfigured() {
        #expect(DefaultsFile(changelog: nil, target: nil, password: nil).text.revealed == "")
        #expect(
            "\(DefaultsFile(changelog: "a", target: nil, password: Secret("hunter2")).text)"
                == "***")
    }
}
