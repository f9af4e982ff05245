/// Runs `cleanUp` after `body`, whether that returns or throws, because `defer` cannot await.
func cleaningUp<Result>(with cleanUp: () async -> Void, after body: () async throws -> Result) async throws -> Result {
    do {
        let result = try await body()
        await cleanUp()
        return result
    } catch {
        await cleanUp()
        throw error
    }
}
