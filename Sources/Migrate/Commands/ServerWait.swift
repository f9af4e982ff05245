import DevtoolKit

/// Waits for the server of a database to come up, as those do that a CI system starts beside a job.
struct ServerWait {
    /// How long it may take.
    let limit: Duration

    private static let pause = Duration.milliseconds(250)

    /// Waits until a server answers at the address of each target, in its own protocol where devtool knows that;
    /// files and addresses that are not known need no waiting.
    ///
    /// - Throws: ``MigrateError`` when nothing answers in time.
    func run(for targets: [Target], in context: Context) async throws {
        let deadline = ContinuousClock.now + limit
        for target in targets {
            guard let address = target.url.flatMap(DatabaseAddress.init(url:)) else { continue }
            let name = "\(address.host):\(address.port)"
            try await context.console.withProgress("Waiting for \(name)") { _ in
                try await context.cancellingOnSignals {
                    while let refusal = await address.refusal(until: deadline) {
                        if .now + Self.pause >= deadline {
                            throw MigrateError.noServer(name, refusal)
                        }
                        try await Task.sleep(for: Self.pause)
                    }
                }
            }
        }
    }
}
