export { type MigrationScriptOptions, postgresMigrationScript } from './migration-script.js';
export { openPostgresDatabase, type PostgresDatabaseOptions } from './open-postgres-database.js';
export type { PostgresDatabase } from './postgres-database.js';
export { translatePostgresError } from './postgres-errors.js';
export { PostgresTaskQueue, type PostgresTaskQueueOptions } from './postgres-task-queue.js';
