import DevtoolKit

extension ProjectSample {
    /// A project with one SQLite database, which needs nothing to be started.
    static let migrate = ProjectSample(
        configuration: """
            migrate:
              changelog: db/changelog.xml       # from the folder of this file
              default-target: dev
              targets:                          # a database each: devtool migrate --target NAME ...
                dev:
                  url: jdbc:sqlite:app.db
                # prod:
                #   url: jdbc:postgresql://db.example.com/app
                #   username: app
                #   password: {env: PROD_PASSWORD}    # a reference, never the password
                #   driver: org.postgresql.Driver     # if the url does not tell
                #   classpath: drivers/postgresql.jar # comes before Liquibase's own drivers

            """,
        files: [
            (
                "db/changelog.xml",
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                    xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                        http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
                    <!-- Never change a changeset that has been applied: add another. -->
                    <changeSet id="1" author="me">
                        <createTable tableName="example">
                            <column name="id" type="int"><constraints primaryKey="true"/></column>
                        </createTable>
                    </changeSet>
                </databaseChangeLog>

                """
            )
        ])
}
