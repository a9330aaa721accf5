import { TABLES, type Tables } from '../../schema.js';

export type MovedTableName = {
  [Name in keyof Tables]: (typeof TABLES)[Name] extends true ? Name : never;
}[keyof Tables];

/** The moved tables, in the order of the move. */
export const MOVED_TABLES: readonly MovedTableName[] = Object.entries(TABLES)
  .filter(([, isMoved]) => isMoved)
  // The keys are names of tables.
  .map(([name]) => name as MovedTableName);
