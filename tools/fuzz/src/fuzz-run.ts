import { Worker } from 'node:worker_threads';
import type { FileChoice } from './files/fuzz-input.js';

export interface FuzzRunOptions {
  readonly choice: FileChoice;
  readonly seed: number;
  /** The number of inputs. */
  readonly runs: number;
  /** The number of threads. */
  readonly jobs: number;
  /** The time limit for one input, in milliseconds; a longer one counts as hanging. */
  readonly inputTimeoutMs: number;
  /** The program of a thread, which gets a {@link FuzzShare} and sends {@link FuzzReport}s. Default: `fuzz-worker.js`. */
  readonly workerUrl?: URL;
  /** Called now and then with the number of tried inputs and the new findings. */
  readonly onProgress?: (tried: number, found: readonly FuzzViolation[]) => void;
}

/** The inputs of one thread: every `step`th from `first` on, below `runs`. */
export interface FuzzShare extends Pick<FuzzRunOptions, 'choice' | 'seed' | 'runs'> {
  readonly first: number;
  readonly step: number;
  /** The index of the input that is under way. */
  readonly current: Int32Array;
}

export interface FuzzReport {
  /** The number of files by outcome. */
  readonly outcomes: Record<string, number>;
  readonly violations: FuzzViolation[];
}

export interface FuzzViolation {
  readonly index: number;
  readonly violation: string;
}

/** A run ends early at this many findings. */
const MAX_VIOLATIONS = 20;
const MEMORY_MIB = 1_024;

/** Tries inputs in threads, and gives up those that hang, end their thread or take all of its memory, and counts them as found. */
export async function fuzzRun(options: FuzzRunOptions): Promise<FuzzReport> {
  const { jobs } = options;
  const total: FuzzReport = { outcomes: {}, violations: [] };
  await Promise.all(
    Array.from({ length: jobs }, async (_, first) => {
      // The next thread continues behind the input at which a lost thread was.
      for (let next = first; next < options.runs && total.violations.length < MAX_VIOLATIONS; ) {
        const lost = await runThread(options, next, total);
        if (lost === undefined) return;
        total.violations.push(lost);
        options.onProgress?.(triedIn(total), [lost]);
        next = lost.index + jobs;
      }
    }),
  );
  return total;
}

/** Runs a thread to its end. Resolves to the input at which it was lost, if it was. */
function runThread(
  { choice, seed, runs, jobs, inputTimeoutMs, workerUrl, onProgress }: FuzzRunOptions,
  first: number,
  total: FuzzReport,
): Promise<FuzzViolation | undefined> {
  const current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  current[0] = first;
  const share: FuzzShare = { choice, seed, runs, first, step: jobs, current };
  const worker = new Worker(workerUrl ?? new URL('./fuzz-worker.js', import.meta.url), {
    workerData: share,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
  });
  return new Promise((resolve) => {
    let seen = -1;
    let watch: NodeJS.Timeout | undefined;
    // The start of a thread does not count.
    worker.on('online', () => {
      watch = setInterval(() => {
        const index = Atomics.load(current, 0);
        if (index === seen) lose(`it takes more than ${inputTimeoutMs} ms`);
        seen = index;
      }, inputTimeoutMs);
    });
    const lose = (violation: string): void => end({ index: Atomics.load(current, 0), violation });
    const end = (lost: FuzzViolation | undefined): void => {
      clearInterval(watch);
      void worker.terminate();
      resolve(lost);
    };
    worker.on('message', (report: FuzzReport) => {
      add(total, report);
      onProgress?.(triedIn(total), report.violations);
      if (total.violations.length >= MAX_VIOLATIONS) end(undefined);
    });
    worker.on('error', (error) =>
      lose(`its thread ends: ${error instanceof Error ? error.stack : String(error)}`),
    );
    worker.on('exit', () => end(undefined));
  });
}

function add(total: FuzzReport, { outcomes, violations }: FuzzReport): void {
  for (const [outcome, count] of Object.entries(outcomes)) {
    total.outcomes[outcome] = (total.outcomes[outcome] ?? 0) + count;
  }
  total.violations.push(...violations);
}

/** The number of inputs that have an outcome. */
export function triedIn({ outcomes }: FuzzReport): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0);
}
