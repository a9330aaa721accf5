import type { ColumnDefinitionBuilder, Compilable, Kysely, RawBuilder } from 'kysely';
import type { Tables } from './schema.js';

/** The differences between databases in making and moving tables. Queries have none: Kysely compiles them for each database. */
export interface SchemaDialect {
  readonly bytes: 'blob' | 'bytea';
  /** Whole numbers up to 2^53. */
  readonly integer: 'integer' | 'bigint';
  /** Makes a column its table's key, which numbers the rows in the order of their insertion. */
  readonly identity: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** The SQL after the closing bracket of a table. */
  readonly tableEnd: RawBuilder<unknown>;
  /** Statements that make the database refuse changes and removals of a table's rows. */
  readonly appendOnly: (builder: Kysely<Tables>, table: keyof Tables) => readonly Compilable[];
  /**
   * Statements that make the database refuse changes of the journal, except for those that sum up charges: an entry becomes a sum, and then the
   * charges and sums before it are removed.
   */
  readonly journalGuard: (builder: Kysely<Tables>) => readonly Compilable[];
  /**
   * Statements of migration 4. They move data that schema version 3 kept in the JSON of tasks and in the bytes of chunks. None for a
   * database that never had that version.
   */
  readonly moveTaskData: (builder: Kysely<Tables>) => readonly Compilable[];
  /** Statements of migration 19: tables for rates that processes share. None for a database with a single process. */
  readonly sharedRates: (builder: Kysely<Tables>) => readonly Compilable[];
  /** Statements of migration 20: triggers on `tasks` that keep the sums of `account_usage`. */
  readonly accountUsageTriggers: (builder: Kysely<Tables>) => readonly Compilable[];
  /** Statements that come before all others of a migration, in its transaction. */
  readonly begin: (builder: Kysely<Tables>) => readonly Compilable[];
}
