import Glibc
package import SystemPackage

/// The users whose files devtool obeys without having been told to: whoever writes them decides what
/// devtool runs.
///
/// That is the user devtool runs as. Root obeys the one, too, who became root by `sudo`. The same goes for
/// Git (git-config(1), "safe.directory"), and so does the way out, the variable ``variable``.
package struct TrustedOwners: Sendable {
    /// The variable that names the folders where other users' files are obeyed, as `PATH` does: a folder,
    /// `/folder/*` for all below one, `*` for all.
    static let variable = "DEVTOOL_SAFE_DIRECTORY"

    private var users: [uid_t]
    private let folders: [Substring]

    /// The users that count for a process with these variables.
    package init(in environment: [String: String]) {
        let user = geteuid()
        users = [user]
        if user == 0, let user = environment["SUDO_UID"].flatMap({ uid_t($0) }) {
            users.append(user)
        }
        folders = environment[Self.variable, default: ""].split(separator: ":")
    }

    /// These users, and the owner of a file that is obeyed.
    package func and(ownerOf file: FilePath?) -> TrustedOwners {
        var owners = self
        if let owner = file?.owner { owners.users.append(owner) }
        return owners
    }

    /// What is to be said of a file, or a folder, that is not obeyed; nil for one that is, or is not there.
    ///
    /// Of a link it is who made it that counts.
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
            // Not in whatever folder devtool happens to be started in.
            guard entry.hasPrefix("/") else { return false }
            let isBelow = entry.hasSuffix("/*")
            guard let safe = FilePath(String(isBelow ? entry.dropLast() : entry)).resolved else {
                return false
            }
            return isBelow ? folder.starts(with: safe) : folder == safe
        }
    }
}

extension FilePath {
    /// The user that a file, or a link, belongs to; nil where there is none.
    fileprivate var owner: uid_t? { status(following: false)?.st_uid }
}
