import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccountId,
  type CreditLedger,
  MemoryCreditLedger,
  MemoryTaskStore,
  type TaskStore,
} from '@dialproof/core';
import { openSqliteDatabase, SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';

export const STORE_KINDS = ['sqlite', 'memory'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** A new task store, with a ledger beside it: in memory, or in a database in a file of its own. */
export interface BenchStore {
  readonly store: TaskStore;
  readonly ledger: CreditLedger;
  grant(account: AccountId, credits: number): Promise<void>;
  /** Closes it and forgets what it kept. */
  remove(): Promise<void>;
}

export async function makeBenchStore(kind: StoreKind): Promise<BenchStore> {
  if (kind === 'memory') {
    const ledger = new MemoryCreditLedger();
    return {
      store: new MemoryTaskStore(),
      ledger,
      grant: (account, credits) => ledger.grant(account, credits),
      remove: async () => undefined,
    };
  }
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-bench-'));
  const database = await openSqliteDatabase({ file: join(folder, 'bench.sqlite') });
  const ledger = new SqlCreditLedger({ database });
  return {
    store: new SqlTaskStore({ database }),
    ledger,
    grant: (account, credits) => ledger.grant(account, credits),
    async remove() {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
