import Glibc
import SystemPackage

func check(_ result: CInt) throws(Errno) { if result != 0 { throw Errno(rawValue: errno) } }
