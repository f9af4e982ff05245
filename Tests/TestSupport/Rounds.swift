import Foundation

/// Whether tests try all inputs, with `DEVTOOL_THOROUGH=1`, which the release check sets.
private let isThorough = ProcessInfo.processInfo.environment["DEVTOOL_THOROUGH"] == "1"

/// How many random inputs, or repetitions, a test tries: a tenth of them, or as said, unless tests are thorough.
package func rounds(_ all: Int, every step: Int = 10) -> Int { isThorough ? all : max(1, all / step) }

/// The inputs that a test tries: every tenth of them, or as said, unless tests are thorough.
package func sampled<Inputs: Sequence>(_ all: Inputs, every step: Int = 10) -> [Inputs.Element] {
    isThorough ? Array(all) : all.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
}
