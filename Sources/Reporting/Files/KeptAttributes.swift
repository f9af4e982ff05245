import Glibc
import SystemPackage

/// What a file takes over from the one that it replaces: owner and mode.
struct KeptAttributes {
    private let status: Stat

    /// Those of the file with this status.
    init(_ status: Stat) {
        self.status = status
    }

    /// Gives them to a file, as far as this process may.
    ///
    /// Only root may give files away, so the owner may become the writer, as with an editor. Then the file
    /// does not run with its owner's rights either.
    func apply(to file: FileDescriptor) {
        let user = status.userID.rawValue
        let group = status.groupID.rawValue
        var permissions = status.permissions
        // Owner first: changing it clears the set-id bits of the mode.
        if fchown(file.rawValue, user, group) != 0 {
            permissions.remove(.setUserID)
            if fchown(file.rawValue, uid_t.max, group) != 0 { permissions.remove(.setGroupID) }
        }
        _ = fchmod(file.rawValue, permissions.rawValue)
    }
}
