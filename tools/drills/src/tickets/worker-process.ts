// Takes tickets from Redis until it is stopped or killed, and reports its actions to its parent.
import { setTimeout as delay } from 'node:timers/promises';
import { BullMqTaskQueue } from '@dialproof/bullmq';
import { RedisRateStore } from '@dialproof/bullmq/rates';
import { withRateLimit } from '@dialproof/checkers/around';
import { createVerificationService, type NumberChecker } from '@dialproof/core';
import { SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';

/** The start data of the process, as JSON. */
export interface WorkerSetting {
  readonly redis: string;
  readonly prefix: string;
  readonly sweepMs: number;
  /** Looks for work and never ends a look, or works on the tasks of a database. */
  readonly work: 'hang' | { readonly file: string; readonly checkMs: number; readonly perSecond: number };
}

/** Its messages. */
export type WorkerNews =
  | { readonly did: 'look' }
  | { readonly did: 'check'; readonly number: string; readonly at: number };

function tell(news: WorkerNews): void {
  process.send?.(news);
}

const { prefix, redis, sweepMs, work }: WorkerSetting = JSON.parse(process.argv[2] ?? '{}');
const queue = new BullMqTaskQueue({ connection: redis, prefix, sweepMs, concurrency: 2, lockMs: 1_000 });

if (work === 'hang') {
  await queue.start(() => {
    tell({ did: 'look' });
    return new Promise(() => undefined);
  });
} else {
  const { checkMs, file, perSecond } = work;
  const database = await openSqliteDatabase({ file });
  const checker: NumberChecker = {
    check: async (number) => {
      tell({ did: 'check', number, at: Date.now() });
      await delay(checkMs);
      return 'inactive';
    },
  };
  const store = new RedisRateStore({ connection: redis, prefix, name: 'upstream' });
  const service = createVerificationService({
    store: new SqlTaskStore({ database }),
    ledger: new SqlCreditLedger({ database }),
    checker: withRateLimit(checker, { perSecond, store, maxWaitMs: 60_000 }),
    queue,
    leaseMs: 3_000,
    checkDeadlineMs: 60_000,
  });
  await service.start();
}
