import Testing

@testable import DevtoolKit

@Suite struct HiddenURLPasswordTests {
    @Test(arguments: [
        ("postgres://app:hunter2@db/app", "postgres://app:***@db/app"),
        ("postgres://app:a:b@c@db/app", "postgres://app:***@db/app"),
        ("postgres://:hunter2@db/app", "postgres://:***@db/app"),
        (
            "jdbc:postgresql://db/app?user=a&password=hunter2&ssl=true",
            "jdbc:postgresql://db/app?user=a&password=***&ssl=true"
        ),
        ("jdbc:sqlserver://db;Password=hunter2;a=b", "jdbc:sqlserver://db;Password=***;a=b"),
        ("jdbc:sqlite:a@b:c.db", "jdbc:sqlite:a@b:c.db"),
        ("https://example.com/a:b@c", "https://example.com/a:b@c"),
    ])
    func hidesThePassword(url: String, shown: String) {
        #expect(url.hidingURLPassword == shown)
    }
}
