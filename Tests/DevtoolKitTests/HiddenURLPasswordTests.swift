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
        ("postgres://app:a/b?c#d@db/app", "postgres://app:***@db/app"),
        ("jdbc:mysql://app:hunter2@db/app", "jdbc:mysql://app:***@db/app"),
        ("jdbc:oracle:thin:scott/tiger@//db:1521/app", "jdbc:oracle:thin:scott/***@//db:1521/app"),
        ("jdbc:oracle:thin:@//db/app", "jdbc:oracle:thin:@//db/app"),
        ("jdbc:x://db/app?sslPassword=a#b", "jdbc:x://db/app?sslPassword=***"),
        ("jdbc:postgresql://db:5432/app?user=a@b", "jdbc:postgresql://db:5432/app?user=a@b"),
        ("jdbc:sqlite:a@b:c.db", "jdbc:sqlite:a@b:c.db"),
        ("https://example.com/a:b@c", "https://example.com/a:b@c"),
    ])
    func hidesThePassword(url: String, shown: String) {
        #expect(url.hidingURLPassword == shown)
    }
}
