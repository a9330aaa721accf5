import type { ColumnDefinitionBuilder, Compilable, Kysely, RawBuilder } from 'kysely';
import type { Tables } from './schema.js';

/** What differs between databases where tables are made and moved. Queries differ in nothing: Kysely's compilers see to them. */
export interface SchemaDialect {
  readonly bytes: 'blob' | 'bytea';
  /** Whole numbers up to 2^53. */
  readonly integer: 'integer' | 'bigint';
  /** Makes a column the key of its table that numbers the rows in the order of their insertion. */
  readonly identity: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** What follows the closing bracket of a table. */
  readonly tableEnd: RawBuilder<unknown>;
  /** Statements that make the database refuse changes and removals of a table's rows. */
  readonly appendOnly: (builder: Kysely<Tables>, table: keyof Tables) => readonly Compilable[];
  /**
   * Statements of migration 4 that move what schema version 3 kept in the JSON of tasks and the bytes of chunks. None where that version
   * never was.
   */
  readonly moveTaskData: (builder: Kysely<Tables>) => readonly Compilable[];
  /** Statements of migration 19: tables by which processes keep rates together. None where one process has the database to itself. */
  readonly sharedRates: (builder: Kysely<Tables>) => readonly Compilable[];
  /** Statements of migration 20: triggers on `tasks` that keep the sums of `account_usage`. */
  readonly accountUsageTriggers: (builder: Kysely<Tables>) => readonly Compilable[];
  /** Statements that come before all others of a migration, in its transaction. */
  readonly begin: (builder: Kysely<Tables>) => readonly Compilable[];
}
