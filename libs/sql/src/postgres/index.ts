export { type MigrationScriptOptions, postgresMigrationScript } from './migration-script.js';
export { openPostgresDatabase, type PostgresDatabaseOptions } from './open-postgres-database.js';
export type { PostgresDatabase } from './postgres-database.js';
export { translatePostgresError } from './postgres-errors.js';
export { isSchemaName } from './postgres-schema-dialect.js';
