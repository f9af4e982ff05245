import Scanning

extension ProjectWriter {
    /// How often variables are looked for whose texts lines have written out.
    private static let rounds = 10
    /// The size of a text that is not written out any more.
    private static let sizeOfText = 10_000

    /// Puts the texts of the variables that lines have written out into all places, and removes these variables: a
    /// value of the command line would not reach these lines, so devtool is to refuse it.
    ///
    /// - Parameter kept: the variables that other files refer to.
    mutating func removeInlinedVariables(keeping kept: Set<String>) {
        for _ in 0..<Self.rounds {
            let inlined = inlinedVariables
            var isDone = true
            for (index, names) in inlined.own {
                let texts = texts(of: project.tasks[index].variables, names)
                    .filter { !project.tasks[index].needs($0.key, as: $0.value) }
                isDone = isDone && texts.isEmpty
                project.tasks[index].remove(texts)
            }
            let texts = texts(of: project.variables, inlined.file.subtracting(kept))
                .filter { !project.needs($0.key, as: $0.value) }
            isDone = isDone && texts.isEmpty
            project.remove(texts)
            if isDone { return leave(inlined) }
            styles = ReferenceStyles(project)
        }
        leave(inlinedVariables)
    }

    /// The variables whose texts lines have written out: those of the file, and those of tasks by their places.
    private var inlinedVariables: (file: Set<String>, own: [Int: Set<String>]) {
        var file: Set<String> = []
        var own: [Int: Set<String>] = [:]
        func names(in lines: [ConvertedText], _ shell: ShellLineWriter) -> Set<String> {
            lines.reduce(into: []) { names, line in
                if line.references.isEmpty { return }
                names.formUnion((try? written(line, shell).inlined) ?? [])
            }
        }
        let shellOfFile = shellOfFile
        file = names(
            in: (project.variables + project.environment).compactMap(\.value.shellLine), shellOfFile
        )
        for (index, task) in project.tasks.enumerated() {
            let all = names(in: task.shellLines, shell(ofTaskAt: index, shellOfFile))
            let ownNames = all.intersection(task.variables.map(\.name))
            if !ownNames.isEmpty { own[index] = ownNames }
            file.formUnion(all.subtracting(ownNames))
        }
        return (file, own)
    }

    /// The texts of some variables, without references to each other; without those that are too long.
    private func texts(
        of variables: [ConvertedVariable], _ names: Set<String>
    ) -> [String: ConvertedText] {
        let values = values(of: variables.filter { names.contains($0.name) })
        var texts = values.mapValues(\.inlineText)
        for _ in 0..<Self.rounds {
            // Each round, a text reaches twice as far.
            let next = texts.mapValues { $0.size < Self.sizeOfText ? $0.with(texts) : $0 }
            if next == texts { break }
            texts = next
        }
        return texts.filter { _, text in
            text.size < Self.sizeOfText
                && !text.references.contains { reference in
                    if case .variable(let name) = reference { texts[name] != nil } else { false }
                }
        }
    }

    /// Marks the variables that could not be removed.
    private mutating func leave(_ inlined: (file: Set<String>, own: [Int: Set<String>])) {
        for index in project.variables.indices {
            project.variables[index].leave(inlined.file)
        }
        for (task, names) in inlined.own {
            for index in project.tasks[task].variables.indices {
                project.tasks[task].variables[index].leave(names)
            }
        }
    }
}

extension ConvertedProject {
    /// Whether a variable is of use where its text is not.
    fileprivate func needs(_ name: String, as text: ConvertedText) -> Bool {
        if text.references.contains(.variable(name)) { return true }
        let values = (variables + environment).compactMap(\.value.plainText)
        return
            (text.plainProblem != nil
            && values.contains { $0.references.contains(.variable(name)) })
            || tasks.contains { $0.needs(name, as: text) }
    }

    /// Removes variables, and puts their texts in the places of references to them.
    fileprivate mutating func remove(_ texts: [String: ConvertedText]) {
        guard !texts.isEmpty else { return }
        comments += variables.remove(texts)
        for index in variables.indices { variables[index].value.replace { $0.with(texts) } }
        for index in environment.indices { environment[index].value.replace { $0.with(texts) } }
        for index in tasks.indices {
            let own = Set(tasks[index].variables.map(\.name))
            let others = texts.filter { !own.contains($0.key) }
            tasks[index].replaceTexts { $0.with(others) }
        }
    }
}

extension ConvertedTask {
    /// Whether a variable of it, or of its file, is of use where its text is not.
    fileprivate func needs(_ name: String, as text: ConvertedText) -> Bool {
        if variables.contains(where: {
            $0.name == name && $0.value.inlineText.references.contains(.variable(name))
        }) {
            return true
        }
        return text.plainProblem != nil
            && plainTexts.contains { $0.references.contains(.variable(name)) }
    }

    /// Removes variables, and puts their texts in the places of references to them.
    fileprivate mutating func remove(_ texts: [String: ConvertedText]) {
        guard !texts.isEmpty else { return }
        comments += variables.remove(texts)
        replaceTexts { $0.with(texts) }
    }
}

extension ConvertedText {
    /// About how many bytes it has.
    fileprivate var size: Int {
        pieces.reduce(0) { sum, piece in
            switch piece {
            case .text(let text): sum + text.utf8.count
            case .command(let line, _): sum + line.size
            case .reference, .formed, .unsayable: sum + 1
            }
        }
    }

    fileprivate func with(_ texts: [String: ConvertedText]) -> ConvertedText {
        replacing { reference in
            if case .variable(let name) = reference { texts[name] } else { nil }
        }
    }
}

extension ConvertedVariable {
    /// Says that some lines have its text, if it is one of these variables.
    fileprivate mutating func leave(_ names: Set<String>) {
        guard names.contains(name) else { return }
        leftovers.append(
            Leftover(
                line: line, reason: "'\(name)=VALUE' on the command line does not reach every line",
                text: original))
    }
}

extension [ConvertedVariable] {
    /// Removes variables; comments about them go to the next variable.
    ///
    /// - Returns: the comments that no variable comes after.
    fileprivate mutating func remove(_ texts: [String: ConvertedText]) -> [String] {
        var comments: [String] = []
        self = compactMap { variable in
            guard let text = texts[variable.name] else {
                var variable = variable
                variable.comments = comments + variable.comments
                comments = []
                return variable
            }
            comments += variable.comments
            comments.append(
                "# \(variable.name), written out where it is used: \(text.shownText.withoutLineBreaks)"
            )
            return nil
        }
        return comments
    }
}
