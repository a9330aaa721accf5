import { parentPort, workerData } from 'node:worker_threads';
import { fuzzInput } from './fuzz-input.js';
import type { FuzzReport, FuzzShare } from './fuzz-run.js';
import { judge } from './judge.js';

const INPUTS_PER_REPORT = 100;

// What `fuzzRun` hands over, and nobody else starts this file.
const { choice, seed, first, step, runs, current } = workerData as FuzzShare;

let report: FuzzReport = { outcomes: {}, violations: [] };
for (let index = first; index < runs; index += step) {
  // Told before it is tried, so that whoever waits for it knows which one never ends.
  Atomics.store(current, 0, index);
  const { outcome, violation } = await judge(fuzzInput(choice, seed, index));
  report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1;
  if (violation !== undefined) report.violations.push({ index, violation });
  if (Math.floor(index / step) % INPUTS_PER_REPORT === 0) send();
}
send();

function send(): void {
  parentPort?.postMessage(report);
  report = { outcomes: {}, violations: [] };
}
