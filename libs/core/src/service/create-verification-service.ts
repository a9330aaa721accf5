import { setMaxListeners } from 'node:events';
import { linkSignals } from '../async/linked-signal.js';
import { nextTurn } from '../async/turn.js';
import { beginWait } from '../async/wait.js';
import { findTask, type TaskRequest } from '../batch/account-tasks.js';
import type { BatchSettings } from '../batch/batch-settings.js';
import { DailyCredits } from '../batch/daily-credits.js';
import {
  type CopyRequest,
  type ListConditions,
  type SubmitRequest,
  submitCopy,
  submitFile,
} from '../batch/intake/submit.js';
import { UploadLine } from '../batch/intake/upload/upload-line.js';
import { takeUploadSlot } from '../batch/intake/upload/upload-slot.js';
import { previewFile } from '../batch/preview/preview-file.js';
import { taskResults } from '../batch/results/results.js';
import { TaskListeners } from '../batch/task-listeners.js';
import { TaskQuota } from '../batch/task-quota.js';
import { UnrecordedAnswers } from '../batch/work/chunk/unrecorded-answers.js';
import { Claims } from '../batch/work/claims.js';
import { doNextWork, type WorkCall } from '../batch/work/work.js';
import { Breaker } from '../checking/breaker.js';
import { CheckBudget } from '../checking/budget/check-budget.js';
import { checkerCalls } from '../checking/calls/checker-calls.js';
import { LateAnswers, LateCalls } from '../checking/calls/late-answers.js';
import { eraseNumber } from '../erasure/erase-number.js';
import { createPhoneLists } from '../lists/create-phone-lists.js';
import { listWork } from '../lists/list-runs.js';
import { DialproofError } from '../model/errors.js';
import { accountId, type TaskId } from '../model/identifiers.js';
import type { Task } from '../model/task.js';
import type { Clock } from '../ports/clock.js';
import type { TaskQueue, WorkOutcome } from '../ports/task-queue.js';
import { FailureReporter } from '../reports/failure-reporter.js';
import { guardedObserver } from '../reports/guarded-observer.js';
import { createSuppressions } from '../suppressions/suppressions.js';
import { removeAbandonedTempFiles } from '../tables/xlsx/package/temp-file.js';
import { creditEntries } from './optional/credit-entries.js';
import { Expiry } from './optional/expiry.js';
import { supportedOperations, suspensionsOf } from './optional/supported-operations.js';
import { changesOfTask, listTasks, pageOfRows, removeTask } from './optional/task-archive.js';
import { OtherWork } from './other-work.js';
import { readServiceOptions, type VerificationServiceOptions } from './service-options.js';
import { SingleChecks } from './single/single-checks.js';
import { cancelTask } from './tasks/cancel-task.js';
import { retryTask } from './tasks/retry-task.js';
import { watchTask } from './tasks/watch-task.js';
import type { VerificationService } from './verification-service.js';

/** Creates a service from its parts. It opens and starts nothing. Wrong options throw TypeError or RangeError here. */
export function createVerificationService(options: VerificationServiceOptions): VerificationService {
  const settings = readServiceOptions(options);
  const { clock, ledger, queue } = settings;
  const reporter = new FailureReporter(clock, settings.onError);
  const observer = guardedObserver(settings.observer, reporter, clock);
  const calls = checkerCalls(settings.checker);
  const breaker = new Breaker({ ...settings, reporter });
  const late = new LateAnswers(clock);
  const lateCalls = new LateCalls(clock);
  const checking = { ...settings, calls, breaker, late, lateCalls, reporter, observer };
  const budget = new CheckBudget(settings);
  const daily = new DailyCredits({ ...settings, reporter });
  const batch: BatchSettings = {
    ...settings,
    reporter,
    ended: () => others.nudge(),
    observer,
    changes: new TaskListeners(),
    endings: new TaskListeners(),
    quota: new TaskQuota(settings),
    daily,
  };
  const intake = { ...settings, ...batch, tellsReassigned: calls.tellsReassigned };
  const unrecorded = new UnrecordedAnswers(clock);
  const working = { ...settings, ...batch, checking, budget, unrecorded, setAside: new Set<TaskId>() };
  const expiry = new Expiry({ ...settings, reporter });
  const uploads = new UploadLine(settings);
  const closing = new AbortController();
  // Each upload, check and watch adds a listener to the signal. Node would report more than ten as a leak.
  setMaxListeners(0, closing.signal);
  const claims = new Claims(working, closing.signal);
  const singleChecks = new SingleChecks({ ...settings, ...checking, budget, daily, uploads }, closing.signal);
  const running = new Set<Promise<unknown>>();
  const untilDone = async <Result>(run: Promise<Result>): Promise<Result> => {
    running.add(run);
    try {
      return await run;
    } finally {
      running.delete(run);
    }
  };

  const wakeWith = async (task: Task): Promise<Task> => {
    // The task is safe in the store: a queue that cannot be notified finds it later.
    if (queue !== null) await wakeQueue(queue, task.taskId, { clock, reporter });
    return task;
  };
  const { archive, lists } = settings;
  const copy = async (request: CopyRequest): Promise<Task> =>
    await untilDone(submitCopy(intake, request, uploads, closing.signal).then(wakeWith));
  const take = async (request: SubmitRequest, forList?: ListConditions): Promise<Task> =>
    await untilDone(submitFile(intake, request, uploads, closing.signal, forList).then(wakeWith));
  // With `lists` there is always an `archive`: the options were validated.
  const ofLists =
    lists === null || archive === null
      ? null
      : { ...settings, lists, archive, endings: new Map(), submitCopy: copy, submitFile: take };
  const { suppressions } = settings;
  const ofSuppressions =
    suppressions === null
      ? null
      : createSuppressions({ ...intake, ...settings, suppressions }, uploads, closing.signal);
  const sources = [...settings.workSources, ...(ofLists === null ? [] : [listWork(ofLists)])];
  const others = new OtherWork({ clock, reporter, workSources: sources });
  const work = async (
    signal: AbortSignal | undefined,
    call: Omit<WorkCall, 'signal'>,
  ): Promise<WorkOutcome> => {
    const ended = linkSignals(closing.signal, signal);
    // Each piece of work adds a listener to the signal.
    setMaxListeners(0, ended.signal);
    for (const begun of others.begin(closing.signal, signal)) void untilDone(begun);
    try {
      const outcome = await doNextWork(working, claims, { ...call, signal: ended.signal });
      const own = ended.signal.aborted ? outcome : await expiry.after(outcome);
      if (own.did === 'work') return own;
      return { did: 'nothing', retryAfterMs: earlier(own.retryAfterMs, others.retryAfterMs) };
    } finally {
      ended.unlink();
    }
  };
  const workOfQueue = async (signal: AbortSignal, onBegun?: () => void): Promise<WorkOutcome> => {
    try {
      return await untilDone(work(signal, { takesSeveral: true, onBegun }));
    } catch (error) {
      reporter.report('work_failed', error);
      throw error;
    }
  };

  return {
    supports: supportedOperations(settings),
    replays: settings.replays,
    lists: ofLists === null ? null : createPhoneLists(ofLists),
    suppressions: ofSuppressions && {
      ...ofSuppressions,
      addFile: async (request) => await untilDone(ofSuppressions.addFile(request)),
    },
    verify: async (request) => await untilDone(singleChecks.verify(ofKnownAccount(request))),
    submit: async (request) => await take(ofKnownAccount(request)),
    preview: async (request) =>
      await untilDone(previewFile(intake, ofKnownAccount(request), uploads, closing.signal)),
    takeUploadSlot: async (request) => await takeUploadSlot(uploads, ofKnownAccount(request), closing.signal),
    task: async (request) => await findTask(batch, ofKnownAccount(request)),
    list: async (request) => await listTasks(settings, ofKnownAccount(request)),
    rows: async (request) => await pageOfRows(settings, ofKnownAccount(request)),
    changes: async (request) => await changesOfTask(settings, ofKnownAccount(request)),
    eraseNumber: async (request) => await untilDone(eraseNumber(settings, ofKnownAccount(request))),
    remove: async (request) => await removeTask(settings, ofKnownAccount(request)),
    cancel: async (request) => await untilDone(cancelTask(working, ofKnownAccount(request), closing.signal)),
    retry: async (request) => await untilDone(retryTask(batch, ofKnownAccount(request)).then(wakeWith)),
    suspendAccount: async (account) => await suspensionsOf(settings).suspendAccount(accountId(account)),
    reinstateAccount: async (account) => await suspensionsOf(settings).reinstateAccount(accountId(account)),
    results: async (request) => await taskResults({ ...settings, ...batch }, ofKnownAccount(request)),
    watch: (request) => watchTask(batch, ofKnownAccount(request), closing.signal),
    checkerOutage: async () => breaker.reason,
    balance: async (account) => await ledger.balance(accountId(account)),
    creditEntries: async (request) => await creditEntries(settings, ofKnownAccount(request)),
    // Takes one piece only, since a host may make a long pause after each call.
    work: async (signal) => await untilDone(work(signal, { takesSeveral: false })),
    async start() {
      await removeAbandonedTempFiles(settings.tempDirectory).catch((error: unknown) =>
        reporter.report('cleanup_failed', error),
      );
      await ledger.releaseExpired();
      await queue?.start(workOfQueue);
    },
    async close() {
      closing.abort(new DialproofError('shutting_down'));
      const stopQueue = async (): Promise<void> => await queue?.stop();
      // Awaited together, so that a queue that rejects while calls run is neither an unhandled rejection nor the end of the wait for the
      // calls.
      const worked = Promise.allSettled(running).then(() => claims.allGivenBack());
      const parts = Promise.allSettled([stopQueue(), worked, breaker.stored]);
      try {
        const [stopped] = await withinGrace(parts, settings);
        if (stopped.status === 'rejected') throw stopped.reason;
      } finally {
        lateCalls.giveUp();
        reporter.flush();
      }
    },
  };
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** Throws TypeError for an invalid account id: it comes from the host, and `undefined` would put everybody into one account. */
function ofKnownAccount<Request extends Pick<TaskRequest, 'accountId'>>(request: Request): Request {
  return { ...request, accountId: accountId(request.accountId) };
}

/** The longest time that an uploader waits for the queue. */
const LONGEST_WAKE_MS = 1_000;

/** Notifies the queue of a task. Resolves when the queue has answered, failed or taken too long. Failures and timeouts are reported. */
async function wakeQueue(
  queue: TaskQueue,
  taskId: TaskId,
  { clock, reporter }: { readonly clock: Clock; readonly reporter: FailureReporter },
): Promise<void> {
  const wait = beginWait({ timeout: { clock, ms: LONGEST_WAKE_MS } });
  void wake(queue, taskId)
    .catch((error: unknown) => reporter.report('queue_failed', error))
    .finally(wait.wake);
  if ((await wait.ended) === 'timed_out') {
    reporter.report('queue_failed', new Error(`the queue did not answer within ${LONGEST_WAKE_MS} ms`));
  }
}

/** Turns a throw of the queue, which is the host's code, into a rejection. */
async function wake(queue: TaskQueue, taskId: TaskId): Promise<void> {
  await queue.wake(taskId);
}

/** The time that the store, the ledger and the queue have after the checker: longer than SQLite waits for another process's lock. */
const ANSWER_MS = 10_000;

/**
 * Waits for running work when the service closes: `closeGraceMs` for the calls of the checker, then for recording and settling their
 * answers. Rejects if that takes longer: a host that waited for ever would be killed without learning the reason.
 */
export async function withinGrace<Result>(
  ended: Promise<Result>,
  { clock, closeGraceMs }: { readonly clock: Clock; readonly closeGraceMs: number },
): Promise<Result> {
  const over = new AbortController();
  const pass = (ms: number) => beginWait({ timeout: { clock, ms }, signal: over.signal }).ended;
  const late = async (): Promise<Result> => {
    await pass(closeGraceMs);
    // After a jump of the time, as on a machine that slept, calls that were given up end first.
    await nextTurn();
    await pass(ANSWER_MS);
    throw new Error(
      `the store, the ledger or the queue has not answered within ${closeGraceMs + ANSWER_MS} ms of closing`,
    );
  };
  try {
    return await Promise.race([ended, late()]);
  } finally {
    over.abort();
  }
}
