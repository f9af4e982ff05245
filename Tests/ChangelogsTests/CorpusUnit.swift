/// What Liquibase did with one changelog on SQLite, H2 and PostgreSQL.
struct CorpusUnit: Decodable {
    let id: String
    let root: String
    let runs: [String: Run]

    struct Run: Decodable {
        let rc: Int
        let err: String?
    }

    enum CodingKeys: String, CodingKey {
        case id
        case root
        case runs = "liquibase_4_6_2_update"
    }

    /// Why it failed, once for each database where it did.
    var reasons: [String] { runs.values.filter { $0.rc != 0 }.map { $0.err ?? "" } }

    /// Whether Liquibase refused the changelog itself.
    var isRefused: Bool { reasons.contains { reason in !Self.otherReasons.contains { reason.contains($0.text) } } }

    /// What no reader of changelogs can know, by a part of Liquibase's text.
    static let otherReasons = [
        ("Failed SQL", "the database refuses the SQL"), ("SQL statement", "the database refuses the SQL"),
        ("SQLFeatureNotSupported", "the driver cannot do it"), ("PSQLException", "the driver cannot do it"),
        ("preconditions failed", "a precondition asks the database"),
        (" is not supported on ", "the database lacks such changes"),
        (" is not allowed on ", "the database lacks such attributes"),
        (" is not allowed for ", "the database lacks such changes"),
        ("Cannot specify clustered=true on h2", "the database lacks such attributes"),
        ("Unable to create generator chain", "the database lacks such changes"),
        ("Cannot find generators for database", "the database lacks such changes"),
        ("function for a sequence is not configured for database", "the database lacks sequences"),
        ("For input string: \"*\"", "PostgreSQL's types take no '*', those of Oracle do"),
        ("columnName is required, liquibase/parser/core/xml/addDrop", "SQLite, of several columns"),
        ("without a valid Liquibase Pro License", "the change needs a licence"),
        ("ClassNotFoundException", "a class of the user's is not on the class path"),
        ("Unable to locate Executor", "a program of the user's is not there"),
    ].map { (text: $0.0, why: $0.1) }

    /// The changelogs that Liquibase takes, or fails with for another reason first, and the lint refuses.
    static let hiddenMistakes: [String: String] = {
        let passedOver = "records changes as executed that it does not know"
        var mistakes = [
            "liquibase_parser_core_xml_unknownIncludedFileChangeLog_xml-303b5ac4":
                "passes over an included file that is not there, for its name has no extension",
            "liquibase_parser_core_yaml_testCasesChangeLog_yaml-56507b71":
                "stops at a missing class before a loadData without a file",
            "src_main_resources_liquibase_maven_integration_changelog_xml-f1c4d2f0":
                "stops at a missing class before the missing files",
        ]
        for unit in [
            "ange_changelogs_postgresql_alterCompositeTypeAttributes_json-33d28b3a",
            "ange_changelogs_postgresql_alterCompositeTypeAttributes_yaml-a33ae56e",
            "ange_changelogs_postgresql_renameCompositeTypeAttribute_json-85b795c3",
            "ange_changelogs_postgresql_renameCompositeTypeAttribute_yaml-8bc2e370",
            "arness_change_changelogs_postgresql_createCompositeType_yaml-0fb78528",
            "arness_change_changelogs_postgresql_renameCompositeType_json-95b95dfc",
            "arness_change_changelogs_postgresql_renameCompositeType_yaml-92464a9e",
            "e_harness_change_changelogs_postgresql_dropCompositeType_xml-94df5b2b",
            "hange_changelogs_postgresql_alterCompositeTypeAttributes_xml-173ddb83",
            "hange_changelogs_postgresql_renameCompositeTypeAttribute_xml-a3d75e23",
            "harness_change_changelogs_postgresql_createCompositeType_xml-bcfdb30d",
            "harness_change_changelogs_postgresql_renameCompositeType_xml-449c6345",
            "harness_diff_changelogs_postgresql17_to_postgresql16_pro_xml-2b2d3221",
            "s_change_changelogs_postgresql_changeCompositeTypeOwner_json-625c4765",
            "ss_change_changelogs_postgresql_changeCompositeTypeOwner_xml-c5daac6f",
        ] { mistakes[unit] = passedOver }
        return mistakes
    }()
}
