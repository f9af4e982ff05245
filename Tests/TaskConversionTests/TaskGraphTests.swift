import Testing

@testable import TaskConversion

/// A task that needs delegated tasks stays converted only if nothing runs twice by that.
@Suite struct TaskGraphTests {
    /// The names of the tasks that are delegated in the end: `needs` says what each task needs, as in `all: a b`, where a
    /// name with `*` is delegated by itself; `steps`, in the same form, which others it starts.
    private func delegated(_ needs: [String], steps: [String] = [], runsOnce: Bool = true)
        -> [String]
    {
        var project = ConvertedProject()
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
                project.tasks[index].steps = called.map { ConvertedStep(.call($0), line: 1) }
            }
        }
        let runner = OriginalRunner(program: "make", passing: .arguments, runsOnce: runsOnce)
        let unit = ConvertedUnit(
            path: "devtool.yml", sourceName: "Makefile", project: project, runner: runner)
        return TaskGraph.delegating([unit])[0].project.tasks.filter { $0.delegation != nil }.map(
            \.name)
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

    @Test func whatCannotBeCalledDelegatesItsCaller() {
        #expect(delegated(["all: missing"]) == ["all"])
        #expect(delegated(["a", "b"], steps: ["a: b", "b: a"]) == ["a", "b"])
        #expect(delegated(["a"], steps: ["a: a"]) == ["a"])
    }

    @Test func anOrderThatContradictsAnother() {
        var project = ConvertedProject()
        for (name, parts) in [
            ("all", [["b"], ["c"]]), ("c", [["a"], ["b"]]), ("a", []), ("b", []),
        ] {
            var task = ConvertedTask(name, line: 1)
            task.needs = parts.map { $0.map { ConvertedCall(task: $0) } }
            project.tasks.append(task)
        }
        let runner = OriginalRunner(program: "make", passing: .arguments)
        let unit = ConvertedUnit(
            path: "devtool.yml", sourceName: "Makefile", project: project, runner: runner)
        let tasks = TaskGraph.delegating([unit])[0].project.tasks
        #expect(tasks.filter { $0.delegation != nil }.map(\.name) == ["all"])
    }

    @Test func aLongChainEnds() {
        let names = (0..<2000).map { "t\($0)" }
        var needs = zip(names, names.dropFirst()).map { "\($0): \($1)" }
        needs.append("\(names[1999])*")
        #expect(delegated(needs).count < 20)
    }
}
