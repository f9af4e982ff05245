// swift-tools-version: 6.2
import PackageDescription

// A package of somebody's own that depends on devtool for 'swift package devtool'. Yours depends on
// devtool by its URL and a version.
let package = Package(
    name: "hello",
    dependencies: [.package(name: "devtool", path: "../../..")],
    targets: [.executableTarget(name: "Hello")]
)
