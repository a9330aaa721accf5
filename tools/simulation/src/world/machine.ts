import {
  type Entropy,
  isDialproofError,
  type NumberChecker,
  type VerificationService,
} from '@dialproof/core';
import type { FetchHandler } from '@dialproof/http';
import { SqlAccounts, SqlCreditLedger, type SqlDatabase } from '@dialproof/sql';
import { SqlErasure } from '@dialproof/sql/operations';
import { makeKit, sqlPorts } from './kit.js';
import type { MachineDatabase } from './machine-database.js';
import type { VirtualTime } from './virtual-time.js';

const MOST_STARTS = 3;

/** Files in small chunks, so that a short one has several. */
const CHUNK_SIZE = 4;

/** A task wakes it at once. Other work may wait, which keeps the number of commits low. */
const MAX_IDLE_MS = 20_000;

export interface MachineOptions {
  readonly time: VirtualTime;
  readonly entropy: Entropy;
  readonly checker: NumberChecker;
  readonly database: MachineDatabase;
  /** How long a task is kept after its end, in milliseconds. */
  readonly taskRetentionMs?: number;
}

/** A process with the whole kit over one database: the service, its queue, webhooks and the HTTP contract. */
export class Machine {
  readonly database: SqlDatabase;
  readonly accounts: SqlAccounts;
  readonly ledger: SqlCreditLedger;
  readonly erasure: SqlErasure;
  readonly service: VerificationService;
  readonly handler: FetchHandler;
  /** The failures that were reported to the operator, a line each. */
  readonly failures: string[] = [];

  /** Starts a process. */
  static async start(options: MachineOptions): Promise<Machine> {
    const { time } = options;
    // It is started again until its storage works.
    for (let tries = 1; ; tries += 1) {
      try {
        const database = await options.database.open(options.entropy);
        const machine = new Machine(options, database);
        await time.until(machine.service.start());
        return machine;
      } catch (error) {
        if (tries === MOST_STARTS || !isDialproofError(error, 'storage_unavailable')) throw error;
      }
    }
  }

  private constructor(options: MachineOptions, database: SqlDatabase) {
    const { checker, entropy, taskRetentionMs = null, time } = options;
    const { clock } = time;
    this.database = database;
    this.accounts = new SqlAccounts({ database, clock });
    this.ledger = new SqlCreditLedger({ database, clock });
    this.erasure = new SqlErasure({ database });
    const kit = makeKit({
      ports: sqlPorts(database, clock),
      ...{ checker, clock, entropy, taskRetentionMs },
      // Host names cannot be resolved here, so every delivery fails, and the account still sees it in its list of deliveries.
      resolve: async () => {
        throw new Error('there is no network');
      },
      ...{ works: true, maxIdleMs: MAX_IDLE_MS, slots: 100, chunkSize: CHUNK_SIZE },
      onFailure: (line) => void this.failures.push(line),
    });
    this.service = kit.service;
    this.handler = kit.handler;
  }

  async stop(time: VirtualTime): Promise<void> {
    this.handler.close();
    await time.until(this.service.close()).catch(() => {});
  }
}
