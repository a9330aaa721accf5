import { createReadStream, readFileSync } from 'node:fs';
import { accountId, createVerificationService, isDialproofError, MemoryCreditLedger } from '@dialproof/core';
import { SqlTaskStore } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import type { TrialFigures } from './trial-figures.js';

/**
 * A process of its own for each group, since a peak of memory never falls: sends the files of the command line to a service, one after
 * the other, while single numbers are verified by the same service in the same process, and prints what came of it.
 */
const CHECK_EVERY_MS = 5;
const ME = accountId('me');
const WARM_UP_FILES = 5;

const [ordinary = '', ...paths] = process.argv.slice(2);
const database = await openSqliteDatabase({ file: `${ordinary}.${process.pid}.db` });
const ledger = new MemoryCreditLedger();
await ledger.grant(ME, 100_000_000);
const service = createVerificationService({
  // What is stored of a file until it is refused is on the disk, as it is where files are large.
  store: new SqlTaskStore({ database }),
  ledger,
  checker: { check: async () => 'inactive' },
  queue: null,
});
const submit = async (path: string): Promise<string> => {
  try {
    await service.submit({ accountId: ME, fileName: 'list.xlsx', content: createReadStream(path) });
    return 'read';
  } catch (error) {
    if (isDialproofError(error)) return error.code;
    throw error;
  }
};

const latencies: number[] = [];
const checks = setInterval(async () => {
  const start = performance.now();
  await service.verify({ accountId: ME, phone: '+14155552671' });
  latencies.push(performance.now() - start);
}, CHECK_EVERY_MS);
for (let count = 0; count < WARM_UP_FILES; count += 1) await submit(ordinary);

const residentBefore = process.memoryUsage.rss();
const cpuBefore = process.cpuUsage();
let peak = residentBefore;
let longestTurnMs = 0;
let lastLookMs = threadCpuMs();
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
  const now = threadCpuMs();
  longestTurnMs = Math.max(longestTurnMs, now - lastLookMs);
  lastLookMs = now;
}, 2);
latencies.length = 0;
const outcomes: TrialFigures['outcomes'][number][] = [];
for (const path of paths) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const outcome = await submit(path);
  const { user, system } = process.cpuUsage(cpu);
  outcomes.push({ outcome, ms: performance.now() - start, cpuMs: (user + system) / 1_000 });
  await new Promise((resolve) => setTimeout(resolve, 2 * CHECK_EVERY_MS));
}
clearInterval(checks);
clearInterval(watch);
const { user, system } = process.cpuUsage(cpuBefore);
const sorted = latencies.toSorted((a, b) => a - b);
const figures: TrialFigures = {
  outcomes,
  cpuMs: (user + system) / 1_000,
  // The system's own figure sees what falls between two looks; it also has what was before, which is then no peak.
  growthMb: (Math.max(peak, maxIfRisen(residentBefore)) - residentBefore) / 2 ** 20,
  stallMs: longestTurnMs,
  checks: sorted.length,
  checkP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
};
console.log(JSON.stringify(figures));
await service.close();
await database.close();

/**
 * What the thread of the event loop has taken of the processor: by the clock, which is all that there is outside of Linux, a busy
 * machine makes a program stall.
 */
function threadCpuMs(): number {
  if (process.platform !== 'linux') return performance.now();
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
}

function maxIfRisen(before: number): number {
  return Math.max(before, process.resourceUsage().maxRSS * 1_024);
}
