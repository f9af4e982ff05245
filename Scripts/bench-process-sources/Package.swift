// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bench",
    dependencies: [
        .package(name: "devtool", path: "DEVTOOL"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .executableTarget(
            name: "bench",
            dependencies: [
                .product(name: "DevtoolKit", package: "devtool"),
                .product(name: "SystemPackage", package: "swift-system"),
            ])
    ])
