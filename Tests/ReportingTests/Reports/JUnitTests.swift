import CLibXML2
import SystemPackage
import Testing

@testable import DevtoolKit
@testable import Reporting

@Suite struct ReportingJUnitTests {
    @Test func aRunWithoutFindingsIsOneCaseThatPassed() {
        #expect(
            ReportingExamples.success.junitReport == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites>
                  <testsuite id="0" name="devtool.migrate" package="devtool" hostname="localhost" \
                timestamp="2026-03-01T09:30:00" time="2.500" tests="1" failures="0" errors="0" \
                skipped="0">
                    <properties>
                      <property name="version" value="1.2.3"/>
                      <property name="status" value="0"/>
                    </properties>
                    <testcase name="run" classname="devtool.migrate" time="2.500"/>
                    <system-out></system-out>
                    <system-err></system-err>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test func listsCasesThenErrors() {
        let text = ReportingExamples.everything.junitReport
        let cases = text.split(separator: "\n").filter { $0.hasPrefix("    <testcase") }
        #expect(
            cases == [
                #"    <testcase name="changes/1.sql::1::me" classname="changelog" time="1.042"/>"#,
                #"    <testcase name="b" classname="changelog" time="0.000">"#,
                #"    <testcase name="c" classname="changelog" time="0.000">"#,
                #"    <testcase name="my conf/ü.yml:4:3" classname="devtool.migrate.unknown-key" time="0.000">"#,
                #"    <testcase name="&lt;stdin&gt;:2:1" classname="devtool.migrate" time="0.000">"#,
            ])
        #expect(text.contains(#"tests="5" failures="3" errors="0" skipped="1">"#))
        #expect(text.contains(#"<skipped message="not on &quot;h2&quot;"/>"#))
        #expect(
            text.contains(#"<failure message="a &lt; b &amp; c" type="error">]]&gt;&#10;"# + "\u{FFFD}&#9;</failure>"))
        #expect(text.contains("&#10;/etc/a.yml:1:1: warning: odd&#10;"))
    }

    /// Each message was the name of a case, new to the readers that compare runs by names.
    @Test func errorsWithoutAPlaceAreThoseOfTheRun() {
        let failed = ReportingExamples.run(
            status: .unavailable, diagnostics: [Diagnostic("no Java"), Diagnostic("no driver", hint: "install it")])
        let text = failed.junitReport
        #expect(text.contains(#"tests="1" failures="1" "#))
        #expect(
            text.contains(
                """
                    <testcase name="run" classname="devtool.migrate" time="2.500">
                      <failure message="no Java" type="error">devtool: no Java&#10;devtool: no driver&#10;  hint: \
                install it</failure>
                    </testcase>
                """), "\(text)")
    }

    @Test func aRunThatFailsWithoutAWordIsACaseThatFailed() {
        let failed = ReportingExamples.run(status: ExitStatus(ofChild: 3))
        let text = failed.junitReport
        #expect(text.contains(#"tests="1" failures="1" "#))
        #expect(text.contains(#"<failure message="exit status 3" type="error">exit status 3<"#))
    }

    @Test(arguments: [ReportingExamples.success, ReportingExamples.everything]) func isValid(run: RunRecord) throws {
        let validator = try XSDValidator(ReportingExamples.fixture("JUnit.xsd").string)
        #expect(validator.accepts(run.junitReport))
    }

    @Test(arguments: 0..<50 as Range<UInt64>) func isValidWhateverTheTexts(seed: UInt64) throws {
        let text = ReportingExamples.random(seed: seed).junitReport
        let validator = try XSDValidator(ReportingExamples.fixture("JUnit.xsd").string)
        #expect(validator.accepts(text), "\(text)")
    }

    @Test(arguments: [
        "<testsuites", "<testsuites><testsuite/></testsuites>", "<testsuite/>", "<testsuites><testcase/></testsuites>",
    ]) func theValidatorRejectsWhatIsNotValid(text: String) throws {
        let validator = try XSDValidator(ReportingExamples.fixture("JUnit.xsd").string)
        #expect(!validator.accepts(text))
    }
}

/// An XML schema, to check documents by with libxml2.
private final class XSDValidator {
    private let schema: OpaquePointer

    init(_ path: String) throws {
        let parser = xmlSchemaNewParserCtxt(path)
        defer { xmlSchemaFreeParserCtxt(parser) }
        schema = try #require(xmlSchemaParse(parser))
    }

    deinit { xmlSchemaFree(schema) }

    /// Whether a document is well-formed and valid.
    func accepts(_ text: String) -> Bool {
        let options = Int32(XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue)
        let document = Array(text.utf8).withUnsafeBytes {
            xmlReadMemory($0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), nil, "UTF-8", options)
        }
        guard let document else { return false }
        defer { xmlFreeDoc(document) }
        let context = xmlSchemaNewValidCtxt(schema)
        defer { xmlSchemaFreeValidCtxt(context) }
        return xmlSchemaValidateDoc(context, document) == 0
    }
}
