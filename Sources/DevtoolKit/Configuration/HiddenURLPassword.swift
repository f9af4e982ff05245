extension String {
    /// A URL with `***` for a password that is written out in it: before the host, or as a parameter such
    /// as `password`, which the drivers of databases take (RFC 3986, section 3.2.1).
    package var hidingURLPassword: String {
        var hidden = replacing(/^([A-Za-z][A-Za-z0-9+.:\-]*:\/\/[^\/?#@:]*):[^\/?#]*@/) {
            "\($0.output.1):***@"
        }
        if hidden == self {
            // A password that ought to be encoded is one all the same; a port is none.
            hidden = replacing(/^([A-Za-z][A-Za-z0-9+.:\-]*:\/\/[^\/?#@:]*):(?![0-9]+[\/?])\S*@/) {
                "\($0.output.1):***@"
            }
        }
        return
            hidden
            .replacing(/^(jdbc:oracle:[a-z0-9]+:[^\/@]*)\/[^@]*@/) { "\($0.output.1)/***@" }
            .replacing(/([?&;][A-Za-z]*password=)[^&;]*/.ignoresCase()) { "\($0.output.1)***" }
    }
}
