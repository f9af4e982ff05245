import DevtoolKit
package import SystemPackage

/// Writes icons to files that appear whole or not at all.
package enum IconFile {
    /// Writes an icon under the name that it deserves, and makes the folder if it is missing.
    ///
    /// What is there is replaced. Of many pages those of one host share the file of an icon that they
    /// share, which is then not written again.
    ///
    /// - Parameters:
    ///   - bytes: the icon's.
    ///   - image: what the bytes are.
    ///   - host: the page's host, as ``DownloadName/host(of:)`` gives it.
    ///   - target: where the user wants it.
    /// - Returns: the file, by a path that begins as the user's does.
    /// - Throws: `FileError`.
    @discardableResult
    package static func write(
        _ bytes: [UInt8], _ image: IconImage, host: String?, to target: DownloadTarget
    ) throws -> FilePath {
        let path = path(for: bytes, image.format, host, target)
        switch target {
        case .file: break
        case .folder(let folder): try folder.createDirectories()
        case .collection(let folder):
            try folder.createDirectories()
            if path.isRegularFile(of: bytes) { return path }
        }
        try path.write(bytes)
        return path
    }

    private static func path(
        for bytes: [UInt8], _ format: ImageFormat, _ host: String?, _ target: DownloadTarget
    ) -> FilePath {
        switch target {
        case .file(let path):
            // A device or a pipe has the name that it has.
            guard let name = path.lastComponent, !path.isWrittenInto else { return path }
            let named = DownloadName.named(name.string, as: format)
            return path.removingLastComponent().appending(named)
        case .folder(let folder):
            return folder.appending(DownloadName.ofHost(host, as: format))
        case .collection(let folder):
            let hash = StableHash(of: bytes)
            return folder.appending(DownloadName.ofHost(host, hash: hash, as: format))
        }
    }
}

extension FilePath {
    /// Whether something is there that is written into rather than replaced.
    fileprivate var isWrittenInto: Bool {
        guard let type = try? stat().type else { return false }
        // What the shell has redirected may well be a regular file.
        return type != .regular || ["/dev/", "/proc/"].contains(where: string.hasPrefix)
    }

    /// Whether it is a file, and no link to one, with these bytes.
    fileprivate func isRegularFile(of bytes: [UInt8]) -> Bool {
        guard let status = try? stat(followTargetSymlink: false), status.type == .regular,
            status.size == bytes.count
        else { return false }
        return (try? contents()) == bytes
    }
}
