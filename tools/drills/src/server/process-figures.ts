import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Ticks a second in which Linux counts processor time. */
const TICKS = 100;

/** The memory that a process has in RAM, in MB. Linux only, like all of these. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

/** The processor time that a process has taken, in milliseconds. */
export function processorMs(pid: number): number {
  // Its name, which may have spaces in it, is in brackets before the fields.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (((user ?? 0) + (system ?? 0)) * 1_000) / TICKS;
}

/** The processor time that the event loop of a Node process has taken, in milliseconds. It is the thread whose id is that of the process. */
export function eventLoopMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
}

/** How many files and connections a process has open. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The most memory that a process has within so many milliseconds, in MB. */
export async function peakOf(pid: number, forMs: number): Promise<number> {
  const until = performance.now() + forMs;
  let peak = 0;
  while (performance.now() < until) {
    peak = Math.max(peak, residentMb(pid));
    await delay(50);
  }
  return peak;
}
