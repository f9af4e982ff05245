/// The keys of a task or a target in `devtool.yml`, before a target is merged with its task.
struct TaskKeys {
    /// The steps, and the key that defines them.
    var action: (key: String, place: TaskPlace, steps: [TaskStep])?
    var description: String?
    var group: String?
    var aliases: [LocatedText] = []
    var parameters: [TaskParameter] = []
    var options: [TaskOption] = []
    var needs: [TaskReference]?
    var after: [TaskReference]?
    var finally: [TaskReference]?
    var taskVariables: [TaskVariable] = []
    var environment: [TaskVariable] = []
    var dotenv: [DotenvFile]?
    var dir: LocatedText?
    var shell: ShellCall?
    var condition: LocatedText?
    var confirmation: LocatedText?
    var requirements: [TaskKey.Requirement: [LocatedText]] = [:]
    var platforms: [LocatedText]?
    var timeout: Duration?
    var retry: RetryPolicy?
    var resource: LocatedText?
    var isInteractive: Bool?
    var isSilent: Bool?
    var isInternal: Bool?
    var ignoresError: Bool?
    var status: [LocatedText]?
    var sources: [LocatedText]?
    var outputs: [LocatedText]?
    var isCached: Bool?

    /// Merges a target's keys into these: lists of named items are merged by name, everything else is replaced.
    func under(_ target: TaskKeys) -> TaskKeys {
        var merged = target
        for key in TaskKey.allCases {
            switch key {
            case .run: merged.action = target.action ?? action
            case .description: merged.description = target.description ?? description
            case .group: merged.group = target.group ?? group
            case .parameters: merged.parameters = Self.merge(parameters, target.parameters, by: \.name)
            case .options: merged.options = Self.merge(options, target.options, by: \.name)
            case .variables: merged.taskVariables = Self.merge(taskVariables, target.taskVariables, by: \.name)
            case .environment: merged.environment = Self.merge(environment, target.environment, by: \.name)
            case .needs: merged.needs = target.needs ?? needs
            case .after: merged.after = target.after ?? after
            case .finally: merged.finally = target.finally ?? finally
            case .dotenv: merged.dotenv = target.dotenv ?? dotenv
            case .dir: merged.dir = target.dir ?? dir
            case .shell: merged.shell = target.shell ?? shell
            case .condition: merged.condition = target.condition ?? condition
            case .resource: merged.resource = target.resource ?? resource
            case .confirm: merged.confirmation = target.confirmation ?? confirmation
            case .requires: merged.requirements = requirements.merging(target.requirements) { $1 }
            case .platforms: merged.platforms = target.platforms ?? platforms
            case .timeout: merged.timeout = target.timeout ?? timeout
            case .retry: merged.retry = target.retry ?? retry
            case .interactive: merged.isInteractive = target.isInteractive ?? isInteractive
            case .silent: merged.isSilent = target.isSilent ?? isSilent
            case .internal: merged.isInternal = target.isInternal ?? isInternal
            case .ignoreError: merged.ignoresError = target.ignoresError ?? ignoresError
            case .status: merged.status = target.status ?? status
            case .sources: merged.sources = target.sources ?? sources
            case .outputs: merged.outputs = target.outputs ?? outputs
            case .cache: merged.isCached = target.isCached ?? isCached
            // Targets do not have these.
            case .targets, .aliases: break
            }
        }
        return merged
    }

    private static func merge<Item>(_ own: [Item], _ target: [Item], by name: KeyPath<Item, String>) -> [Item] {
        if own.isEmpty || target.isEmpty { return own + target }
        var merged = own
        for item in target {
            let same = merged.firstIndex { $0[keyPath: name] == item[keyPath: name] }
            if let same { merged[same] = item } else { merged.append(item) }
        }
        return merged
    }

    var doesSomething: Bool { action != nil || [needs, after, finally].contains { $0?.isEmpty == false } }
}
