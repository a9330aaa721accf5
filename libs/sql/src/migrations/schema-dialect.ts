/**
 * The differences between databases in making and changing tables. Queries hardly differ; they have their differences inline, see
 * `query.ts`.
 */
export interface SchemaDialect {
  /** The type of bytes, and of whole numbers up to 2^53. */
  readonly bytes: 'blob' | 'bytea';
  readonly whole: 'integer' | 'bigint';
  /** The definition of a key that numbers the rows in the order of their insertion. */
  readonly identity: string;
  /** The words behind the closing bracket of a table. */
  readonly end: '' | ' strict';
  /**
   * Statements that make the database refuse changes of the journal, except for those that sum up charges: an entry becomes a sum, and then
   * the charges and sums before it are removed.
   */
  readonly journalGuard: readonly string[];
  /** Statements that make the database compress the rows of files, where it does not by itself. */
  readonly compressedRows: readonly string[];
  /** Statements for triggers on `tasks` that keep the sums of `account_usage`. */
  readonly usageTriggers: readonly string[];
  /** Statements that remove the counts of rates that processes shared before version 31. A file never had them. */
  readonly dropRates: readonly string[];
  /** Statements that come before all others of a migration, in its transaction. */
  readonly begin: readonly string[];
}
