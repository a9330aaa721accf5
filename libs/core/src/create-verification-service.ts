import { setMaxListeners } from 'node:events';
import type { BatchSettings } from './batch/batch-settings.js';
import { taskResults } from './batch/results.js';
import { submitFile } from './batch/submit.js';
import { TaskWatchers } from './batch/task-watchers.js';
import { findTask, watchTask } from './batch/watch.js';
import { doNextWork, type WorkSettings } from './batch/work.js';
import { CheckSlots } from './checking/check-slots.js';
import { checkerCalls } from './checking/checker-calls.js';
import { DialproofError } from './errors.js';
import { linkSignals } from './linked-signal.js';
import type { WorkOutcome } from './ports/task-queue.js';
import { readServiceOptions, type VerificationServiceOptions } from './service-options.js';
import type { StartOptions, VerificationService } from './verification-service.js';
import { verifyNumber } from './verify.js';

/** Makes a service of its parts. It opens and starts nothing; a wrong option throws TypeError or RangeError here and not later. */
export function createVerificationService(options: VerificationServiceOptions): VerificationService {
  const settings = readServiceOptions(options);
  const calls = checkerCalls(settings.checker);
  const watchers = new TaskWatchers();
  const batch: BatchSettings = { ...settings, watchers };
  const working: WorkSettings = {
    ...batch,
    outageTimeoutMs: settings.outageTimeoutMs,
    checking: { ...settings, calls, slots: new CheckSlots(settings.checkConcurrency) },
  };
  const { clock, ledger, queue, store } = settings;
  const closing = new AbortController();
  // As many wait for it as there are uploads and watches, of which Node would take more than ten for a leak.
  setMaxListeners(0, closing.signal);
  const running = new Set<Promise<unknown>>();
  const untilDone = async <Result>(run: Promise<Result>): Promise<Result> => {
    running.add(run);
    try {
      return await run;
    } finally {
      running.delete(run);
    }
  };

  const submit: VerificationService['submit'] = async (request) => {
    const task = await submitFile(batch, request, closing.signal);
    // The task is safe in the store: a queue that cannot be told now finds it later.
    await queue?.wake(task.taskId).catch(settings.onError);
    return task;
  };
  const workUntilClosed = async (signal?: AbortSignal): Promise<WorkOutcome> => {
    const ended = linkSignals(closing.signal, signal);
    try {
      return await doNextWork(working, ended.signal);
    } finally {
      ended.unlink();
    }
  };
  const work: VerificationService['work'] = (signal) => untilDone(workUntilClosed(signal));

  return {
    verify: (request) => verifyNumber({ ...settings, calls }, request),
    submit: (request) => untilDone(submit(request)),
    task: (request) => findTask(batch, request),
    results: (request) => taskResults(batch, request),
    watch: (request) => watchTask(batch, request, closing.signal),
    balance: (account) => ledger.balance(account),
    work,
    async start({ soleProcess = false }: StartOptions = {}) {
      if (soleProcess) {
        await store.endLeases();
        await ledger.releaseExpired(Number.MAX_SAFE_INTEGER);
      } else {
        await ledger.releaseExpired(clock.now());
      }
      await queue?.start(work);
    },
    async close() {
      closing.abort(new DialproofError('shutting_down'));
      await Promise.allSettled(running);
      await queue?.stop();
    },
  };
}
