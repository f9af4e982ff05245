extension RunRecord {
    /// The report in the format of Ant's JUnit task, which CI systems read, with one suite per run.
    ///
    /// Recorded test cases are its cases, and so is each place with an error. The run itself is a case if there is no
    /// other, since readers reject an empty suite, if errors have no place, or if it failed and no other case did.
    /// Names do not depend on messages, because readers compare cases by name. A failure counts once, where it
    /// happened. All diagnostics, including warnings, form the suite's standard error. The document is valid according
    /// to the strictest schema in use (JUnit.xsd of Windy Road), which requires every attribute and element here,
    /// except for `flakyFailure`, which is Surefire's.
    var junitReport: String {
        let suite = command.isEmpty ? program : "\(program).\(command)"
        var cases = testCases
        // Diagnostics of a failed test case are not repeated.
        let reported = Set(testCases.compactMap(\.failure))
        let errors = diagnostics.filter { error in
            error.severity == .error && !diagnosticsOfCases.contains(error) && !reported.contains(error.message)
        }
        cases += errors.compactMap { failure($0, in: suite) }
        let ofRun = errors.filter { $0.location == nil }
        let hasFailed = !ofRun.isEmpty || status != .success && !cases.contains(where: \.isFailed)
        if cases.isEmpty || hasFailed {
            let status = "exit status \(self.status.rawValue)"
            let details = ofRun.map { $0.rendered(program: program) }.joined(separator: "\n")
            let failure = TestCase.Outcome.failed(
                ofRun.first?.message ?? status, details: details.isEmpty ? status : details)
            cases.append(TestCase("run", in: suite, took: duration, outcome: hasFailed ? failure : .passed))
        }
        let attributes = [
            ("id", "0"), ("name", suite), ("package", program), ("hostname", "localhost"), ("timestamp", "\(begin)"),
            ("time", seconds(duration)), ("tests", "\(cases.count)"), ("failures", "\(cases.count(where: \.isFailed))"),
            ("errors", "0"), ("skipped", "\(cases.count(where: \.isSkipped))"),
        ]
        // A part that writes to the streams of the whole, as a nested run of one task does, has no output of its own.
        let output = cases.filter(\.hasFailedPart).map(\.output).joined(separator: "\n")
        let said = diagnostics.map { $0.rendered(program: program) + "\n" }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
              <testsuite\(text(attributes))>
                <properties>
                  <property\(text([("name", "version"), ("value", version)]))/>
                  <property\(text([("name", "status"), ("value", "\(status.rawValue)")]))/>
                </properties>
            \(cases.map(testCase).joined(separator: "\n"))
                <system-out>\(escaped(output))</system-out>
                <system-err>\(escaped(said))</system-err>
              </testsuite>
            </testsuites>

            """
    }

    private func failure(_ diagnostic: Diagnostic, in suite: String) -> TestCase? {
        guard let place = diagnostic.location else { return nil }
        return TestCase(
            "\(place)", in: diagnostic.rule.map { "\(suite).\($0.id)" } ?? suite,
            outcome: .failed(diagnostic.message, details: diagnostic.rendered(program: program)))
    }

    private func testCase(_ test: TestCase) -> String {
        let attributes = [("name", test.name), ("classname", test.group), ("time", seconds(test.duration))]
        let begin = "    <testcase\(text(attributes))"
        let content: String
        switch test.outcome {
        case .passed where test.failedAttempts.isEmpty: return begin + "/>"
        case .passed:
            content = test.failedAttempts.map { reason in
                let attributes = text([("message", reason), ("type", "error")])
                return "<flakyFailure\(attributes)><stackTrace>\(escaped(reason))</stackTrace></flakyFailure>"
            }.joined(separator: "\n      ")
        case .skipped(let reason),
            .failed(let reason, _) where test.hasFailedPart:
            content = "<skipped\(text([("message", reason)]))/>"
        case .failed(let message, let details):
            let attributes = text([("message", message), ("type", "error")])
            // No schema in use allows output next to the failure, only inside it.
            let output = test.output.isEmpty ? "" : "\n\n\(test.output)"
            content = "<failure\(attributes)>\(escaped(details + output))</failure>"
        }
        return "\(begin)>\n      \(content)\n    </testcase>"
    }

    private func seconds(_ duration: Duration) -> String {
        let milliseconds = Int(duration / .milliseconds(1))
        let decimals = "\(milliseconds % 1000)"
        let zeros = String(repeating: "0", count: 3 - decimals.count)
        return "\(milliseconds / 1000).\(zeros)\(decimals)"
    }

    private func text(_ attributes: [(name: String, value: String)]) -> String {
        attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    }

    /// Escapes element content and attributes (XML 1.0, sections 2.2 and 3.3.3).
    private func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            if let reference = scalar.markupReference {
                escaped += reference
                return
            }
            switch scalar {
            // In an attribute, literal white space would be normalized to a blank.
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            // Not allowed in XML, not even as a reference.
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

extension TestCase {
    fileprivate var isFailed: Bool { failure != nil && !hasFailedPart }
    fileprivate var isSkipped: Bool { if case .skipped = outcome { true } else { failure != nil && hasFailedPart } }
}
