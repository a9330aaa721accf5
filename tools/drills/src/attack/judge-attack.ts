import { percentile } from '../server/paced-checks.js';
import { type AttackFigures, FIRST_USES } from './run-attack.js';

/** The limit for the p99 of the victim's checks, and of the server's work during them. */
export const MAX_P99_MS = 100;
/** With a p99 above this before the attack, the machine is too busy for a judgement of the attack's times. */
export const MAX_CALM_P99_MS = 50;
/** How much more memory the server may have some seconds after the attack than before it. */
export const MAX_LEFT_MB = 150;
/** The memory of a process according to `docs/operating.md`. */
export const MAX_MEMORY_MB = 512;
/** The default of `DIALPROOF_SHUTDOWN_TIMEOUT_MS`. */
export const MAX_STOP_MS = 15_000;

/** Whether the machine was idle enough before the attack. */
export function wasCalm({ calm }: AttackFigures): boolean {
  return percentile(calm, 0.99) <= MAX_CALM_P99_MS;
}

/** The status for too many concurrent checks of one account. The victim gets it if its checks take seconds. */
const BEYOND_BOUND = 429;

/** The violations that do not depend on the machine, in sentences. */
export function judgeFigures({
  addsUp,
  errors,
  left,
  leftAfterStop,
  memory,
  openFiles,
  replies,
  stop,
  victimStatuses,
}: AttackFigures): string[] {
  const found: string[] = [];
  for (const [name, count] of Object.entries(replies)) {
    if (isWrong(Number(name))) found.push(`${count} replies were ${name}`);
  }
  for (const [status, count] of victimStatuses) {
    if (status !== 200 && status !== BEYOND_BOUND)
      found.push(`${count} checks of the other account were ${status || 'not answered'}`);
  }
  if (left !== '') found.push(`it left ${left}`);
  if (leftAfterStop !== '') found.push(`SIGTERM left ${leftAfterStop}`);
  if (!addsUp) found.push('the ledger does not add up');
  for (const line of errors) found.push(`the server logged ${line.slice(0, 500)}`);
  const leftMb = Math.round(memory.after - memory.before);
  if (leftMb > MAX_LEFT_MB) found.push(`it left ${leftMb} MB of memory taken, not ${MAX_LEFT_MB}`);
  if (memory.peak > MAX_MEMORY_MB) {
    found.push(`the server had ${Math.round(memory.peak)} MB of memory, not ${MAX_MEMORY_MB}`);
  }
  if (openFiles.after > openFiles.before + FIRST_USES) {
    found.push(`it left ${openFiles.after - openFiles.before} files or connections open`);
  }
  if (stop.how !== 'exit code 0') found.push(`SIGTERM ended in ${stop.how}`);
  return found;
}

/** Replies of 500 and above are wrong, except 501 and 503. */
function isWrong(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 503;
}

/** A sentence if the server worked too long during the victim's checks. */
export function judgeWork({ work }: AttackFigures): string[] {
  const p99 = percentile(work, 0.99);
  return p99 > MAX_P99_MS ? [`the server worked ${p99.toFixed(0)} ms while a check waited (p99)`] : [];
}

/** The times that were too long, in sentences. */
export function judgeTimes({ latencies, stop, victimStatuses }: AttackFigures): string[] {
  const p99 = percentile(latencies, 0.99);
  const refused = victimStatuses.get(BEYOND_BOUND) ?? 0;
  return [
    ...(refused > 0 ? [`${refused} checks of the other account were ${BEYOND_BOUND}`] : []),
    ...(p99 > MAX_P99_MS ? [`the p99 of the other account's checks was ${p99.toFixed(0)} ms`] : []),
    ...(stop.ms > MAX_STOP_MS ? [`SIGTERM took ${Math.round(stop.ms)} ms`] : []),
  ];
}
