export type { MovedCredits } from './move-to-postgres.js';
export {
  type MovedDatabase,
  type MovedTable,
  type MoveOptions,
  moveToPostgres,
} from './move-to-postgres.js';
