import Changelogs
import Testing

/// Expressions of contexts and labels, as Liquibase's `ExpressionMatcher` takes them.
@Suite struct FilterExpressionTests {
    @Test(
        arguments: [
            ("", "a", true), ("a", "a", true), ("A", "a", true), ("a", "b", false), ("a, b", "b", true),
            ("a and b", "a", false), ("a and b", "a,B", true), ("a or b", "b", true), ("!a", "b", true),
            ("not a", "a", false), ("a and !(b or c)", "a", true), ("a and !(b or c)", "a,c", false),
            ("a or b and c", "a", true), ("(a or b) and c", "a", false), ("!!a", "a", true), ("(", "a", true),
            ("a)", "a", true), ("and", "a", false),
        ] as [(String, String, Bool)]) func holds(expression: String, words: String, isTrue: Bool)
    {
        let given = FilterExpression.words(of: [words])
        #expect(FilterExpression(expression).holds(for: given) == isTrue)
    }

    /// Since 4.23 `@test` does not hold where no context is given; before, it is a name like any other.
    @Test(
        arguments: [
            ("@a", "", false, true), ("@a", "a", true, false), ("@a", "b", false, false), ("@a or b", "", true, true),
            ("@a and b", "", false, true), ("!@a", "", true, true), ("@!a", "", true, true), ("@!a", "a", false, false),
            ("a", "", true, true),
        ] as [(String, String, Bool, Bool)]) func requires(
            expression: String, words: String, isTrue: Bool, wasTrue: Bool
        )
    {
        let given = FilterExpression.words(of: [words])
        #expect(FilterExpression(expression, knowsRequired: true).holds(for: given) == isTrue)
        #expect(FilterExpression(expression).holds(for: given) == wasTrue)
    }
}
