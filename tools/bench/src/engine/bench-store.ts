import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';

/** A new task store and a ledger in a new database file. */
export interface BenchStore {
  readonly store: SqlTaskStore;
  readonly ledger: SqlCreditLedger;
  /** Closes the database and removes its files. */
  remove(): Promise<void>;
}

export async function makeBenchStore(): Promise<BenchStore> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-bench-'));
  const database = await openSqliteDatabase({ file: join(folder, 'bench.sqlite') });
  return {
    store: new SqlTaskStore({ database }),
    ledger: new SqlCreditLedger({ database }),
    async remove() {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
