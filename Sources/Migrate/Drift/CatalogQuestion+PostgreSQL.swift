extension CatalogQuestion {
    /// PostgreSQL 13 and later.
    ///
    /// Definitions are as the server prints them, with all names qualified. With a schema in the search path, only that
    /// one is described, as if it had no name.
    static let postgreSQL = CatalogQuestion(
        preparation: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "SELECT set_config('search_path', '', true)"],
        statement: """
            WITH n AS (
              SELECT oid, nspname AS s FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
                AND nspname = coalesce(current_schema(), nspname)),
            e AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
            r AS (
              SELECT c.*, n.s, obj_description(c.oid, 'pg_class') AS comment
              FROM pg_class c JOIN n ON n.oid = c.relnamespace
              WHERE NOT EXISTS (SELECT FROM e WHERE classid = 'pg_class'::regclass AND objid = c.oid)),
            q AS (
              SELECT r.*, d.deptype, d.refobjid, d.refobjsubid,
                d.deptype IS NOT NULL AND r.relname ~ '_seq[0-9]*$' AS generated
              FROM r LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = r.oid
                AND d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i')
              WHERE r.relkind = 'S'),
            o AS (
            SELECT 'schema' AS kind, NULL::text AS s, NULL::text AS t, s::text AS name,
              jsonb_build_object('comment', obj_description(oid, 'pg_namespace')) AS p FROM n
            UNION ALL SELECT 'extension', NULL, NULL, extname, jsonb_build_object('version', extversion) FROM pg_extension
            UNION ALL SELECT CASE relkind WHEN 'f' THEN 'foreign table' WHEN 'v' THEN 'view'
                WHEN 'm' THEN 'materialized view' ELSE 'table' END, s, NULL, relname,
              jsonb_build_object('comment', comment, 'persistence', CASE relpersistence WHEN 'u' THEN 'unlogged' END,
                'partitioned by', pg_get_partkeydef(oid), 'partition', pg_get_expr(relpartbound, oid),
                'parents', (SELECT string_agg(inhparent::regclass::text, ', ' ORDER BY inhseqno) FROM pg_inherits
                  WHERE inhrelid = r.oid),
                'options', array_to_string(reloptions, ', '),
                'row security', CASE WHEN relforcerowsecurity THEN 'forced' WHEN relrowsecurity THEN 'enabled' END,
                'definition', CASE WHEN relkind IN ('v', 'm') THEN pg_get_viewdef(oid) END)
            FROM r WHERE relkind IN ('r', 'p', 'f', 'v', 'm')
            UNION ALL SELECT 'column', s, relname, attname, jsonb_build_object('type', format_type(atttypid, atttypmod),
                'nullable', CASE WHEN attnotnull THEN 'no' ELSE 'yes' END,
                'collation', (SELECT collname FROM pg_collation k JOIN pg_type y ON y.oid = a.atttypid
                  WHERE k.oid = a.attcollation AND a.attcollation <> y.typcollation),
                CASE WHEN attgenerated = '' THEN 'default' ELSE 'generated' END,
                CASE WHEN EXISTS (SELECT FROM q
                  WHERE generated AND deptype = 'a' AND refobjid = r.oid AND refobjsubid = attnum)
                  THEN regexp_replace(pg_get_expr(adbin, adrelid), 'nextval\\(''[^'']*_seq\\d*"?''::regclass\\)',
                    'nextval(its own sequence)')
                  ELSE pg_get_expr(adbin, adrelid) END,
                'identity', CASE attidentity WHEN 'a' THEN 'always' WHEN 'd' THEN 'by default' END,
                'comment', col_description(r.oid, attnum))
            FROM r JOIN pg_attribute a ON attrelid = r.oid AND attnum > 0 AND NOT attisdropped
              LEFT JOIN pg_attrdef ON adrelid = r.oid AND adnum = attnum
            WHERE relkind IN ('r', 'p', 'f')
            UNION ALL SELECT CASE contype WHEN 'p' THEN 'primary key' WHEN 'f' THEN 'foreign key'
                WHEN 'u' THEN 'unique constraint' WHEN 'x' THEN 'exclusion constraint' ELSE 'check' END, s, relname, conname,
              jsonb_build_object('definition', pg_get_constraintdef(k.oid), 'comment', obj_description(k.oid, 'pg_constraint'))
            FROM r JOIN pg_constraint k ON conrelid = r.oid
            WHERE contype IN ('p', 'f', 'u', 'x', 'c') AND conparentid = 0 AND conislocal
            UNION ALL SELECT 'index', r.s, r.relname, i.relname, jsonb_build_object('definition',
                regexp_replace(pg_get_indexdef(i.oid, 0, true), '^(CREATE (UNIQUE )?INDEX) .*? ON ', '\\1 ON '),
                'state', CASE WHEN NOT indisvalid THEN 'invalid' END, 'comment', obj_description(i.oid, 'pg_class'))
            FROM r JOIN pg_index x ON indrelid = r.oid JOIN pg_class i ON i.oid = indexrelid AND NOT i.relispartition
            WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.oid AND contype IN ('p', 'u', 'x'))
            UNION ALL SELECT CASE prokind WHEN 'p' THEN 'procedure' WHEN 'a' THEN 'aggregate' ELSE 'function' END, n.s, NULL,
              proname || '(' || pg_get_function_identity_arguments(f.oid) || ')', jsonb_build_object('definition',
                CASE prokind WHEN 'a' THEN (SELECT aggtransfn || ' ' || aggtranstype::regtype || ' ' || aggfinalfn
                  FROM pg_aggregate WHERE aggfnoid = f.oid) ELSE
                  regexp_replace(pg_get_functiondef(f.oid), '^(CREATE OR REPLACE \\w+) .*?\\(', '\\1 (') END,
                'comment', obj_description(f.oid, 'pg_proc'))
            FROM pg_proc f JOIN n ON n.oid = pronamespace
            WHERE NOT EXISTS (SELECT FROM pg_depend
              WHERE deptype IN ('e', 'i') AND classid = 'pg_proc'::regclass AND objid = f.oid)
            UNION ALL SELECT 'trigger', s, relname, tgname, jsonb_build_object('definition', pg_get_triggerdef(t.oid, true),
                'state', CASE tgenabled WHEN 'D' THEN 'disabled' WHEN 'R' THEN 'replica' WHEN 'A' THEN 'always' END,
                'comment', obj_description(t.oid, 'pg_trigger'))
            FROM r JOIN pg_trigger t ON tgrelid = r.oid AND NOT tgisinternal AND tgparentid = 0
            UNION ALL SELECT 'policy', s, relname, polname, jsonb_build_object(
                'definition', concat_ws(' ', polcmd, CASE WHEN polpermissive THEN NULL ELSE 'restrictive' END,
                  (SELECT string_agg(coalesce(rolname, 'public'), ', ' ORDER BY rolname) FROM unnest(polroles) x
                    LEFT JOIN pg_roles ON pg_roles.oid = x),
                  'using ' || pg_get_expr(polqual, polrelid), 'check ' || pg_get_expr(polwithcheck, polrelid)))
            FROM r JOIN pg_policy ON polrelid = r.oid
            UNION ALL SELECT 'rule', s, relname, rulename, jsonb_build_object('definition', pg_get_ruledef(w.oid, true))
            FROM r JOIN pg_rewrite w ON ev_class = r.oid AND rulename <> '_RETURN'
            UNION ALL SELECT 'sequence', q.s, CASE WHEN generated THEN c.relname END,
              CASE WHEN generated THEN attname ELSE q.relname END, jsonb_build_object('type', seqtypid::regtype::text,
                'start', seqstart::text, 'increment', seqincrement::text, 'minimum', seqmin::text, 'maximum', seqmax::text,
                'cycle', CASE WHEN seqcycle THEN 'yes' END, 'owned by', refobjid::regclass || '.' || attname,
                'comment', q.comment)
            FROM q JOIN pg_sequence ON seqrelid = q.oid LEFT JOIN pg_class c ON c.oid = refobjid
              LEFT JOIN pg_attribute a ON attrelid = refobjid AND attnum = refobjsubid
            UNION ALL SELECT CASE typtype WHEN 'd' THEN 'domain' ELSE 'type' END, n.s, NULL, typname,
              jsonb_build_object('labels', (SELECT string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder)
                  FROM pg_enum WHERE enumtypid = y.oid),
                'attributes', (SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
                  FROM pg_attribute WHERE attrelid = typrelid AND attnum > 0 AND NOT attisdropped),
                'range of', (SELECT rngsubtype::regtype::text FROM pg_range WHERE rngtypid = y.oid),
                'base type', CASE typtype WHEN 'd' THEN format_type(typbasetype, typtypmod) END,
                'nullable', CASE WHEN typtype = 'd' AND typnotnull THEN 'no' END, 'default', typdefault,
                'checks', (SELECT string_agg(pg_get_constraintdef(oid), ', ' ORDER BY conname) FROM pg_constraint
                  WHERE contypid = y.oid AND contype = 'c'), 'comment', obj_description(y.oid, 'pg_type'))
            FROM pg_type y JOIN n ON n.oid = typnamespace
            WHERE (typtype IN ('d', 'e', 'r') OR typtype = 'c' AND (SELECT relkind FROM pg_class WHERE oid = typrelid) = 'c')
              AND NOT EXISTS (SELECT FROM e WHERE classid = 'pg_type'::regclass AND objid = y.oid))
            SELECT kind, CASE WHEN current_schema() IS NULL THEN s END, t, name, jsonb_strip_nulls(p)::text FROM o
            WHERE current_schema() IS NULL OR kind NOT IN ('schema', 'extension')
            """,
        owners: """
            SELECT 'access', s, NULL, name, jsonb_build_object('owner', pg_get_userbyid(o), 'grants', (
                SELECT string_agg(concat(coalesce(nullif(grantee, 0)::regrole::text, 'public'), ': ', privilege_type,
                  CASE WHEN is_grantable THEN ' with grant option' END), ', ' ORDER BY grantee::regrole::text, privilege_type)
                FROM aclexplode(coalesce(acl, acldefault(c, o)))))::text
            FROM (SELECT NULL::text AS s, nspname::text AS name, nspowner AS o, nspacl AS acl, 'n'::"char" AS c, oid
                  FROM pg_namespace
                UNION ALL SELECT nspname, relname, relowner, relacl, CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char",
                  c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
                  WHERE relkind IN ('r', 'p', 'f', 'v', 'm', 'S')
                UNION ALL SELECT nspname, proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', proowner,
                  proacl, 'f', p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace) x
            WHERE coalesce(s, name) !~ '^pg_' AND coalesce(s, name) <> 'information_schema'
              AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.deptype IN ('e', 'i') AND d.objid = x.oid)
            """, version: "SELECT 'PostgreSQL ' || current_setting('server_version')")
}
