import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Entropy,
  isDialproofError,
  type NumberChecker,
  type VerificationService,
} from '@dialproof/core';
import type { FetchHandler } from '@dialproof/http';
import { SqlAccounts, SqlCreditLedger, type SqlDatabase, SqlErasure } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { type DriverHooks, watchDriver } from './driver.js';
import { makeKit, sqlPorts } from './kit.js';
import type { VirtualTime } from './virtual-time.js';

const MOST_STARTS = 3;

/** Files in small chunks, so that a short one has several. */
const CHUNK_SIZE = 4;

/** It is woken for every task. The rest may wait, which keeps the number of commits low. */
const MAX_IDLE_MS = 20_000;

export interface MachineOptions {
  readonly time: VirtualTime;
  readonly entropy: Entropy;
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
  readonly ledger: SqlCreditLedger;
  readonly erasure: SqlErasure;
  readonly service: VerificationService;
  readonly handler: FetchHandler;
  /** The failures that the operator was told, a line each. */
  readonly failures: string[] = [];
  readonly #unwatch: () => void;
  readonly #folder: string;

  /** Starts as the only process of its file. */
  static async start(options: MachineOptions): Promise<Machine> {
    const { entropy, hooks, time } = options;
    const folder = mkdtempSync(join(options.folder, 'machine-'));
    const file = join(folder, 'dialproof.db');
    writeFileSync(file, options.picture);
    const unwatch = watchDriver(folder, {
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
        const database = await time.until(openSqliteDatabase({ file, clock: time.clock, entropy }));
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
    const { checker, entropy, taskRetentionMs = null, time } = options;
    const { clock } = time;
    this.#unwatch = unwatch;
    this.#folder = folder;
    this.database = database;
    this.accounts = new SqlAccounts({ database, clock });
    this.ledger = new SqlCreditLedger({ database, clock });
    this.erasure = new SqlErasure({ database });
    const kit = makeKit({
      ports: sqlPorts(database, clock),
      ...{ checker, clock, entropy, taskRetentionMs },
      ...{ works: true, maxIdleMs: MAX_IDLE_MS, slots: 100, chunkSize: CHUNK_SIZE },
      onFailure: (line) => void this.failures.push(line),
    });
    this.service = kit.service;
    this.handler = kit.handler;
  }

  /** Stops the process and removes its files. */
  async stop(time: VirtualTime): Promise<void> {
    this.handler.close();
    await time.until(this.service.close()).catch(() => {});
    await this.database.close();
    this.#unwatch();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
