import Testing

@testable import DevtoolKit
@testable import TaskRunner

struct RunCommandTests {
    /// The options that take the next word for their value are known without asking for the declarations.
    @Test func optionsWithValuesAreThoseOfTheDeclarations() {
        let options = CommandOutline(of: RunCommand.self).options
        let valued = options.filter { $0.value != nil }.flatMap(\.names)
        #expect(RunCommand.valued == Set(valued.filter { !$0.hasPrefix("--_") }))
    }
}
