// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "devtool",
    products: [
        .executable(name: "devtool", targets: ["devtool"]),
        .library(name: "DevtoolKit", targets: ["DevtoolKit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        .executableTarget(name: "devtool", dependencies: ["DevtoolKit", "Cards", "Favicon", "Migrate"]),
        .target(
            name: "DevtoolKit",
            dependencies: [
                "CYAML",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(name: "Scanning"),
        .target(name: "Fetching", dependencies: ["CCurl"]),
        .target(name: "Cards", dependencies: ["DevtoolKit", "Scanning"]),
        .target(name: "Favicon", dependencies: ["DevtoolKit", "Fetching", "Scanning"]),
        .target(name: "Migrate", dependencies: ["DevtoolKit", "Fetching"]),

        .target(name: "CCurl"),
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

        .testTarget(name: "DevtoolKitTests", dependencies: ["DevtoolKit"]),
        .testTarget(name: "ScanningTests", dependencies: ["CLibXML2", "Scanning"]),
        .testTarget(name: "FetchingTests", dependencies: ["Fetching"]),
        .testTarget(name: "CardsTests", dependencies: ["Cards"]),
        .testTarget(name: "FaviconTests", dependencies: ["Favicon"]),
        .testTarget(name: "MigrateTests", dependencies: ["Migrate"]),
        .testTarget(
            name: "ScenarioTests",
            dependencies: [
                "devtool",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
