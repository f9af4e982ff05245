/// What keeps XML from being written.
package enum XMLError: Error, Equatable {
    /// libxml2 is not installed, or is not the library that it should be; in the loader's words.
    case noLibrary(String)
    /// libxml2 refused a step: memory ran out, or an element was ended that was not begun.
    case cannotWrite
}
