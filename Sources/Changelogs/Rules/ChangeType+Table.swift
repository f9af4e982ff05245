extension ChangeType {
    /// The changes of Liquibase 4.6.2 with their attributes from Liquibase's own description, and the attributes added
    /// in 4.29.2 and 5.0.4; required attributes are the same.
    ///
    /// The attributes in the jars of a Liquibase are more accurate: see ``LiquibaseRelease``.
    ///
    /// A line starts with the name of a change, followed by `*` if it requires a license and `~` if Liquibase can roll
    /// it back. Attributes with `!` are required, and those with `#` are integers.
    static let table = """
        addAutoIncrement catalogName columnDataType columnName! defaultOnNull generationType
          incrementBy# schemaName startWith# tableName!
        addCheckConstraint* ~ catalogName constraintBody! constraintName! disabled schemaName
          tableName! validate
        addColumn ~ catalogName columns! schemaName tableName!
        addDefaultValue ~ catalogName columnDataType columnName! defaultValue
          defaultValueBoolean defaultValueComputed defaultValueConstraintName defaultValueDate
          defaultValueNumeric defaultValueSequenceNext schemaName tableName!
        addForeignKeyConstraint ~ baseColumnNames! baseTableCatalogName baseTableName!
          baseTableSchemaName constraintName! deferrable deleteCascade initiallyDeferred
          onDelete onUpdate referencedColumnNames! referencedTableCatalogName
          referencedTableName! referencedTableSchemaName referencesUniqueColumn validate
        addLookupTable ~ constraintName existingColumnName! existingTableCatalogName
          existingTableName! existingTableSchemaName newColumnDataType newColumnName!
          newTableCatalogName newTableName! newTableSchemaName
        addNotNullConstraint ~ catalogName columnDataType columnName! constraintName
          defaultNullValue schemaName tableName! validate
        addPrimaryKey ~ catalogName clustered columnNames! constraintName forIndexCatalogName
          forIndexName forIndexSchemaName schemaName tableName! tablespace validate
        addUniqueConstraint ~ catalogName clustered columnNames! constraintName deferrable
          disabled forIndexCatalogName forIndexName forIndexSchemaName initiallyDeferred
          schemaName tableName! tablespace validate
        alterSequence cacheSize# catalogName cycle dataType incrementBy# maxValue# minValue#
          ordered schemaName sequenceName!
        createFunction* catalogName comments dbms encoding functionBody! functionName! path!
          procedureBody relativeToChangelogFile replaceIfExists schemaName
        createIndex ~ associatedWith catalogName clustered columns! indexName schemaName
          tableName! tablespace unique using
        createPackage* catalogName comments dbms encoding packageName! packageText! path!
          procedureBody relativeToChangelogFile replaceIfExists schemaName
        createPackageBody* catalogName comments dbms encoding packageBodyName! packageBodyText!
          path! procedureBody relativeToChangelogFile replaceIfExists schemaName
        createProcedure catalogName comment comments dbms encoding path! procedureBody!
          procedureName procedureText relativeToChangelogFile replaceIfExists schemaName
        createSequence ~ cacheSize# catalogName cycle dataType incrementBy# maxValue# minValue#
          ordered schemaName sequenceName! startValue#
        createSynonym* ~ objectCatalogName objectName! objectSchemaName objectType private
          replaceIfExists synonymCatalogName synonymName! synonymSchemaName
        createTable ~ catalogName columns! ifNotExists partitionBy remarks rowDependencies
          schemaName tableName! tableType tablespace
        createTrigger* catalogName comments dbms disabled encoding path! procedureBody
          relativeToChangelogFile replaceIfExists schemaName scope tableName triggerBody!
          triggerName
        createView ~ catalogName encoding fullDefinition path relativeToChangelogFile remarks
          replaceIfExists schemaName selectQuery viewName!
        customChange
        delete catalogName schemaName tableName! where
        disableCheckConstraint* ~ catalogName constraintName! schemaName tableName!
        disableTrigger* ~ catalogName schemaName scope tableName triggerName!
        dropAllForeignKeyConstraints baseTableCatalogName baseTableName! baseTableSchemaName
        dropCheckConstraint* catalogName constraintName! schemaName tableName!
        dropColumn catalogName columnName columns schemaName tableName!
        dropDefaultValue catalogName columnDataType columnName! schemaName tableName!
        dropForeignKeyConstraint baseTableCatalogName baseTableName! baseTableSchemaName
          constraintName!
        dropFunction* catalogName functionName! schemaName
        dropIndex catalogName indexName! schemaName tableName
        dropNotNullConstraint ~ catalogName columnDataType columnName constraintName schemaName
          tableName!
        dropPackage* catalogName packageName! schemaName
        dropPackageBody* catalogName packageBodyName! schemaName
        dropPrimaryKey catalogName constraintName dropIndex schemaName tableName!
        dropProcedure catalogName procedureName! schemaName
        dropSequence catalogName schemaName sequenceName!
        dropSynonym* objectType private synonymCatalogName synonymName! synonymSchemaName
        dropTable cascadeConstraints catalogName schemaName tableName!
        dropTrigger* catalogName schemaName scope tableName triggerName!
        dropUniqueConstraint catalogName constraintName! schemaName tableName! uniqueColumns
        dropView catalogName ifExists schemaName viewName!
        empty
        enableCheckConstraint* ~ catalogName constraintName! schemaName tableName!
        enableTrigger* ~ catalogName schemaName scope tableName triggerName!
        executeCommand executable! timeout
        insert catalogName columns! dbms schemaName tableName!
        loadData catalogName columns commentLineStartsWith encoding file! quotchar
          relativeToChangelogFile schemaName separator tableName! usePreparedStatements
        loadUpdateData catalogName columns commentLineStartsWith encoding file! onlyUpdate
          primaryKey! quotchar relativeToChangelogFile schemaName separator tableName!
          usePreparedStatements
        markUnused* catalogName columnName! schemaName tableName!
        mergeColumns catalogName column1Name! column2Name! finalColumnName! finalColumnType!
          joinString schemaName tableName!
        modifyDataType catalogName columnName! newDataType! schemaName tableName!
        output message target
        renameColumn ~ catalogName columnDataType newColumnName! oldColumnName! remarks
          schemaName tableName!
        renameSequence ~ catalogName newSequenceName! oldSequenceName! schemaName
        renameTable ~ catalogName newTableName! oldTableName! schemaName
        renameTrigger* ~ catalogName newTriggerName oldTriggerName schemaName tableName
        renameView ~ catalogName newViewName! oldViewName! schemaName
        setColumnRemarks catalogName columnDataType columnName! columnParentType remarks
          schemaName tableName!
        setTableRemarks catalogName remarks schemaName tableName!
        sql comment dbms endDelimiter ignoreOriginalSplitStatements splitStatements sql!
          stripComments
        sqlFile dbms encoding endDelimiter ignoreOriginalSplitStatements path!
          relativeToChangelogFile splitStatements stripComments
        stop message
        tagDatabase ~ keepTagOnRollback tag
        update catalogName columns! schemaName tableName! where
        """
}
