import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccountId,
  type BulkNumberChecker,
  createVerificationService,
  InProcessTaskQueue,
  type NumberChecker,
  type TaskStore,
  type VerificationService,
} from '@dialproof/core';
import { csvChunks } from '@dialproof/generate';
import { SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import { openPostgresDatabase } from '@dialproof/sql/postgres';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { BenchSchema } from '../server/bench-schema.js';

/** A task store in a new database. */
export interface BenchStore {
  readonly store: TaskStore;
  /** Closes the database and removes it. */
  remove(): Promise<void>;
}

export async function sqliteStore(): Promise<BenchStore & { readonly ledger: SqlCreditLedger }> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-bench-'));
  const database = await openSqliteDatabase({ file: join(folder, 'bench.sqlite') });
  const remove = async () => {
    await database.close();
    await rm(folder, { recursive: true });
  };
  return { store: new SqlTaskStore({ database }), ledger: new SqlCreditLedger({ database }), remove };
}

/** Undefined if there is no PostgreSQL. */
export async function postgresStore(): Promise<BenchStore | undefined> {
  const schema = await BenchSchema.make();
  if (schema === undefined) return undefined;
  // Filling it would take hours with a wait for the disk at each commit.
  const url = new URL(schema.url);
  url.searchParams.set('options', '-c synchronous_commit=off');
  const database = await openPostgresDatabase({ url: url.href, schema: schema.name });
  const remove = async () => {
    await database.close();
    await schema.remove();
  };
  return { store: new SqlTaskStore({ database }), remove };
}

/** Runs something with a service over SQLite in this process, which has started. */
export async function withService<Result>(
  settings: {
    readonly checker: NumberChecker | BulkNumberChecker;
    readonly checkConcurrency?: number;
    readonly maxCallsPerSecond?: number;
  },
  accounts: readonly AccountId[],
  use: (service: VerificationService) => Promise<Result>,
): Promise<Result> {
  const { ledger, remove, store } = await sqliteStore();
  for (const account of accounts) await ledger.grant(account, 10_000_000);
  const service = createVerificationService({ store, ledger, queue: new InProcessTaskQueue(), ...settings });
  try {
    await service.start();
    return await use(service);
  } finally {
    await service.close();
    await remove();
  }
}

/** Submits a generated file, and resolves to its task's id. */
export async function submit(service: VerificationService, accountId: AccountId, rows: number, seed: number) {
  const content = Buffer.concat([...csvChunks({ rows, seed })]);
  const { taskId } = await service.submit({ accountId, fileName: 'list.csv', content });
  return taskId;
}
