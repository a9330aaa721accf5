import type { Entropy } from '@dialproof/core';
import type { SqlDatabase } from '@dialproof/sql';

/** The database of one machine. */
export interface MachineDatabase {
  /** Opens it, as a process does at its start. It may be tried again after a failure. */
  open(entropy: Entropy): Promise<SqlDatabase>;
  /** Closes the database, and removes the files that it needed. */
  close(): Promise<void>;
  /** Reads a column of texts, past the kit. `?` stands for the account. */
  texts(query: string, account: string): Promise<string[]>;
  /** Whether a text stands anywhere in the database. */
  includes(text: string): Promise<boolean>;
}
