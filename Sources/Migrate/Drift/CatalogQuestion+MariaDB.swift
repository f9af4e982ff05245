extension CatalogQuestion {
    /// MariaDB 10.6 and later.
    ///
    /// Objects have no schema, because the databases that are compared have different names.
    static let mariaDB = CatalogQuestion(
        preparation: ["START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY"],
        statement: """
            SELECT CASE table_type WHEN 'SEQUENCE' THEN 'sequence' ELSE 'table' END, NULL, NULL, table_name,
              JSON_OBJECT('engine', engine, 'collation', table_collation, 'options', NULLIF(create_options, ''),
                'comment', NULLIF(table_comment, ''), 'versioned', NULLIF(table_type, 'BASE TABLE'))
            FROM information_schema.tables
            WHERE table_schema = DATABASE() AND table_type NOT IN ('VIEW', 'SYSTEM VIEW')
            UNION ALL SELECT 'column', NULL, c.table_name, c.column_name, JSON_OBJECT('type', c.column_type,
                'nullable', LOWER(c.is_nullable), 'default', c.column_default, 'collation', c.collation_name,
                'generated', NULLIF(REPLACE(c.generation_expression, CONCAT('`', DATABASE(), '`.'), ''), ''),
                'extra', NULLIF(c.extra, ''), 'comment', NULLIF(c.column_comment, ''))
            FROM information_schema.columns c JOIN information_schema.tables t
              ON t.table_schema = c.table_schema AND t.table_name = c.table_name
            WHERE c.table_schema = DATABASE() AND t.table_type NOT IN ('VIEW', 'SYSTEM VIEW', 'SEQUENCE')
            UNION ALL SELECT CASE WHEN index_name = 'PRIMARY' THEN 'primary key'
                WHEN MAX(non_unique) = 0 THEN 'unique constraint' ELSE 'index' END, NULL, table_name, index_name,
              JSON_OBJECT('definition', CONCAT('(', GROUP_CONCAT(column_name, COALESCE(CONCAT('(', sub_part, ')'), ''),
                  CASE collation WHEN 'D' THEN ' DESC' ELSE '' END ORDER BY seq_in_index SEPARATOR ', '), ')'),
                'type', NULLIF(MAX(index_type), 'BTREE'), 'comment', NULLIF(MAX(index_comment), ''),
                'state', CASE MAX(ignored) WHEN 'YES' THEN 'ignored' END)
            FROM information_schema.statistics WHERE table_schema = DATABASE() GROUP BY table_name, index_name
            UNION ALL SELECT 'foreign key', NULL, k.table_name, k.constraint_name, JSON_OBJECT('definition', CONCAT('(',
                GROUP_CONCAT(k.column_name ORDER BY k.ordinal_position SEPARATOR ', '), ') references ',
                CASE WHEN MAX(k.referenced_table_schema) = DATABASE() THEN ''
                  ELSE CONCAT(MAX(k.referenced_table_schema), '.') END, MAX(k.referenced_table_name), ' (',
                GROUP_CONCAT(k.referenced_column_name ORDER BY k.ordinal_position SEPARATOR ', '), ')'),
                'on update', NULLIF(MAX(r.update_rule), 'RESTRICT'), 'on delete', NULLIF(MAX(r.delete_rule), 'RESTRICT'))
            FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
              ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name
              AND r.table_name = k.table_name
            WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL
            GROUP BY k.table_name, k.constraint_name
            UNION ALL SELECT 'check', NULL, table_name, constraint_name, JSON_OBJECT('definition', check_clause)
            FROM information_schema.check_constraints WHERE constraint_schema = DATABASE()
            UNION ALL SELECT 'view', NULL, NULL, table_name, JSON_OBJECT(
                'definition', REPLACE(view_definition, CONCAT('`', DATABASE(), '`.'), ''),
                'check option', NULLIF(check_option, 'NONE'), 'security', security_type)
            FROM information_schema.views WHERE table_schema = DATABASE()
            UNION ALL SELECT LOWER(r.routine_type), NULL, NULL, r.routine_name, JSON_OBJECT(
                'parameters', (SELECT GROUP_CONCAT(CONCAT_WS(' ', p.parameter_mode, p.parameter_name, p.dtd_identifier)
                    ORDER BY p.ordinal_position SEPARATOR ', ') FROM information_schema.parameters p
                  WHERE p.specific_schema = r.routine_schema AND p.specific_name = r.specific_name),
                'definition', r.routine_definition, 'security', r.security_type, 'deterministic', r.is_deterministic,
                'data access', r.sql_data_access, 'comment', NULLIF(r.routine_comment, ''))
            FROM information_schema.routines r WHERE r.routine_schema = DATABASE()
            UNION ALL SELECT 'trigger', NULL, event_object_table, trigger_name, JSON_OBJECT('definition',
                CONCAT_WS(' ', action_timing, event_manipulation, action_statement))
            FROM information_schema.triggers WHERE trigger_schema = DATABASE()
            UNION ALL SELECT 'event', NULL, NULL, event_name, JSON_OBJECT('schedule', CONCAT_WS(' ', execute_at,
                interval_value, interval_field, ends), 'definition', event_definition, 'state', status,
                'comment', NULLIF(event_comment, ''))
            FROM information_schema.events WHERE event_schema = DATABASE()
            """, version: "SELECT CONCAT('MariaDB ', VERSION()), @@collation_database", quote: "`")
}
