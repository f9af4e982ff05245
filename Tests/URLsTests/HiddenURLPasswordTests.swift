import Testing
import URLs

@Suite struct HiddenURLPasswordTests {
    @Test(arguments: [
        ("postgres://app:hunter2@db/app", "postgres://app:***@db/app"),
        ("postgres://app:a:b@c@db/app", "postgres://app:***@db/app"),
        ("postgres://:hunter2@db/app", "postgres://:***@db/app"),
        (
            "jdbc:postgresql://db/app?user=a&password=hunter2&ssl=true",
            "jdbc:postgresql://db/app?user=a&password=***&ssl=true"
        ), ("jdbc:sqlserver://db;Password=hunter2;a=b", "jdbc:sqlserver://db;Password=***;a=b"),
        ("jdbc:sqlserver://db;user=a;password={hun;t}}r2};a=b", "jdbc:sqlserver://db;user=a;password=***;a=b"),
        (
            "jdbc:mariadb://db/app?trustStorePassword=hun;ter2&pwd=b&passwordEncoding=c",
            "jdbc:mariadb://db/app?trustStorePassword=***&pwd=***&passwordEncoding=c"
        ), ("jdbc:db2://db/app:user=a;password=hunter2;", "jdbc:db2://db/app:user=a;password=***;"),
        ("jdbc:oracle:thin:scott/hunter2@db/app", "jdbc:oracle:thin:scott/***@db/app"),
        ("jdbc:oracle:thin:@//db/app@b", "jdbc:oracle:thin:@//db/app@b"),
        ("jdbc:sqlite:a@b:c.db", "jdbc:sqlite:a@b:c.db"), ("https://example.com/a:b@c", "https://example.com/a:b@c"),
        ("https://example.com:80/a:b@c", "https://example.com:80/a:b@c"),
        ("jdbc:postgresql://db/app?sslkeypass=a&auth=b", "jdbc:postgresql://db/app?sslkeypass=***&auth=***"),
        ("https://ex.test/a?credential=x&oauth=y", "https://ex.test/a?credential=***&oauth=y"),
        (
            "https://ex.test/a?jwt=1&PIN=2&otp=3&client_assertion=4&bearer=5&session=6&x=7",
            "https://ex.test/a?jwt=***&PIN=***&otp=***&client_assertion=***&bearer=***&session=***&x=7"
        ),
        (
            "https://ex.test/?AccountKey=a==;b&x=1#id_token=hunter2&state=s#b",
            "https://ex.test/?AccountKey=***&x=1#id_token=***&state=s#b"
        ), ("https://ex.test/a?spinner=1#session", "https://ex.test/a?spinner=1#session"),
        // Issue 24.13: forms that only some drivers have.
        (
            "jdbc:mysql://(host=db,port=3306,user=a,password=hunter2)/app",
            "jdbc:mysql://(host=db,port=3306,user=a,password=***)/app"
        ),
        (
            "jdbc:mysql://address=(host=db)(user=a)(PassWord=hun%74er2)/app",
            "jdbc:mysql://address=(host=db)(user=a)(PassWord=***)/app"
        ), ("jdbc:mysql://a:hunter2@h1,h2:3306/app", "jdbc:mysql://a:***@h1,h2:3306/app"),
        ("jdbc:mysql://a:hunter2@h1,b:hunter3@h2/app", "jdbc:mysql://a:***@h2/app"),
        ("jdbc:mysql:loadbalance://a:hunter2@[::1]/app", "jdbc:mysql:loadbalance://a:***@[::1]/app"),
        ("jdbc:mysql://db/app?password2=hunter2&a=b", "jdbc:mysql://db/app?password2=***&a=b"),
        ("jdbc:teradata://db/USER=a,PASSWORD=hunter2,TMODE=ANSI", "jdbc:teradata://db/USER=a,PASSWORD=***,TMODE=ANSI"),
        ("JDBC:ORACLE:OCI8:scott/hun@ter2@db", "JDBC:ORACLE:OCI8:scott/***@db"),
        ("jdbc:oracle:thin:scott/\"hun@ter2\"@//db/app", "jdbc:oracle:thin:scott/***@//db/app"),
        ("jdbc:sqlserver://db;ACCESSTOKEN=ey.J;a=b", "jdbc:sqlserver://db;ACCESSTOKEN=***;a=b"),
        ("jdbc:sqlserver://db;trust_store_pwd='hun;ter2';a=b", "jdbc:sqlserver://db;trust_store_pwd=***;a=b"),
        (
            "jdbc:snowflake://a/?p%61ssw%6Frd=hunter2&privateKeyPath=k",
            "jdbc:snowflake://a/?p%61ssw%6Frd=***&privateKeyPath=k"
        ), ("jdbc:h2:./app;CIPHER=AES;PASSWORD=hunter2", "jdbc:h2:./app;CIPHER=AES;PASSWORD=***"),
        ("postgres://app:hun/ter2@db/app", "postgres://app:***@db/app"),
        ("postgres://app:h#un?ter2@db/app", "postgres://app:***@db/app"),
        ("https://a.blob/x.zip?sv=1&sig=hunter2", "https://a.blob/x.zip?sv=1&sig=***"),
        ("jdbc:postgresql://db/app?sslkey=/k.pem&user=a", "jdbc:postgresql://db/app?sslkey=/k.pem&user=a"),
        ("jdbc:postgresql://h1:5432,h2:5433/app", "jdbc:postgresql://h1:5432,h2:5433/app"),
    ]) func hidesThePassword(url: String, shown: String) { #expect(url.hidingURLPassword == shown) }

    /// A driver may repeat each of them.
    @Test func knowsThePasswordOfEachHost() {
        #expect("jdbc:mysql://a:x1@h1,b:x2@h2/app".urlPasswords == ["x1@h1,b:x2", "x1", "x2"])
        #expect("jdbc:oracle:thin:a/x@y@h".urlPasswords == ["x@y", "x"])
    }

    /// A long one takes no longer than it is long.
    @Test func isLinear() {
        let url = "jdbc:x://h/?" + String(repeating: "a=b&(;:=,/", count: 20_000)
        #expect(url.hidingURLPassword == url)
    }
}
