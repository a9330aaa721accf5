import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccountId,
  accountId,
  type CreditBalance,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryListStore,
  MemoryReplayStore,
  MemorySingleAnswerStore,
  MemorySuppressionList,
  MemoryTaskStore,
} from '@dialproof/core';
import { SqlAccounts, SqlCreditLedger, type SqlDatabase, SqlTaskStore, SqlTokens } from '@dialproof/sql';
import { auditLedger, SqlErasure } from '@dialproof/sql/operations';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { MemoryAccountTokens, MemoryEventOutbox, MemoryWebhookStore } from '@dialproof/testkit/memory';
import Database from 'better-sqlite3';
import { type KitPorts, sqlPorts } from '../world/kit.js';
import type { Life } from './life.js';
import type { World } from './world.js';

/** A new account. */
export interface OpenedAccount {
  readonly accountId: AccountId;
  readonly token: string;
}

/** The parts of an operator, which no fault affects. Null where accounts are kept in memory. */
export interface Operator {
  readonly accounts: SqlAccounts;
  readonly tokens: SqlTokens;
  readonly erasure: SqlErasure;
  readonly store: SqlTaskStore;
}

/** The storage that all processes of a world share. */
export interface Storage {
  open(credits: number): Promise<OpenedAccount>;
  /** The ports of a process. */
  portsOf(life: Life): KitPorts;
  readonly operator: Operator | null;
  balance(account: AccountId): Promise<CreditBalance>;
  /** Whether balances, holds and statement add up, and whether a hold is open. */
  audit(): Promise<{ readonly addsUp: boolean; readonly hasOpenHolds: boolean }>;
  /** The remains of an erased account, in words. `numbers`: the beginning of all its phone numbers. */
  remainsOf(account: AccountId, numbers: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The tables that keep something of an account, besides its ledger. */
const TABLES = [
  'tasks',
  'task_accounts',
  'account_usage',
  'events',
  'webhooks',
  'webhook_deliveries',
  'lists',
  'suppressions',
  'suppression_accounts',
  'single_answers',
  'replays',
  'tokens',
  'accounts',
];

/** One SQLite database, which each process reaches by itself. `template`: the contents of a new one. */
export async function sqliteStorage(world: World, template: Uint8Array): Promise<Storage> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'dialproof-seed-'));
  const file = join(folder, 'dialproof.db');
  writeFileSync(file, template);
  const { clock, entropy } = world;
  const database = await openSqliteDatabase({ file, clock, entropy });
  const parts = { database, clock };
  const accounts = new SqlAccounts(parts);
  const ledger = new SqlCreditLedger(parts);
  return {
    open: (credits) => accounts.create({ credits }),
    portsOf: (life) => sqlPorts(reachedDatabase(database, life), life.clock),
    operator: {
      accounts,
      tokens: new SqlTokens(parts),
      erasure: new SqlErasure({ database }),
      store: new SqlTaskStore(parts),
    },
    balance: (account) => ledger.balance(account),
    async audit() {
      const { addsUp, openHolds } = await auditLedger(database);
      return { addsUp, hasOpenHolds: openHolds > 0 };
    },
    async remainsOf(account, numbers) {
      const copy = new Database(file, { readonly: true });
      const rows = TABLES.flatMap((table) => {
        const [found] = copy.prepare(`select count(*) from ${table} where account_id = ?`).raw().all(account);
        // A count is one row of one number.
        const [count] = found as [number];
        return count === 0 ? [] : [`${count} rows of ${table}`];
      });
      copy.close();
      const bytes = [readFileSync(file), readFileSync(`${file}-wal`)];
      return bytes.some((content) => content.includes(numbers)) ? [...rows, 'bytes of its numbers'] : rows;
    },
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The database as one process reaches it. */
function reachedDatabase(database: SqlDatabase, life: Life): SqlDatabase {
  const { engine, entropy, read, serverTime } = database;
  return {
    ...{ engine, entropy, serverTime },
    read: {
      rows: (query, values) => life.reach(() => read.rows(query, values)),
      first: (query, values) => life.reach(() => read.first(query, values)),
      change: (query, values) => life.reach(() => read.change(query, values)),
    },
    write: (work, options) => life.reach(() => database.write(work, options)),
    writeEach: (work, options) => life.reach(() => database.writeEach(work, options)),
    probe: () => life.reach(() => database.probe()),
    sync: () => life.reach(() => database.sync()),
    emptyLog: () => life.reach(() => database.emptyLog()),
    close: async () => {},
  };
}

/** More entries than a statement has in these worlds. */
const MOST_ENTRIES = 1_000;

/** The stores in memory, as if they were a server that all processes reach. */
export function memoryStorage({ clock, entropy }: World): Storage {
  const outbox = new MemoryEventOutbox({ clock, entropy });
  const lists = new MemoryListStore({ clock, outbox });
  const ledger = new MemoryCreditLedger({ clock });
  const authenticator = new MemoryAuthenticator();
  const ports: KitPorts = {
    store: new MemoryTaskStore({ clock, entropy, lists, outbox }),
    suppressions: new MemorySuppressionList(),
    singleAnswers: new MemorySingleAnswerStore({ clock }),
    ...{ ledger, lists, outbox, authenticator },
    replays: new MemoryReplayStore({ clock, entropy }),
    webhooks: new MemoryWebhookStore({ clock, entropy }),
    tokens: new MemoryAccountTokens({ authenticator, clock, entropy }),
  };
  const opened: AccountId[] = [];
  return {
    async open(credits) {
      const id = accountId(entropy.uuid());
      const token = entropy.uuid();
      authenticator.add(token, { accountId: id, suspended: false });
      ledger.grant(id, credits);
      opened.push(id);
      return { accountId: id, token };
    },
    portsOf(life) {
      const entries = Object.entries(ports).map(([name, port]) => [name, reachedPort(port, life)]);
      // The same names with objects of the same methods.
      return Object.fromEntries(entries) as KitPorts;
    },
    operator: null,
    remainsOf: async () => [],
    balance: (account) => ledger.balance(account),
    async audit() {
      const audits = await Promise.all(
        opened.map(async (accountId) => {
          const { available, held } = await ledger.balance(accountId);
          const { entries } = await ledger.statement({ accountId, cursor: null, limit: MOST_ENTRIES });
          const sum = entries.reduce((credits, entry) => credits + entry.credits, 0);
          return { addsUp: sum === available + held, held };
        }),
      );
      return {
        addsUp: audits.every(({ addsUp }) => addsUp),
        hasOpenHolds: audits.some(({ held }) => held > 0),
      };
    },
    close: async () => {},
  };
}

/** A port whose methods are calls of the storage. */
function reachedPort<Port extends object>(port: Port, life: Life): Port {
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => life.reach(async () => await Reflect.apply(method, target, args));
    },
  });
}
