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

    /// Opens the library for some of its functions.
    static func functions() throws(XMLError) -> LibXML2Functions {
        guard let library = open() else {
            throw .noLibrary(dlerror().map { String(cString: $0) } ?? "libxml2")
        }
        return LibXML2Functions(library: library)
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

/// The functions of the open library.
struct LibXML2Functions {
    fileprivate let library: UnsafeMutableRawPointer

    /// The function of a name, whose type is the caller's to know.
    func find<Function>(_ name: String) throws(XMLError) -> Function {
        guard let symbol = dlsym(library, name) else {
            throw .noLibrary("libxml2 has no \(name)")
        }
        // Safety: the caller's type is the function's; a pointer to a C function has one size.
        return unsafeBitCast(symbol, to: Function.self)
    }
}
