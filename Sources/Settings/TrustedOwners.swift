import Files
import Glibc
package import Reporting
package import SystemPackage

/// The users whose files devtool uses without asking, although such files decide what devtool runs.
///
/// They are the user that devtool runs as and, for root, the user who called `sudo`. Git has the same rule and a
/// similar exception (git-config(1), `safe.directory`); devtool's is ``variable``.
package struct TrustedOwners: Sendable {
    /// Names folders in which all files are trusted, separated by colons: a folder, `/folder/*` for all below it, or
    /// `*` for all.
    static let variable = "DEVTOOL_SAFE_DIRECTORY"

    private var users: [uid_t]
    private let folders: [Substring]

    package init(in environment: [String: String]) {
        let user = geteuid()
        users = [user]
        if user == 0, let user = environment["SUDO_UID"].flatMap({ uid_t($0) }) { users.append(user) }
        folders = environment[Self.variable, default: ""].split(separator: ":")
    }

    package func and(ownerOf file: FilePath?) -> TrustedOwners {
        var owners = self
        if let owner = file?.owner { owners.users.append(owner) }
        return owners
    }

    /// The error for a file or folder that is not trusted; `nil` if it is trusted or does not exist.
    ///
    /// For a symbolic link, the link's owner decides.
    package func refusal(of path: FilePath, shownAs name: String) -> Diagnostic? {
        guard let owner = path.owner, !users.contains(owner) else { return nil }
        let folder = path.containingFolder
        if isSafe(folder.resolved ?? folder) { return nil }
        return Diagnostic(
            "'\(name)' is owned by another user, so it is not used",
            hint: "if you trust it, set \(Self.variable)=\(folder)")
    }

    private func isSafe(_ folder: FilePath) -> Bool {
        folders.contains { entry in
            if entry == "*" { return true }
            // A relative entry would trust whatever folder devtool is started in.
            guard entry.hasPrefix("/") else { return false }
            let isBelow = entry.hasSuffix("/*")
            guard let safe = FilePath(String(isBelow ? entry.dropLast() : entry)).resolved else { return false }
            return isBelow ? folder.starts(with: safe) : folder == safe
        }
    }
}
