/// The keys that a task or a target of `devtool.yml` has itself; the others are those of a task with a target's
/// over them.
struct TaskKeys {
    /// What the task does, and the key that says it.
    var action: (key: String, place: TaskPlace, steps: [TaskStep])?
    var description: String?
    var aliases: [LocatedText] = []
    var parameters: [TaskParameter] = []
    var options: [TaskOption] = []
    var needs: [TaskReference]?
    var finally: [TaskReference]?
    var environment: [(name: String, text: LocatedText)] = []
    var dotenv: [LocatedText]?
    var dir: LocatedText?
    var shell: Shell?
    var condition: LocatedText?
    var confirmation: LocatedText?
    var programs: [LocatedText]?
    var variables: [LocatedText]?
    var files: [LocatedText]?
    var platforms: [LocatedText]?
    var timeout: Duration?
    var retry: RetryPolicy?
    var isInteractive: Bool?
    var sources: [LocatedText]?
    var outputs: [LocatedText]?

    /// The names of the keys, in the order in which messages list them.
    static let names = [
        "description", "aliases", "run", "options", "targets", "needs", "finally", "params", "env",
        "dotenv", "dir", "shell", "if", "requires", "platforms", "timeout", "retry", "confirm",
        "interactive", "sources", "outputs",
    ]
    /// Those that a target may have.
    static let targetNames = names.filter { $0 != "targets" && $0 != "aliases" }

    /// Puts a target's keys over these: what it has replaces, and what has names is merged by them.
    func under(_ target: TaskKeys) -> TaskKeys {
        var merged = target
        merged.action = target.action ?? action
        merged.description = target.description ?? description
        merged.parameters = Self.merge(parameters, target.parameters, by: \.name)
        merged.options = Self.merge(options, target.options, by: \.name)
        merged.environment = Self.merge(environment, target.environment, by: \.name)
        merged.needs = target.needs ?? needs
        merged.finally = target.finally ?? finally
        merged.dotenv = target.dotenv ?? dotenv
        merged.dir = target.dir ?? dir
        merged.shell = target.shell ?? shell
        merged.condition = target.condition ?? condition
        merged.confirmation = target.confirmation ?? confirmation
        merged.programs = target.programs ?? programs
        merged.variables = target.variables ?? variables
        merged.files = target.files ?? files
        merged.platforms = target.platforms ?? platforms
        merged.timeout = target.timeout ?? timeout
        merged.retry = target.retry ?? retry
        merged.isInteractive = target.isInteractive ?? isInteractive
        merged.sources = target.sources ?? sources
        merged.outputs = target.outputs ?? outputs
        return merged
    }

    private static func merge<Item>(
        _ own: [Item], _ target: [Item], by name: KeyPath<Item, String>
    ) -> [Item] {
        if own.isEmpty || target.isEmpty { return own + target }
        var merged = own
        for item in target {
            let same = merged.firstIndex { $0[keyPath: name] == item[keyPath: name] }
            if let same { merged[same] = item } else { merged.append(item) }
        }
        return merged
    }

    /// Whether there is anything to run.
    var doesSomething: Bool {
        action != nil || needs?.isEmpty == false || finally?.isEmpty == false
    }

    /// Gives the keys to a definition.
    func fill(_ definition: inout TaskDefinition) {
        definition.description = description
        definition.parameters = parameters
        definition.steps = action?.steps ?? []
        definition.options = options
        definition.needs = needs ?? []
        definition.finally = finally ?? []
        definition.environment = environment
        definition.dotenv = dotenv ?? []
        definition.dir = dir
        definition.shell = shell ?? .sh
        definition.condition = condition
        definition.confirmation = confirmation
        definition.requirements = TaskRequirements(
            programs: programs ?? [], variables: variables ?? [], files: files ?? [])
        definition.platforms = platforms ?? []
        definition.timeout = timeout
        definition.retry = retry
        definition.isInteractive = isInteractive ?? false
        definition.sources = sources ?? []
        definition.outputs = outputs ?? []
    }
}
