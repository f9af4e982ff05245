import Foundation
import TestSupport
import Testing

/// Two runs at once that change the same file: one of them succeeds and its work is there, or both are, one after the
/// other; neither reports a success that is none.
@Suite(.serialized) struct ConcurrentChangeScenarios {
    /// Two command lines, how a round begins, and how it is judged.
    struct Pair: CustomTestStringConvertible, Sendable {
        let first: String
        let second: String
        let begin: String
        /// Prints what is wrong after a round; `$s1` and `$s2` are the statuses.
        let judge: String
        /// The statuses that a run may have which came too late.
        let late: String

        var testDescription: String { "\(first) & \(second)" }
    }

    static let pairs = [
        // Each format is in the file if its run has succeeded, unless the other run came first.
        Pair(
            first: "cards -qi --format 'A{number} ' b.json", second: "cards -qi --format 'B{number} ' b.json",
            begin: "cp board b.json",
            judge: """
                for i in 1 2; do
                    eval s=\\$s$i; f=$([ $i = 1 ] && echo A || echo B)
                    [ $s != 0 ] || grep -q "${f}1 " b.json || echo "$f is not there"
                done
                """, late: "74"),
        Pair(
            first: "cards -qi --backup b.json", second: "cards -qi --backup b.json",
            begin: "cp board b.json; rm -f b.json~",
            judge: """
                cmp -s b.json~ board || echo 'the backup is not the original'
                cmp -s b.json numbered || echo 'not numbered'
                """, late: "74"),
        Pair(
            first: "cards -qi --journal j b.json", second: "cards -qi --journal j b.json",
            begin: "cp board b.json; rm -f j",
            judge: """
                $devtool cards -qi --undo --journal j b.json || echo 'no way back'
                cmp -s b.json board || echo 'not undone'
                """, late: "74 73"),
        Pair(
            first: "migrate new --author me 'add x'", second: "migrate new --author me 'add y'",
            begin: "mkdir -p db; cp changelog db/changelog.xml; cp migrate.yml devtool.yml",
            judge: """
                added=$(( (s1 == 0) + (s2 == 0) ))
                [ $(grep -c '<changeSet' db/changelog.xml) = $((3 + added)) ] || echo "not $added added"
                """, late: "74"),
        Pair(
            first: "init --from Makefile", second: "init --from justfile", begin: "rm -f devtool.yml",
            judge: """
                [ $(( (s1 == 0) + (s2 == 0) )) = 1 ] || echo 'not one of them'
                grep -q "$([ $s1 = 0 ] && echo make || echo just)" devtool.yml || echo 'the other one'
                """, late: "73"),
        Pair(
            first: "init --here", second: "init --here", begin: "rm -f devtool.yml",
            judge: "[ $(cat e1 e2 | grep -c 'wrote devtool.yml') = 1 ] || echo 'not written once'", late: "73"),
    ]

    @Test(arguments: pairs) func twoRunsAtOnce(pair: Pair) async throws {
        let cards = (1...rounds(2000, every: 2)).map { #"{"idShort":\#($0),"idList":"l","name":"card \#($0)"}"# }
        let board = ##"{"name":"X #","lists":[{"id":"l","name":"L"}],"cards":[\##(cards.joined(separator: ","))]}"##
        try await Scenario().file("board", board).file("changelog", Scenario.changelog).file(
            "migrate.yml", "migrate: {changelog: db/changelog.xml, targets: {a: {url: 'jdbc:h2:mem:x'}}}\n"
        ).file("Makefile", "make:\n\techo make\n").file("justfile", "just:\n    echo just\n").shell(
            """
            $devtool -q cards board -o numbered
            for round in $(seq \(rounds(200, every: 25))); do
                \(pair.begin)
                $devtool \(pair.first) >o1 2>e1 & first=$!
                $devtool \(pair.second) >o2 2>e2 & second=$!
                wait $first; s1=$?; wait $second; s2=$?
                case " 0 \(pair.late) " in *" $s1 "*) ;; *) echo "first: $s1"; cat e1 ;; esac
                case " 0 \(pair.late) " in *" $s2 "*) ;; *) echo "second: $s2"; cat e2 ;; esac
                [ $s1 = 0 ] || [ $s2 = 0 ] || echo 'both came too late'
                \(pair.judge)
                ls -a | grep '^\\.devtool-'
            done
            exit 0
            """
        ).stdout("").exits(0)
    }
}
