import Glibc
import JSON
package import SystemPackage

/// What plugins have said of themselves, one small file for each in devtool's cache folder.
///
/// A description counts as long as the program has the path, the size and the modification time that it had
/// when it was asked.
struct DescriptionCache: Sendable {
    /// The folder of the files; it need not exist.
    let folder: FilePath

    /// The description of a plugin, if it is known and still counts.
    func description(of plugin: ExternalPlugin) -> PluginDescription? {
        guard let entry = entry(in: file(for: plugin)), entry.plugin == plugin else { return nil }
        return entry.description
    }

    /// All plugins whose description is known and still counts, by name.
    ///
    /// This reads one small folder, where looking for plugins reads all folders of the `PATH`.
    func all() -> [(plugin: ExternalPlugin, description: PluginDescription)] {
        folder.entryNames().sorted().compactMap { entry(in: folder.appending($0)) }
    }

    /// Keeps a description; where that fails, the plugin will be asked again.
    func keep(_ description: PluginDescription, of plugin: ExternalPlugin) {
        guard let state = FileState(of: plugin.path) else { return }
        let entry: JSONValue = [
            "path": .string(plugin.path.string), "size": .integer(state.size),
            "modified": .string(state.modified), "description": description.json,
        ]
        _ = try? folder.createDirectories()
        _ = try? file(for: plugin).write(Array((entry.compactText + "\n").utf8))
    }

    private func file(for plugin: ExternalPlugin) -> FilePath {
        folder.appending("\(plugin.name)-\(plugin.path.string.fingerprint).json")
    }

    private func entry(
        in file: FilePath
    ) -> (plugin: ExternalPlugin, description: PluginDescription)? {
        guard let bytes = try? file.contents(), let json = try? JSONValue(parsing: bytes),
            let path = json["path"]?.string.map({ FilePath($0) }),
            let plugin = ExternalPlugin(path: path),
            let state = FileState(of: path), json["size"]?.integer == state.size,
            json["modified"]?.string == state.modified,
            let description = try? json["description"].map({ try PluginDescription($0) })
        else { return nil }
        return (plugin, description)
    }
}

/// What tells whether a file is still the one that it was.
package struct FileState {
    /// The size in bytes.
    package let size: Int
    /// The time of its last change, to the nanosecond.
    package let modified: String

    /// The state of a file, or of the one that a link points to; nil where there is none.
    package init?(of path: FilePath) {
        guard let stat = try? path.stat() else { return nil }
        size = Int(stat.size)
        let time = stat.st_mtim
        modified = "\(time.tv_sec).\(time.tv_nsec)"
    }
}

extension String {
    /// A name for the text that is the same in every run.
    package var fingerprint: String { StableHash(of: utf8).digits }
}
