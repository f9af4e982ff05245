extension String {
    /// A URL with `***` for a password that is written out in it: before the host, or as the parameter
    /// `password`, which the drivers of databases take (RFC 3986, section 3.2.1).
    package var hidingURLPassword: String {
        replacing(/^([A-Za-z][A-Za-z0-9+.:\-]*:\/\/[^\/?#@:]*):[^\/?#]*@/) { "\($0.output.1):***@" }
            .replacing(/([?&;]password=)[^&;#]*/.ignoresCase()) { "\($0.output.1)***" }
    }
}
