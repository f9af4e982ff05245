import Glibc
import JSON
package import SystemPackage

/// The cached descriptions of plugins, which are valid while path, size and modification time are unchanged.
struct DescriptionCache: Sendable {
    let folder: FilePath

    func description(of plugin: ExternalPlugin) -> PluginDescription? {
        guard let entry = entry(in: file(for: plugin)), entry.plugin == plugin else { return nil }
        return entry.description
    }

    /// Faster than a search for plugins: this reads one small folder instead of all folders in `PATH`.
    func all() -> [(plugin: ExternalPlugin, description: PluginDescription)] {
        folder.entryNames().sorted().compactMap { entry(in: folder.appending($0)) }
    }

    func keep(_ description: PluginDescription, of plugin: ExternalPlugin) {
        guard let state = FileState(of: plugin.path) else { return }
        let entry: JSONValue = [
            "path": .string(plugin.path.string), "size": .integer(state.size), "modified": .string(state.modified),
            "description": description.json,
        ]
        _ = try? folder.createDirectories()
        _ = try? file(for: plugin).write(Array((entry.compactText + "\n").utf8))
    }

    private func file(for plugin: ExternalPlugin) -> FilePath {
        folder.appending("\(plugin.name)-\(plugin.path.string.fingerprint).json")
    }

    private func entry(in file: FilePath) -> (plugin: ExternalPlugin, description: PluginDescription)? {
        guard let bytes = try? file.contents(), let json = try? JSONValue(parsing: bytes),
            let path = json["path"]?.string.map({ FilePath($0) }), let plugin = ExternalPlugin(path: path),
            let state = FileState(of: path), json["size"]?.integer == state.size,
            json["modified"]?.string == state.modified,
            let description = try? json["description"].map({ try PluginDescription($0) })
        else { return nil }
        return (plugin, description)
    }
}

package struct FileState {
    package let size: Int
    /// The modification time in nanoseconds.
    package let modified: String

    package init?(of path: FilePath) {
        guard let stat = try? path.stat() else { return nil }
        size = Int(stat.size)
        let time = stat.st_mtim
        modified = "\(time.tv_sec).\(time.tv_nsec)"
    }
}

extension String { package var fingerprint: String { StableHash(of: utf8).digits } }
