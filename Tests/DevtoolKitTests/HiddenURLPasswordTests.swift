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
        (
            "jdbc:sqlserver://db;user=a;password={hun;t}}r2};a=b",
            "jdbc:sqlserver://db;user=a;password=***;a=b"
        ),
        (
            "jdbc:mariadb://db/app?trustStorePassword=hun;ter2&pwd=b&passwordEncoding=c",
            "jdbc:mariadb://db/app?trustStorePassword=***&pwd=***&passwordEncoding=c"
        ),
        ("jdbc:db2://db/app:user=a;password=hunter2;", "jdbc:db2://db/app:user=a;password=***;"),
        ("jdbc:oracle:thin:scott/hunter2@db/app", "jdbc:oracle:thin:scott/***@db/app"),
        ("jdbc:oracle:thin:@//db/app@b", "jdbc:oracle:thin:@//db/app@b"),
        ("jdbc:sqlite:a@b:c.db", "jdbc:sqlite:a@b:c.db"),
        ("https://example.com/a:b@c", "https://example.com/a:b@c"),
    ])
    func hidesThePassword(url: String, shown: String) {
        #expect(url.hidingURLPassword == shown)
    }
}
