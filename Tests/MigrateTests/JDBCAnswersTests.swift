import Testing

@testable import Migrate

/// What the Java of a JDBC session writes.
@Suite struct JDBCAnswersTests {
    @Test func rowsHaveTextsAndNulls() {
        let answers = Self.answers(JavaReport("row", ["=a", "-"]), JavaReport("row", ["=", "==-"]), Self.done)
        #expect(answers.next(within: .zero) == .success([["a", nil], ["", "=-"]]))
    }

    @Test func statementsWithoutRows() {
        let answers = Self.answers(Self.done, Self.done, JavaReport("failed", ["gone"]))
        #expect(answers.next(within: .zero) == .success([]))
        #expect(answers.next(within: .zero) == .success([]))
        #expect(answers.next(within: .zero) == .failure(.refused("gone", [])))
    }

    /// They come in any pieces.
    @Test func anAnswerIsTakenWhole() {
        let bytes = JavaReport("row", ["=ü"]).bytes + Self.done.bytes
        let answers = JDBCAnswers()
        for byte in bytes {
            #expect(answers.next(within: .zero) == nil)
            answers.receive([byte])
        }
        #expect(answers.next(within: .zero) == .success([["ü"]]))
        #expect(answers.next(within: .zero) == nil)
    }

    @Test func whatIsNoAnswerIsNone() {
        let answers = JDBCAnswers()
        answers.receive(Array("java: not found\n".utf8) + JavaReport("else", []).bytes)
        #expect(answers.next(within: .zero) == nil)
    }

    @Test func whatDoesNotComeIsNotWaitedFor() { #expect(JDBCAnswers().next(within: .milliseconds(20)) == nil) }

    /// An answer that is never given is not waited for: the Java has ended.
    @Test func theEndIsNoticed() {
        let answers = Self.answers(Self.done)
        answers.finish()
        #expect(!answers.isOver)
        #expect(answers.next(within: .seconds(600)) == .success([]))
        #expect(answers.isOver)
        #expect(answers.next(within: .seconds(600)) == nil)
    }

    @Test func theEndIsNoticedByWhoWaits() async {
        let answers = JDBCAnswers()
        async let answer = runBlocking(within: .seconds(600), else: .failure(.noAnswer)) {
            answers.next(within: .seconds(600))
        }
        answers.finish()
        #expect(await answer == nil)
    }

    private static let done = JavaReport("done", [])

    private static func answers(_ reports: JavaReport...) -> JDBCAnswers {
        let answers = JDBCAnswers()
        answers.receive(reports.flatMap(\.bytes))
        return answers
    }
}
