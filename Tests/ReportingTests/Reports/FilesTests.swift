import ArgumentParser
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Reporting

@Suite struct ReportingFilesTests {
    @Test func theJSONReportHoldsEverything() {
        #expect(
            ReportingExamples.everything.jsonReport.replacing(/\n */, with: "") == """
                {"schema": 1,"tool": {"name": "devtool","version": "1.2.3"},"command": "migrate",\
                "begin": "2026-03-01T09:30:00Z","seconds": 2.5,"status": 78,"diagnostics": [\
                {"severity": "error","message": "unknown key 'usrname'","rule": "unknown-key",\
                "hint": "did you mean 'username'?","file": "my conf/ü.yml","line": 4,"column": 3},\
                {"severity": "warning","message": "odd","rule": "unknown-key",\
                "file": "/etc/a.yml","line": 1,"column": 1},\
                {"severity": "error","message": "no end","file": "<stdin>","line": 2,"column": 1},\
                {"severity": "note","message": "so","rule": "note"}],"tests": [\
                {"name": "changes/1.sql::1::me","group": "changelog","seconds": 1.042,\
                "outcome": "passed"},\
                {"name": "b","group": "changelog","seconds": 0.0,"outcome": "skipped",\
                "message": "not on \\"h2\\""},\
                {"name": "c","group": "changelog","seconds": 0.0,"outcome": "failed",\
                "message": "a < b & c","details": "]]>\\n\\u001b\\t"}]}
                """)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func theJSONReportIsJSONWhateverTheTexts(seed: UInt64) throws {
        let run = ReportingExamples.random(seed: seed)
        let document = try #require(JSONSerialization.jsonObject(with: Data(run.jsonReport.utf8)) as? [String: Any])
        let diagnostics = try #require(document["diagnostics"] as? [[String: Any]])
        // By scalars: equality of strings takes different spellings of a character for the same.
        #expect(
            diagnostics.compactMap { ($0["message"] as? String)?.unicodeScalars.map(\.value) }
                == run.diagnostics.map { $0.message.unicodeScalars.map(\.value) })
    }

    @Test(arguments: [
        ("junit=a", ReportRequest.Kind.junit, "a"), ("sarif=a=b", .sarif, "a=b"), ("json=/tmp/a b", .json, "/tmp/a b"),
        ("json=-", .json, "/dev/stdout"),
    ]) func readsRequests(argument: String, kind: ReportRequest.Kind, path: String) throws {
        let request = try ReportRequest(argument: argument)
        #expect(request.kind == kind)
        #expect(request.path == path)
    }

    @Test(arguments: [
        ("xml=a", "unknown kind of report 'xml'; known: junit, sarif, json"),
        ("sarf=a", "unknown kind of report 'sarf'; did you mean 'sarif'?"),
        ("", "unknown kind of report ''; known: junit, sarif, json"),
        ("json", "a report requires a file, such as '--report json=report.json'"),
        ("junit=", "a report requires a file, such as '--report junit=report.xml'"),
    ]) func rejectsOtherRequests(argument: String, message: String) {
        let error = #expect(throws: ValidationError.self) { try ReportRequest(argument: argument) }
        #expect(error?.message == message)
    }

    @Test(arguments: ReportRequest.Kind.allCases) func writesAFile(kind: ReportRequest.Kind) throws {
        let folder = TemporaryFolder()
        try folder.write("old", to: "report")
        let path = folder.path.appending("report")
        let request = try ReportRequest(argument: "\(kind)=\(path)")
        try request.write(ReportingExamples.success)
        #expect(folder.text("report") == request.text(of: ReportingExamples.success))
        #expect(folder.names == ["report"])
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00"), (951_827_696, "2000-02-29T12:34:56"), (4_102_444_799, "2099-12-31T23:59:59"),
        (-1, "1969-12-31T23:59:59"),
    ]) func tellsTheTime(seconds: Int, expected: String) {
        #expect(Timestamp(secondsSince1970: seconds).description == expected)
    }
}
