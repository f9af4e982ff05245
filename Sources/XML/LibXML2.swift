#if canImport(Glibc)
    import Glibc
#endif

/// libxml2 as it is installed.
package enum LibXML2 {
    /// Opens the library, by the name that 2.14 and later have, or by that of all others.
    static func open() -> UnsafeMutableRawPointer? {
        // What the loader says last is about the usual name.
        dlopen("libxml2.so.16", RTLD_LAZY | RTLD_LOCAL)
            ?? dlopen("libxml2.so.2", RTLD_LAZY | RTLD_LOCAL)
    }

    /// The version of the library, as in `2.9.14`; nil where it is not installed.
    package static func version() -> String? {
        guard let library = open(), let symbol = dlsym(library, "xmlParserVersion")
        else { return nil }
        // Safety: the symbol is a variable of type `const char *`, the digits of the version, two each but
        // for the first.
        let digits = String(cString: symbol.load(as: UnsafePointer<CChar>.self))
        guard let number = Int(digits.prefix { $0.isNumber }) else { return digits }
        return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
    }
}
