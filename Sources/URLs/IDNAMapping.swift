import CCurl

/// Maps letters and digits of all scripts to their form in host names.
///
/// Only this needs libcurl, so most documents in files can be read without it.
enum IDNAMapping {
    /// The letters, mapped and composed; `nil` if one of them is invalid in a name.
    static func mapped(_ run: String) -> String? {
        guard run.utf8.contains(where: { $0 > 0x7F }) else { return run }
        // libcurl drops an invalid joiner, which results in a different name.
        guard let name = inASCII(run), let text = unicode(name), joiners(in: text) == joiners(in: run) else {
            return nil
        }
        return text
    }

    private static func unicode(_ name: String) -> String? {
        guard let code = IDNALabel.punycode(in: name) else { return name }
        return Punycode.decoded(code)
    }

    private static func joiners(in text: String) -> Int { text.unicodeScalars.count(where: \.properties.isJoinControl) }

    private static func inASCII(_ name: String) -> String? {
        guard ccurl_load() == nil, let url = ccurl_url() else { return nil }
        defer { ccurl_url_cleanup(url) }
        guard ccurl_url_set(url, CURLUPART_URL, "http://\(name)/", 0) == CURLUE_OK else { return nil }
        var host: UnsafeMutablePointer<CChar>?
        defer { ccurl_free(host) }
        guard ccurl_url_get(url, CURLUPART_HOST, &host, UInt32(CURLU_PUNYCODE)) == CURLUE_OK else { return nil }
        // Safety: libcurl returned a zero-terminated string, which is freed on return.
        return host.map { String(cString: $0).lowercased() }
    }
}
