import Testing

@testable import Migrate

/// What the Java of a JDBC session writes.
@Suite struct JDBCAnswersTests {
    @Test func rowsHaveTextsAndNulls() {
        let answers = Self.answers("2", "2", "=a", "-", "=", "==-")
        #expect(answers.next(within: .zero) == .rows([["a", nil], ["", "=-"]]))
    }

    @Test func statementsWithoutRows() {
        let answers = Self.answers("0", "0", "0", "3", "!gone")
        #expect(answers.next(within: .zero) == .rows([]))
        #expect(answers.next(within: .zero) == .rows([]))
        #expect(answers.next(within: .zero) == .failure("gone"))
    }

    /// They come in any pieces.
    @Test func anAnswerIsTakenWhole() {
        let bytes = Array("1\0001\0=ü\0".utf8)
        let answers = JDBCAnswers()
        for byte in bytes {
            #expect(answers.next(within: .zero) == nil)
            [byte].withUnsafeBytes { answers.receive($0) }
        }
        #expect(answers.next(within: .zero) == .rows([["ü"]]))
        #expect(answers.next(within: .zero) == nil)
    }

    @Test func whatIsNoAnswerIsNone() {
        #expect(Self.answers("java: not found", "x").next(within: .zero) == nil)
        #expect(Self.answers("-1", "-1").next(within: .zero) == nil)
    }

    @Test func whatDoesNotComeIsNotWaitedFor() {
        #expect(JDBCAnswers().next(within: .milliseconds(20)) == nil)
    }

    /// An answer that is never given is not waited for: the Java has ended.
    @Test func theEndIsNoticed() {
        let answers = Self.answers("0", "0")
        answers.finish()
        #expect(!answers.isOver)
        #expect(answers.next(within: .seconds(600)) == .rows([]))
        #expect(answers.isOver)
        #expect(answers.next(within: .seconds(600)) == nil)
    }

    @Test func theEndIsNoticedByWhoWaits() async {
        let answers = JDBCAnswers()
        async let answer = BlockingWork.run(within: .seconds(600), else: .failure("late")) {
            answers.next(within: .seconds(600))
        }
        answers.finish()
        #expect(await answer == nil)
    }

    private static func answers(_ texts: String...) -> JDBCAnswers {
        let answers = JDBCAnswers()
        let bytes = texts.flatMap { Array($0.utf8) + [UInt8(0)] }
        bytes.withUnsafeBytes { answers.receive($0) }
        return answers
    }
}
