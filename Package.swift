// swift-tools-version: 6.2
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

// Scripts/common.sh sets them from Git. SwiftPM's own `gitInformation` may be that of an earlier build.
let version = Context.environment["DEVTOOL_VERSION"] ?? "0.2.0-dev"
let commit = Context.environment["DEVTOOL_COMMIT"] ?? ""
// Scripts/release sets it.
let documentation = Context.environment["DEVTOOL_DOCUMENTATION"] ?? ""

let package = Package(
    name: "devtool",
    products: [
        .executable(name: "devtool", targets: ["devtool"]), .library(name: "DevtoolKit", targets: ["DevtoolKit"]),
        .plugin(name: "DevtoolPlugin", targets: ["DevtoolPlugin"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "devtool", dependencies: ["Cards", "DevtoolKit", "Favicon", "Migrate", "TaskRunner", argumentParser]),
        .target(
            name: "DevtoolKit",
            dependencies: [
                "CLinux", "Fetching", "Files", "JSON", "Processes", "Reporting", "Scanning", "Settings", "Shell",
                "URLs", "YAML", argumentParser, systemPackage,
            ],
            resources: [
                .embedInCode("Completions/completions.bash"), .embedInCode("Completions/completions.fish"),
                .embedInCode("Completions/completions.zsh"),
            ]),
        .target(
            name: "Settings", dependencies: ["Files", "JSON", "Reporting", "Scanning", "URLs", "YAML", systemPackage]),
        .target(name: "Processes", dependencies: ["CLinux", "Files", "Reporting", "Shell", systemPackage]),
        .target(name: "Reporting", dependencies: ["CLinux", "CVersion", "Files", "JSON", "Scanning", systemPackage]),
        .target(name: "YAML", dependencies: ["CYAML", "JSON", "Scanning"]),
        .target(name: "Files", dependencies: ["CLinux", "CZlib", "Scanning", systemPackage]), .target(name: "Scanning"),
        .target(name: "Shell", dependencies: ["Scanning"]),
        .target(name: "HTML", dependencies: ["CByteSearch", "Scanning"]),
        .target(name: "JSON", dependencies: ["CByteSearch", "CJSONBlocks", "Scanning"]),
        .target(name: "URLs", dependencies: ["CCurl", "Scanning"]),
        .target(name: "Fetching", dependencies: ["CCurl", "Scanning", "URLs"]),
        .target(name: "Encodings", dependencies: ["Scanning"]),
        .target(name: "XML", dependencies: ["CXML2", "Scanning"]),
        .target(
            name: "Cards",
            dependencies: [
                "CByteSearch", "CCMark", "DevtoolKit", "Fetching", "JSON", "Processes", "Scanning", "URLs", "XML",
                argumentParser, systemPackage,
            ], resources: [.embedInCode("Export/HTML/board.css"), .embedInCode("Export/card.schema.json")]),
        .target(
            name: "Favicon",
            dependencies: [
                "CImages", "DevtoolKit", "Encodings", "Fetching", "HTML", "JSON", "Scanning", "URLs", "XML",
                argumentParser, systemPackage,
            ], resources: [.embedInCode("Report/check-sheet.css"), .embedInCode("Report/contact-sheet.css")]),
        .target(
            name: "Changelogs",
            dependencies: ["CPGQuery", "Files", "JSON", "Reporting", "Scanning", "XML", "YAML", systemPackage]),
        .target(name: "Policy", dependencies: ["Changelogs", "Reporting"]),
        .target(
            name: "Migrate",
            dependencies: [
                "Changelogs", "DevtoolKit", "Fetching", "JSON", "Policy", "Scanning", "URLs", "XML", "YAML",
                argumentParser, systemPackage,
            ]), .target(name: "TaskConversion", dependencies: ["JSON", "Scanning", "Shell", "YAML"]),
        .target(
            name: "TaskRunner",
            dependencies: [
                "CLinux", "DevtoolKit", "Fetching", "JSON", "Processes", "Scanning", "Shell", "TaskConversion", "URLs",
                argumentParser, systemPackage,
            ]),
        .plugin(
            name: "DevtoolPlugin",
            capability: .command(
                intent: .custom(verb: "devtool", description: "Run devtool in the package's folder."),
                permissions: [
                    .writeToPackageDirectory(reason: "devtool's commands and the project's tasks write files."),
                    .allowNetworkConnections(
                        scope: .all(), reason: "devtool fetches pages and boards, and talks to databases."),
                ]), dependencies: ["devtool"]),

        .target(name: "CByteSearch"), .target(name: "CCMark"), .target(name: "CCurl"), .target(name: "CImages"),
        .target(name: "CJSONBlocks"), .target(name: "CLinux"), .target(name: "CPGQuery"),
        .target(
            name: "CVersion",
            cSettings: [
                .define("BUILD_VERSION", to: "\"\(version)\""), .define("BUILD_COMMIT", to: "\"\(commit)\""),
                .define("BUILD_DOCUMENTATION", to: "\"\(documentation)\""),
            ]), .target(name: "CXML2", cSettings: [.headerSearchPath("system")]), .target(name: "CZlib"),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .testTarget(
            name: "TestSupport", dependencies: ["CTestSupport", subprocess, systemPackage],
            exclude: ["Scenarios/Fixtures"]),
        .testTarget(
            name: "DevtoolKitTests",
            dependencies: ["DevtoolKit", "JSON", "Shell", "TestSupport", argumentParser, systemPackage]),
        .testTarget(
            name: "SettingsTests", dependencies: ["DevtoolKit", "JSON", "TestSupport", argumentParser, systemPackage]),
        .testTarget(
            name: "ProcessesTests",
            dependencies: ["CTestSupport", "DevtoolKit", "TestSupport", argumentParser, systemPackage]),
        .testTarget(
            name: "ReportingTests", dependencies: ["CLibXML2", "DevtoolKit", "JSON", "TestSupport", systemPackage],
            exclude: ["Fixtures"]), .testTarget(name: "ScanningTests", dependencies: ["Scanning"]),
        .testTarget(name: "ShellTests", dependencies: ["Shell"]),
        .testTarget(name: "HTMLTests", dependencies: ["CLibXML2", "HTML", "TestSupport"]),
        .testTarget(name: "JSONTests", dependencies: ["CJSONBlocks", "JSON", "TestSupport"]),
        .testTarget(name: "EncodingsTests", dependencies: ["Encodings", "HTML", "TestSupport"]),
        .testTarget(name: "FetchingTests", dependencies: ["Fetching", "TestSupport", "URLs", systemPackage]),
        .testTarget(name: "URLsTests", dependencies: ["TestSupport", "URLs"]),
        .testTarget(
            name: "FilesTests", dependencies: ["DevtoolKit", "Files", "TestSupport", argumentParser, systemPackage]),
        .testTarget(
            name: "CardsTests",
            dependencies: ["Cards", "DevtoolKit", "Fetching", "JSON", "TestSupport", "URLs", "XML", systemPackage],
            exclude: ["Export/Fixtures"]),
        .testTarget(name: "XMLTests", dependencies: ["CLibXML2", "Scanning", "TestSupport", "XML", systemPackage]),
        .testTarget(
            name: "FaviconTests",
            dependencies: [
                "DevtoolKit", "Encodings", "Favicon", "Fetching", "HTML", "JSON", "TestSupport", "URLs", "XML",
                systemPackage,
            ]),
        .testTarget(
            name: "ChangelogsTests",
            dependencies: ["Changelogs", "DevtoolKit", "Files", "Policy", "TestSupport", "XML", systemPackage]),
        .testTarget(
            name: "MigrateTests",
            dependencies: ["DevtoolKit", "Fetching", "JSON", "Migrate", "TestSupport", subprocess, systemPackage]),
        .testTarget(name: "TaskConversionTests", dependencies: ["TaskConversion", "TestSupport"]),
        .testTarget(
            name: "TaskRunnerTests",
            dependencies: ["DevtoolKit", "JSON", "Shell", "TaskRunner", "TestSupport", systemPackage]),
        // A suite as others write one: it sees nothing of devtool's packages but what is public.
        .executableTarget(
            name: "ourtool", dependencies: ["DevtoolKit", argumentParser],
            path: "Tests/Fixtures/CustomSuite/Sources/ourtool", packageAccess: false),
        .testTarget(
            name: "ourtoolTests", dependencies: ["DevtoolKit", "ourtool", argumentParser, systemPackage],
            path: "Tests/Fixtures/CustomSuite/Tests/ourtoolTests", packageAccess: false),
        // Scenarios run the program. HostScenarioTests depends on it, so that it is built; the others do not, so that
        // they need not wait for it.
        .testTarget(name: "CardsScenarioTests", dependencies: ["TestSupport", subprocess, systemPackage]),
        .testTarget(
            name: "FaviconScenarioTests",
            dependencies: ["Favicon", "Reporting", "TestSupport", subprocess, systemPackage]),
        .testTarget(
            name: "MigrateScenarioTests",
            dependencies: ["Changelogs", "Files", "Reporting", "TestSupport", subprocess, systemPackage]),
        .testTarget(
            name: "RunScenarioTests",
            dependencies: ["Files", "Reporting", "TaskRunner", "TestSupport", subprocess, systemPackage]),
        .testTarget(
            name: "HostScenarioTests",
            dependencies: [
                "Cards", "Changelogs", "DevtoolKit", "Favicon", "JSON", "Migrate", "Policy", "Reporting", "Settings",
                "TaskRunner", "TestSupport", "YAML", "devtool", "ourtool", argumentParser, subprocess, systemPackage,
            ]),
    ], swiftLanguageModes: [.v6])

for target in package.targets where ![.system, .plugin].contains(target.type) && !target.name.hasPrefix("ourtool") {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
