enum MediaTypeName {
    /// The type without its parameters, in lower case; `nil` for an empty string.
    static func essence(of text: String) -> String? {
        let essence = text.prefix { $0 != ";" }.asciiTokenText
        return essence.isEmpty ? nil : essence
    }

    static func names(_ name: String, _ format: ImageFormat) -> Bool {
        switch format {
        case .ico, .cur: ["image/x-icon", "image/vnd.microsoft.icon", "image/ico", "image/icon"].contains(name)
        case .jpeg: ["image/jpeg", "image/jpg"].contains(name)
        case .bmp: ["image/bmp", "image/x-ms-bmp"].contains(name)
        case .png, .gif, .webp, .svg, .avif: name == format.mediaType
        }
    }
}

extension Substring { fileprivate var asciiTokenText: String { String(self).asciiTokens.joined(separator: " ") } }
