package import Foundation
import SystemPackage

/// A process of this machine, as `/proc` shows it.
package struct RunningProcess: CustomStringConvertible {
    /// Its number.
    package let id: pid_t

    /// A process; nil where none has the number, or it has ended and waits for its parent to ask how (state Z).
    package init?(_ id: pid_t) {
        self.id = id
        guard let text = text(of: "stat"), let name = text.lastIndex(of: ")"), !text[name...].hasPrefix(") Z") else {
            return nil
        }
    }

    /// All processes that were started with a variable's value, their descendants among them.
    package static func all(with variable: String, _ value: String) -> [RunningProcess] {
        FilePath("/proc").names.compactMap { pid_t($0).flatMap(RunningProcess.init) }.filter {
            $0.text(of: "environ")?.split(separator: "\0").contains("\(variable)=\(value)") == true
        }
    }

    /// Its number, its command line, and what it waits for in the system.
    package var description: String {
        let words = text(of: "cmdline")?.replacing("\0", with: " ") ?? ""
        return "\(id) \(words.prefix(300)) [\(text(of: "wchan") ?? "")]"
    }

    private func text(of name: String) -> String? {
        FileManager.default.contents(atPath: "/proc/\(id)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }
}
