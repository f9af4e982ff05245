// swift-tools-version: 6.2
import PackageDescription

// A suite of somebody's own: the commands that DevtoolKit brings, and one more. Yours depends on
// devtool by its URL and a version: .package(url: "https://github.com/OWNER/devtool", from: "0.2.0").
let package = Package(
    name: "ourtool",
    dependencies: [
        .package(name: "devtool", path: "../../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .executableTarget(
            name: "ourtool",
            dependencies: [
                .product(name: "DevtoolKit", package: "devtool"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "ourtoolTests",
            dependencies: [
                "ourtool", .product(name: "DevtoolKit", package: "devtool"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
    ], swiftLanguageModes: [.v6])
