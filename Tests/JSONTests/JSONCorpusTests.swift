import Foundation
import JSON
import Testing

/// Nicolas Seriot's JSONTestSuite: `y_` must be accepted, `n_` refused, `i_` either.
@Suite struct JSONCorpusTests {
    static let folder = ProcessInfo.processInfo.environment["DEVTOOL_CORPUS"].map { $0 + "/JSONTestSuite/test_parsing" }

    @Test(.enabled(if: folder != nil, "set DEVTOOL_CORPUS to the folder with JSONTestSuite")) func verdicts() throws {
        let folder = try #require(Self.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names.count > 300)
        for name in names {
            let data = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
            let input = Array(data)
            let whole = JSONOutcome(of: input)
            switch name.first {
            case "y": #expect(whole.isAccepted, "\(name): \(whole.error?.description ?? "")")
            case "n": #expect(!whole.isAccepted, "\(name)")
            default: break
            }
            if input.count < 10_000 {
                #expect(JSONOutcome(of: input, cutAt: Array(0..<input.count)) == whole, "\(name)")
            }
            // So that it is in blocks, once where it begins them, once further on.
            let blanks = [UInt8](repeating: 0x20, count: 100)
            expectSameWithEveryReader(input + blanks)
            expectSameWithEveryReader([0x5B] + input + blanks + [0x5D])
            expectSameWithEveryReader([0x5B] + blanks + input + [0x2C] + blanks + [0x30, 0x5D])
        }
    }
}
