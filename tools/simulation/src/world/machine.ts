import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createVerificationService,
  InProcessTaskQueue,
  isDialproofError,
  type NumberChecker,
  type ReportedFailure,
  type VerificationService,
} from '@dialproof/core';
import { createFetchHandler, type FetchHandler } from '@dialproof/http';
import {
  SqlAccounts,
  SqlAccountTokens,
  SqlAuthenticator,
  SqlCreditLedger,
  type SqlDatabase,
  SqlErasure,
  SqlEventOutbox,
  SqlReplayStore,
  SqlTaskStore,
  SqlTokens,
  SqlWebhookStore,
} from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { createWebhooks } from '@dialproof/webhooks';
import { type DriverHooks, watchDriver } from './driver.js';
import type { VirtualTime } from './virtual-time.js';

const MOST_STARTS = 3;

export interface MachineOptions {
  readonly time: VirtualTime;
  /** The contents of its database. */
  readonly picture: Uint8Array;
  readonly checker: NumberChecker;
  /** The folder for its own. */
  readonly folder: string;
  readonly hooks: Pick<DriverHooks, 'beforeStatement' | 'afterCommit'> & {
    readonly onSync: () => () => void;
  };
  /** Milliseconds after its end for which a task is kept. */
  readonly taskRetentionMs?: number;
}

/** A process with the whole kit over one file: the service, its queue, webhooks and the HTTP contract. */
export class Machine {
  readonly database: SqlDatabase;
  readonly accounts: SqlAccounts;
  readonly tokens: SqlTokens;
  readonly ledger: SqlCreditLedger;
  readonly store: SqlTaskStore;
  readonly erasure: SqlErasure;
  readonly service: VerificationService;
  readonly handler: FetchHandler;
  /** The failures that the operator was told, a line each. */
  readonly failures: string[] = [];
  readonly #unwatch: () => void;
  readonly #folder: string;

  /** Starts as the only process of its file. */
  static async start(options: MachineOptions): Promise<Machine> {
    const { hooks, time } = options;
    const folder = await mkdtemp(join(options.folder, 'machine-'));
    const file = join(folder, 'dialproof.db');
    await writeFile(file, options.picture);
    const unwatch = await watchDriver(folder, {
      beforeStatement(sql) {
        time.activity += 1;
        hooks.beforeStatement(sql);
      },
      afterCommit: (picture, isSynced) => hooks.afterCommit(picture, isSynced),
      beginSync() {
        const end = hooks.onSync();
        return () => {
          time.activity += 1;
          end();
        };
      },
    });
    // Whoever runs it starts it again until its storage is there.
    for (let tries = 1; ; tries += 1) {
      let machine: Machine | undefined;
      try {
        const database = await time.until(openSqliteDatabase({ file, clock: time.clock }));
        machine = new Machine(options, database, folder, unwatch);
        await time.until(machine.service.start({ soleProcess: true }));
        return machine;
      } catch (error) {
        await machine?.database.close();
        if (tries === MOST_STARTS || !isDialproofError(error, 'storage_unavailable')) throw error;
      }
    }
  }

  private constructor(options: MachineOptions, database: SqlDatabase, folder: string, unwatch: () => void) {
    const { checker, time } = options;
    const { clock } = time;
    const parts = { database, clock };
    this.#unwatch = unwatch;
    this.#folder = folder;
    this.database = database;
    this.accounts = new SqlAccounts(parts);
    this.tokens = new SqlTokens(parts);
    this.ledger = new SqlCreditLedger(parts);
    this.erasure = new SqlErasure({ database });
    const outbox = new SqlEventOutbox(parts);
    this.store = new SqlTaskStore({ ...parts, outbox });
    const onError = ({ cause, kind }: ReportedFailure) => void this.failures.push(`${kind}: ${cause}`);
    const webhooks = createWebhooks({
      store: new SqlWebhookStore(parts),
      outbox,
      clock,
      // No name has an address here, so every delivery fails and stays in the list of deliveries.
      resolve: async () => {
        throw new Error('there is no network');
      },
      onError,
    });
    this.service = createVerificationService({
      store: this.store,
      archive: this.store,
      boundedTasks: this.store,
      suspensions: this.store,
      ledger: this.ledger,
      statement: this.ledger,
      upkeep: this.ledger,
      replays: new SqlReplayStore(parts),
      workSources: [webhooks],
      checker,
      // It is woken for every task. The rest may wait, which keeps the number of commits low.
      queue: new InProcessTaskQueue({ clock, maxIdleMs: 20_000 }),
      clock,
      chunkSize: 4,
      taskRetentionMs: options.taskRetentionMs ?? null,
      onError,
    });
    this.handler = createFetchHandler({
      service: this.service,
      authenticator: new SqlAuthenticator(parts),
      accounts: this.accounts,
      tokens: new SqlAccountTokens(parts),
      webhooks,
      onError: (error, { operation }) => void this.failures.push(`${operation}: ${error}`),
    });
  }

  /** Stops the process and removes its files. */
  async stop(time: VirtualTime): Promise<void> {
    this.handler.close();
    await time.until(this.service.close()).catch(() => {});
    await this.database.close();
    this.#unwatch();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
