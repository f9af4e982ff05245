import Changelogs
import DevtoolKit
import SystemPackage

extension GitRepository {
    /// The files that have changed since a commit, with their earlier content.
    func files(at commit: String) async throws -> FileOverlay {
        let changed = try await output(
            "diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv",
            "--ignore-submodules", commit, "--")
        var ids: [(path: String, id: String)] = []
        var contents: [FilePath: [UInt8]?] = [:]
        for path in try await newFiles() { contents[folder.appending(path)] = .some(nil) }
        let parts = Self.parts(changed)
        for (description, path) in zip(parts, parts.dropFirst()) where description.hasPrefix(":") {
            let words = description.split(separator: " ")
            contents[folder.appending(path)] = .some(nil)
            // Links and submodules have no content.
            if words.count > 2, words[0].hasPrefix(":100") { ids.append((path, String(words[2]))) }
        }
        let wanted = try await readable(ids)
        for (entry, bytes) in zip(wanted, try await blobs(wanted.map(\.id))) {
            contents[folder.appending(entry.path)] = bytes
        }
        return FileOverlay(contents)
    }

    /// The earlier path of a file that git detects as renamed.
    func formerPath(of path: FilePath, since commit: String) async throws -> FilePath? {
        let renames = Self.parts(
            try await output(
                "diff", "--name-status", "-z", "--find-renames", "--diff-filter=R", "--no-ext-diff", "--no-textconv",
                "--ignore-submodules", commit, "--"))
        // Each entry has a status with the similarity, the old name and the new name.
        for index in stride(from: 0, to: renames.count - 2, by: 3) where folder.appending(renames[index + 2]) == path {
            return folder.appending(renames[index + 1])
        }
        return nil
    }

    /// The blobs that do not exceed the size limit of changelog files.
    private func readable(_ ids: [(path: String, id: String)]) async throws -> [(path: String, id: String)] {
        guard !ids.isEmpty else { return [] }
        let output = try await objects("cat-file", "--batch-check", named: ids.map { $0.id + "\n" }.joined()).output
        let sizes = Self.lines(output).map { $0.split(separator: " ").last.flatMap { Int($0) } }
        return zip(ids, sizes).compactMap { entry, size in size ?? 0 <= SearchPath.byteLimit ? entry : nil }
    }

    private func blobs(_ ids: [String]) async throws -> [[UInt8]] {
        guard !ids.isEmpty else { return [] }
        let (output, said) = try await objects("cat-file", "--batch", named: ids.map { $0 + "\n" }.joined())
        var rest = output[...]
        var blobs: [[UInt8]] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            guard words.count == 3, let size = Int(words[2]), rest.count >= size else { break }
            rest = rest[(end + 1)...]
            blobs.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size + 1)
        }
        guard blobs.count == ids.count else { throw Problem(.unavailable, "'git cat-file --batch' failed: \(said)") }
        return blobs
    }
}
