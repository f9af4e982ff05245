extension CatalogQuestion {
    /// A table's own statement is compared only if no part of the table differs.
    static let sqlite = CatalogQuestion(
        preparation: ["PRAGMA query_only = ON"],
        statement: """
            SELECT type, NULL, CASE WHEN type IN ('index', 'trigger') THEN tbl_name END, name,
              json_object(CASE type WHEN 'table' THEN 'statement' ELSE 'definition' END, sql)
            FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'
            UNION ALL SELECT 'column', NULL, m.name, p.name, json_object('type', p.type,
                'nullable', CASE p."notnull" WHEN 0 THEN 'yes' ELSE 'no' END, 'default', p.dflt_value,
                'primary key', nullif(p.pk, 0), 'generated', nullif(p.hidden, 0))
            FROM sqlite_master m JOIN pragma_table_xinfo(m.name) p
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
            UNION ALL SELECT 'unique constraint', NULL, m.name, i.name, json_object('definition',
                (SELECT '(' || group_concat(x.name, ', ') || ')' FROM pragma_index_info(i.name) x))
            FROM sqlite_master m JOIN pragma_index_list(m.name) i ON i.origin = 'u' WHERE m.type = 'table'
            UNION ALL SELECT 'foreign key', NULL, m.name, 'foreign_key_' || f.id, json_object('definition',
                '(' || group_concat(f."from", ', ') || ') references ' || f."table" || ' ('
                || coalesce(group_concat(f."to", ', '), '') || ') on update ' || f.on_update || ' on delete ' || f.on_delete)
            FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' GROUP BY m.name, f.id
            """, version: "SELECT 'SQLite ' || sqlite_version()")
}
