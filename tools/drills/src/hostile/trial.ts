import { createReadStream, readFileSync } from 'node:fs';
import { accountId, createVerificationService, isDialproofError, MemoryCreditLedger } from '@dialproof/core';
import { SqlTaskStore } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import type { TrialFigures } from './trial-figures.js';

/**
 * Each group has its own process, since a peak of memory never falls. It sends the files of the command line to a service, one after
 * the other. Meanwhile the same service in the same process verifies single numbers. It prints the figures.
 */
const CHECK_EVERY_MS = 5;
const ME = accountId('me');
const WARM_UP_FILES = 5;

const [ordinary = '', ...paths] = process.argv.slice(2);
const database = await openSqliteDatabase({ file: `${ordinary}.${process.pid}.db` });
const ledger = new MemoryCreditLedger();
await ledger.grant(ME, 100_000_000);
const service = createVerificationService({
  // The stored part of a file is on the disk until the file is refused, as in production with large files.
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
  // The system's own maximum includes peaks between two samples. But it may be older than the first file, and then does not count.
  growthMb: (Math.max(peak, maxIfRisen(residentBefore)) - residentBefore) / 2 ** 20,
  stallMs: longestTurnMs,
  checks: sorted.length,
  checkP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
};
console.log(JSON.stringify(figures));
await service.close();
await database.close();

/**
 * The processor time of the event loop's thread. Outside of Linux there is only the clock, by which a program also seems to stall on a busy
 * machine.
 */
function threadCpuMs(): number {
  if (process.platform !== 'linux') return performance.now();
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
}

function maxIfRisen(before: number): number {
  return Math.max(before, process.resourceUsage().maxRSS * 1_024);
}
