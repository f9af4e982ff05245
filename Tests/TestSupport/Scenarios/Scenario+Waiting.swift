import Foundation

/// Commands of a shell that wait for an event, and not for a time.
extension Scenario {
    /// Waits until everything the script has written to a pipe was read, so that the next output arrives apart.
    package static func untilRead(_ descriptor: Int = 1) -> String {
        "'\(fixtures.appending(path: "until-read").path)' \(descriptor)"
    }

    /// Waits until the process whose number is in a file has ended, and its parent has noticed.
    package static func untilReaped(_ file: String) -> String {
        "until [ -s \(file) ]; do sleep 0.01; done; " + "while kill -0 $(cat \(file)) 2>&-; do sleep 0.01; done"
    }
}
