import TestSupport
import Testing

@testable import TaskConversion

/// A task that needs delegated tasks stays converted only if nothing runs twice by that.
@Suite struct TaskGraphTests {
    /// The names of the tasks that are delegated in the end: `needs` says what each task needs, as in `all: a b`, where a
    /// name with `*` is delegated by itself; `steps`, in the same form, which others it starts.
    private func delegated(_ needs: [String], steps: [String] = [], runsOnce: Bool = true) -> [String] {
        let runner = OriginalRunner(program: "make", passing: .arguments, runsOnce: runsOnce)
        var project = ConvertedProject(of: "Makefile", runner: runner)
        func parts(_ text: String) -> (name: String, called: [ConvertedCall]) {
            let words = text.replacing(":", with: "").split(separator: " ").map(String.init)
            return (words[0], words.dropFirst().map { ConvertedCall(task: $0) })
        }
        for text in needs {
            let (name, called) = parts(text)
            var task = ConvertedTask(name.replacing("*", with: ""), line: 1)
            task.needs = [called]
            if name.hasSuffix("*") { task.delegate("is not understood") }
            project.tasks.append(task)
        }
        for text in steps {
            let (name, called) = parts(text)
            for index in project.tasks.indices where project.tasks[index].name == name {
                project.tasks[index].steps = called.map { ConvertedStep(.calls([$0]), line: 1) }
            }
        }
        return TaskGraph.delegating(project).tasks.filter { $0.delegation != nil }.map(\.name)
    }

    @Test func aDelegatedTaskThatSharesNothingIsNeeded() {
        #expect(delegated(["all: a b", "a*: p", "b", "p"]) == ["a"])
        #expect(delegated(["all: a b", "b: a", "a*"]) == ["a"])
    }

    @Test func aSharedPrerequisiteDoesNotRunTwice() {
        #expect(delegated(["all: a b", "a*: p", "b: p", "p"]) == ["all", "a"])
        #expect(delegated(["all: a p", "a*: p", "p"]) == ["all", "a"])
        #expect(delegated(["all: a b", "a*: p", "b*: p", "p"]) == ["all", "a", "b"])
        #expect(delegated(["top: all", "all: a b", "a*: p", "b: p", "p"]) == ["all", "a"])
        #expect(delegated(["all: a b", "a*: p", "b: p", "p"], runsOnce: false) == ["a"])
    }

    @Test func whatCannotBeCalledDelegatesItsCaller() { #expect(delegated(["all: missing"]) == ["all"]) }

    @Test func whatRunsItselfAgainIsDelegated() {
        #expect(delegated(["a", "b"], steps: ["a: b", "b: a"]) == ["b"])
        #expect(delegated(["a"], steps: ["a: a"]) == ["a"])
        #expect(delegated(["a: b", "b: c", "c: a"]) == ["a", "b", "c"])
    }

    /// devtool runs what is needed once, and a step each time.
    @Test func whatRunsSeveralTimes() {
        #expect(delegated(["all: p", "x: p", "p"], steps: ["all: x"]) == ["all"])
        #expect(delegated(["all: p", "x", "p"], steps: ["all: x x p"]) == [])
        #expect(delegated(["all", "x: p", "p"], steps: ["all: x p"]) == ["all"])
        #expect(delegated(["all: a b", "a: p", "b: p", "p"], runsOnce: false) == [])
    }

    /// What an earlier part of a sequence needs does not stand in a later one.
    @Test func sequencesAreShortened() {
        let runner = OriginalRunner(program: "make", passing: .arguments)
        var project = ConvertedProject(of: "Makefile", runner: runner)
        for (name, needs) in [("a", ["b", "c", "d"]), ("b", ["c"]), ("c", []), ("d", [])] {
            var task = ConvertedTask(name, line: 1)
            task.needs = needs.map { [ConvertedCall(task: $0)] }
            project.tasks.append(task)
        }
        let needs = TaskGraph.delegating(project).tasks[0].needs
        #expect(needs.map { $0.map(\.task) } == [["b"], [], ["d"]])
    }

    @Test func anOrderThatContradictsAnother() {
        let runner = OriginalRunner(program: "make", passing: .arguments)
        var project = ConvertedProject(of: "Makefile", runner: runner)
        for (name, parts) in [("all", [["b"], ["c"]]), ("c", [["a"], ["b"]]), ("a", []), ("b", [])] {
            var task = ConvertedTask(name, line: 1)
            task.needs = parts.map { $0.map { ConvertedCall(task: $0) } }
            project.tasks.append(task)
        }
        let tasks = TaskGraph.delegating(project).tasks
        #expect(tasks.filter { $0.delegation != nil }.map(\.name) == ["all"])
    }

    @Test func aLongChainEnds() {
        let names = (0..<rounds(2000, every: 4)).map { "t\($0)" }
        var needs = zip(names, names.dropFirst()).map { "\($0): \($1)" }
        needs.append("\(names[names.count - 1])*")
        #expect(delegated(needs).count < 20)
    }
}
