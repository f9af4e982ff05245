import Foundation

/// How many random inputs, or repetitions, a test tries: a tenth of them, and all with `DEVTOOL_THOROUGH=1`, which the
/// release check sets.
package func rounds(_ all: Int) -> Int {
    ProcessInfo.processInfo.environment["DEVTOOL_THOROUGH"] == "1" ? all : max(1, all / 10)
}
