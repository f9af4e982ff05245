import Reporting
import Testing

@testable import Migrate

/// The next name after those that a project has.
@Suite struct NamePatternTests {
    @Test(arguments: [
        ("7", "12"), ("007", "012"), ("007-create-x", "012-add-customer-email"),
        ("V7__create_x", "V12__add_customer_email"), ("7_create", "12_add_customer_email"), ("20260101", "20260314"),
        ("202601011200", "202603140926"), ("20260101120000-create-x", "20260314092653-add-customer-email"),
        ("create-x", "add-customer-email"), ("create_x", "add_customer_email"), ("JIRA-12", "add-customer-email"),
        ("1612345678901-3", "add-customer-email"), ("1.2.0-create", "add-customer-email"), ("", "add-customer-email"),
    ]) func next(last: String, name: String) {
        let time = Timestamp(secondsSince1970: 1_773_480_413)
        let next = NamePattern(last).next(
            for: "Add customer e-mail!".replacing("e-mail", with: "email"), after: 11, at: time)
        #expect(next == name)
    }
}
