public import SystemPackage

/// An error of a file that devtool reads or writes.
public enum FileError: Error {
    case cannotRead(String, Errno)
    case unsuitable(String, reason: String)
    case cannotCreate(String, Errno)
    case cannotReplace(String, Errno)
    /// An output's path contains a symbolic link, folder or file that another user has put into a world-writable
    /// folder.
    case foreign(String)
    /// In a folder that devtool fills, an output's name is taken by a symbolic link or another file that is not
    /// regular.
    case inTheWay(String, isLink: Bool)
    case exist([String])
    case changedWhileRead(String)
    /// Failed midway; the previous file is unchanged.
    case cannotWrite(String, Errno)
    case noCacheFolder
    case noWorkingDirectory(Errno)

    package var isAboutWriting: Bool {
        switch self {
        case .cannotCreate, .cannotReplace, .cannotWrite: true
        case .cannotRead, .unsuitable, .foreign, .inTheWay, .exist, .changedWhileRead, .noCacheFolder,
            .noWorkingDirectory:
            false
        }
    }
}

extension FileError {
    package static func refuseExisting(_ paths: [FilePath]) throws {
        if let existing = paths.first(where: \.isTaken) { throw exist([existing.string]) }
    }

    package init(reading name: String, _ error: InputError) {
        switch error {
        case .system(let errno): self = .cannotRead(name, errno)
        case .notRegular, .tooLarge: self = .unsuitable(name, reason: error.description)
        }
    }
}
