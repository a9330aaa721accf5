import { join } from 'node:path';
import {
  type AccountId,
  type Clock,
  type CreditLedger,
  MemoryCreditLedger,
  MemoryTaskStore,
  type TaskStore,
} from '@dialproof/core';
import { SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import type { Violations } from '../violations.js';

export const STORE_KINDS = ['sqlite', 'memory'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** The store and the ledger of a drill's service. */
export interface ServiceParts {
  readonly store: TaskStore;
  readonly ledger: CreditLedger;
  grant(account: AccountId, credits: number): Promise<void>;
  /** Adds up the ledger, if it supports that. Errors in it and open holds are violations. */
  audit(violations: Violations): Promise<void>;
  close(): Promise<void>;
}

/** Opens the parts. A database is a file in this folder, which may exist already. */
export async function openServiceParts(kind: StoreKind, folder: string, clock: Clock): Promise<ServiceParts> {
  return kind === 'memory' ? memoryParts(clock) : await sqliteParts(join(folder, 'drill.sqlite'), clock);
}

function memoryParts(clock: Clock): ServiceParts {
  const ledger = new MemoryCreditLedger({ clock });
  return {
    store: new MemoryTaskStore({ clock }),
    ledger,
    grant: (account, credits) => ledger.grant(account, credits),
    // It keeps no journal, but its balance is compared elsewhere.
    audit: async () => undefined,
    close: async () => undefined,
  };
}

async function sqliteParts(file: string, clock: Clock): Promise<ServiceParts> {
  const database = await openSqliteDatabase({ file });
  const ledger = new SqlCreditLedger({ database, clock });
  return {
    store: new SqlTaskStore({ database, clock }),
    ledger,
    grant: (account, credits) => ledger.grant(account, credits),
    async audit(violations) {
      const audit = await ledger.audit();
      if (!audit.addsUp) violations.add(`the ledger does not add up: ${JSON.stringify(audit)}`);
      violations.expectEqual('holds that are open in the end', audit.openHolds, 0);
    },
    close: () => database.close(),
  };
}
