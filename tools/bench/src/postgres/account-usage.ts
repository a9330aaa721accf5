import { accountId } from '@dialproof/core';
import { SqlTaskStore } from '@dialproof/sql';
import { openPostgresDatabase } from '@dialproof/sql/postgres';
import { WaitingTasks } from '../engine/waiting-tasks.js';
import { median, percentile } from '../statistics.js';
import { BenchSchema } from './bench-schema.js';
import { copyTasks } from './copied-tasks.js';

const COUNTS = [100, 10_000, 100_000];
const ROUNDS = 40;
const ACCOUNT = accountId('account-0');
/** The kept sums of an account, computed from its tasks. */
const SUM = `select sum(stored_bytes) as bytes, count(*) filter (where status in ('queued', 'processing')) as unfinished
  from "schema".tasks where account_id = $1`;

/** The usage query of an upload for an account with many tasks, compared with computing the sums from the tasks, alternately. */
export async function benchAccountUsage(): Promise<void> {
  console.log(
    `what an account stores in PostgreSQL, kept with the account and added up from its tasks; ${ROUNDS} rounds in turn`,
  );
  console.log('  tasks of the account | kept, ms: median, p99 | added up, ms: median, p99');
  for (const count of COUNTS) await benchCount(count);
}

async function benchCount(count: number): Promise<void> {
  const schema = new BenchSchema();
  try {
    const database = await openPostgresDatabase({ url: schema.url, schema: schema.name, maxConnections: 2 });
    try {
      const store = new SqlTaskStore({ database });
      await WaitingTasks.fill(store, { tasks: 1, accounts: 1, largeTasks: 0 });
      await copyTasks(schema, { copies: count - 1, accounts: 1 });
      const kept: number[] = [];
      const summed: number[] = [];
      // The first round warms up.
      for (let round = 0; round <= ROUNDS; round += 1) {
        // The sum has evicted data from the processor's caches, which must not count against the store.
        await store.usage(ACCOUNT);
        const begin = performance.now();
        const usage = await store.usage(ACCOUNT);
        const between = performance.now();
        const [sum] = await schema.rows<{ bytes: string; unfinished: string }>(SUM, [ACCOUNT]);
        const end = performance.now();
        if (Number(sum?.bytes) !== usage.storedBytes || Number(sum?.unfinished) !== usage.unfinishedTasks) {
          throw new Error(`kept ${JSON.stringify(usage)}, added up ${JSON.stringify(sum)}`);
        }
        if (round === 0) continue;
        kept.push(between - begin);
        summed.push(end - between);
      }
      console.log(`  ${count} | ${shown(kept)} | ${shown(summed)}`);
    } finally {
      await database.close();
    }
  } finally {
    await schema.remove();
  }
}

function shown(times: readonly number[]): string {
  return `${median(times).toFixed(2)}, ${percentile(times, 0.99).toFixed(2)}`;
}
