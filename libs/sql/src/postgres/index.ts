export { openPostgresDatabase, type PostgresDatabaseOptions } from './open-postgres-database.js';
export { translatePostgresError } from './postgres-errors.js';
