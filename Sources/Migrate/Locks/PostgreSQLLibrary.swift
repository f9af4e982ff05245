#if canImport(Glibc)
    import Glibc
#endif

/// The functions of libpq, PostgreSQL's client library, by its own names; opened when first used, and only
/// where it is installed: `psql` is made of it, so where it is missing, that is mostly missing, too.
///
/// The password is handed over in memory. `psql` would want it in a file, or in a variable that every
/// process of the same user can read.
///
/// The types are those of `libpq-fe.h`, which PostgreSQL 9 had already.
struct PostgreSQLLibrary: Sendable {
    typealias Text = UnsafePointer<CChar>
    typealias Pointer = OpaquePointer
    typealias Notice = @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void

    let PQconnectdbParams:
        @convention(c) @Sendable (UnsafePointer<Text?>, UnsafePointer<Text?>, CInt) -> Pointer?
    let PQstatus: @convention(c) @Sendable (Pointer) -> CInt
    let PQerrorMessage: @convention(c) @Sendable (Pointer) -> Text?
    let PQsetNoticeProcessor:
        @convention(c) @Sendable (Pointer, Notice?, UnsafeMutableRawPointer?) -> Notice?
    let PQfinish: @convention(c) @Sendable (Pointer) -> Void
    let PQexecParams:
        @convention(c) @Sendable (
            Pointer, Text, CInt, UnsafePointer<CUnsignedInt>?, UnsafePointer<Text?>?,
            UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt
        ) -> Pointer?
    let PQresultStatus: @convention(c) @Sendable (Pointer) -> CInt
    let PQntuples: @convention(c) @Sendable (Pointer) -> CInt
    let PQnfields: @convention(c) @Sendable (Pointer) -> CInt
    let PQgetisnull: @convention(c) @Sendable (Pointer, CInt, CInt) -> CInt
    let PQgetvalue: @convention(c) @Sendable (Pointer, CInt, CInt) -> Text?
    let PQclear: @convention(c) @Sendable (Pointer) -> Void

    /// The library; nil where it is not installed, or is not the library that it should be.
    static let shared = PostgreSQLLibrary()

    private init?() {
        guard let library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL),
            let connect = dlsym(library, "PQconnectdbParams"),
            let status = dlsym(library, "PQstatus"),
            let errorMessage = dlsym(library, "PQerrorMessage"),
            let setNoticeProcessor = dlsym(library, "PQsetNoticeProcessor"),
            let finish = dlsym(library, "PQfinish"),
            let execute = dlsym(library, "PQexecParams"),
            let resultStatus = dlsym(library, "PQresultStatus"),
            let rows = dlsym(library, "PQntuples"),
            let fields = dlsym(library, "PQnfields"),
            let isNull = dlsym(library, "PQgetisnull"),
            let value = dlsym(library, "PQgetvalue"),
            let clear = dlsym(library, "PQclear")
        else { return nil }
        // Safety: the types are those of the functions' declarations; a pointer to a C function has one
        // size.
        PQconnectdbParams = unsafeBitCast(connect, to: type(of: PQconnectdbParams))
        PQstatus = unsafeBitCast(status, to: type(of: PQstatus))
        PQerrorMessage = unsafeBitCast(errorMessage, to: type(of: PQerrorMessage))
        PQsetNoticeProcessor = unsafeBitCast(setNoticeProcessor, to: type(of: PQsetNoticeProcessor))
        PQfinish = unsafeBitCast(finish, to: type(of: PQfinish))
        PQexecParams = unsafeBitCast(execute, to: type(of: PQexecParams))
        PQresultStatus = unsafeBitCast(resultStatus, to: type(of: PQresultStatus))
        PQntuples = unsafeBitCast(rows, to: type(of: PQntuples))
        PQnfields = unsafeBitCast(fields, to: type(of: PQnfields))
        PQgetisnull = unsafeBitCast(isNull, to: type(of: PQgetisnull))
        PQgetvalue = unsafeBitCast(value, to: type(of: PQgetvalue))
        PQclear = unsafeBitCast(clear, to: type(of: PQclear))
    }
}
