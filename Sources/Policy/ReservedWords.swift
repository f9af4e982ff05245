import Changelogs

/// Words that must be quoted as names.
enum ReservedWords {
    /// Checks words of the SQL standard that all databases reserve, and those of the engine.
    static func contains(_ name: String, on engine: DatabaseEngineName?) -> Bool {
        let name = name.lowercased()
        if shared.contains(name) { return true }
        switch engine {
        case .postgresql: return postgreSQL.contains(name)
        case .mysql, .mariadb: return mySQL.contains(name)
        case .oracle, .mssql, .sqlite, .h2, .other, nil: return false
        }
    }

    private static let shared = words(
        """
        all and as asc by case check column constraint create default delete desc distinct else exists
        for foreign from grant group having in insert into is join like not null on or order primary
        references select set table then to union unique update user using values when where with
        """)

    /// PostgreSQL's documentation, "SQL Key Words": the reserved ones.
    private static let postgreSQL = words(
        """
        analyse analyze any array asymmetric authorization binary both cast collate collation concurrently
        cross current_catalog current_date current_role current_schema current_time current_timestamp
        current_user deferrable do end except false fetch freeze full ilike initially inner intersect
        isnull lateral leading left limit localtime localtimestamp natural notnull offset only outer
        overlaps placing returning right session_user similar some symmetric tablesample trailing true
        variadic verbose window
        """)

    /// MySQL's documentation, "Keywords and Reserved Words", of 5.7 and 8.0.
    private static let mySQL = words(
        """
        accessible add alter analyze asensitive before between bigint binary blob both call cascade change
        char character collate condition continue convert cross cube cume_dist current_date current_time
        current_timestamp current_user cursor database databases dec decimal declare delayed dense_rank
        describe deterministic distinctrow div double drop dual each elseif empty enclosed escaped except
        exit explain false fetch first_value float force fulltext function generated grouping groups if
        ignore index infile inner inout int integer intersect interval iterate key keys kill lag lateral
        lead leading leave left limit lines load lock long longblob longtext loop match mediumint mod
        modifies natural nth_value ntile numeric of optimize option optionally out outer outfile over
        partition percent_rank precision procedure purge range rank read reads real recursive regexp
        release rename repeat replace require resignal restrict return revoke right rlike row row_number
        rows schema schemas sensitive separator show signal smallint spatial specific sql sqlexception
        sqlstate sqlwarning ssl starting stored straight_join system terminated tinyint trailing trigger
        true undo unlock unsigned usage use utc_date utc_time varchar varying virtual while window write
        xor year_month zerofill
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
