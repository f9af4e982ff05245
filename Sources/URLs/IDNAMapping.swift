import CCurl

/// Letters and digits of all scripts, in the form that they have in names of hosts.
///
/// Only these need libcurl, so that a document from a file is read without it.
enum IDNAMapping {
    /// The letters, mapped and composed; `nil` if one of them cannot be in a name.
    static func mapped(_ run: String) -> String? {
        guard run.utf8.contains(where: { $0 > 0x7F }) else { return run }
        // libcurl drops a joiner in a wrong place, which makes another name of it.
        guard let name = inASCII(run), let text = unicode(name),
            joiners(in: text) == joiners(in: run)
        else { return nil }
        return text
    }

    private static func unicode(_ name: String) -> String? {
        guard let code = IDNALabel.punycode(in: name) else { return name }
        return Punycode.decoded(code)
    }

    private static func joiners(in text: String) -> Int {
        text.unicodeScalars.count(where: \.properties.isJoinControl)
    }

    private static func inASCII(_ name: String) -> String? {
        guard ccurl_load() == nil, let url = ccurl_url() else { return nil }
        defer { ccurl_url_cleanup(url) }
        guard ccurl_url_set(url, CURLUPART_URL, "http://\(name)/", 0) == CURLUE_OK else {
            return nil
        }
        var host: UnsafeMutablePointer<CChar>?
        defer { ccurl_free(host) }
        guard ccurl_url_get(url, CURLUPART_HOST, &host, UInt32(CURLU_PUNYCODE)) == CURLUE_OK
        else { return nil }
        // Safety: libcurl gave a string that ends with NUL, and it is freed only on leaving.
        return host.map { String(cString: $0).lowercased() }
    }
}
