import { parentPort, workerData } from 'node:worker_threads';
import { fuzzInput } from './files/fuzz-input.js';
import type { FuzzReport, FuzzShare } from './fuzz-run.js';
import { judge } from './judge/judge.js';

const INPUTS_PER_REPORT = 100;

// Only `fuzzRun` starts this file, with these values.
const { choice, seed, first, step, runs, current } = workerData as FuzzShare;

let report: FuzzReport = { outcomes: {}, violations: [] };
for (let index = first; index < runs; index += step) {
  // Written before the try, so that a hanging input is known.
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
