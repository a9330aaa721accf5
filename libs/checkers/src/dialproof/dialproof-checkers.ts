import {
  assertOptionNames,
  type BulkNumberChecker,
  type CheckContext,
  type E164,
  isDialproofError,
  millisecondsOption,
  type NumberChecker,
  systemClock,
  VERIFICATION_STATUSES,
} from '@dialproof/core';
import { z } from 'zod';
import { integerOption } from '../calls/option-checks.js';
import { wait } from '../calls/waiting.js';
import { UpstreamFailure } from '../upstream/upstream-failure.js';
import { digitsOf } from '../upstream/upstream-reply.js';
import {
  DialproofApi,
  type DialproofOptions,
  downloadAnswers,
  reportedReason,
  reportedSource,
  SOURCE,
} from './dialproof-api.js';

const verification = z.object({
  phone: z.string(),
  status: z.enum(VERIFICATION_STATUSES),
  checked_at: z.iso.datetime(),
  source: reportedSource,
  reason: reportedReason,
});

/**
 * Asks another service that speaks this same API (`POST /v1/verify`) about one number at a time: another installation, or any vendor with
 * this contract. The answers are those of that service's checker. Each answer costs a credit of the account there. A check that failed
 * there is answered `unknown`, like an answer `unknown`, and counts as an answer. For whole files, use `dialproofBatchChecker`, which can
 * tell the two apart.
 */
export function dialproofChecker(options: DialproofOptions): NumberChecker {
  assertOptionNames('dialproofChecker', options, { baseUrl: true, fetch: true, token: true });
  const api = new DialproofApi(options);
  return {
    async check(number, context) {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const request = { method: 'POST', headers, body: JSON.stringify({ phone: number }) };
      const reply = await api.ask('/v1/verify', request, context);
      const { data } = verification.safeParse(api.json(reply));
      if (data === undefined) throw api.failure('answered with another shape');
      if (digitsOf(data.phone) !== number.slice(1)) throw api.failure('answered about another number');
      const reason = reply.quotable(data.reason);
      return {
        status: data.status,
        source: reply.quotable(data.source) ?? SOURCE,
        checkedAt: new Date(data.checked_at),
        ...(reason === undefined ? {} : { reason }),
      };
    },
  };
}

export interface DialproofBatchOptions extends DialproofOptions {
  /** The most numbers of a task, 1 to 100,000. Default 10,000. */
  readonly numbersPerTask?: number;
  /** The pause between two polls of a task, in milliseconds, 1 or more. Default 1,000. */
  readonly pollMs?: number;
}

const submission = z.object({ task_id: z.string().min(1) });
const polled = z.object({
  status: z.enum(['queued', 'processing', 'done', 'failed']),
  checks_failed: z.int().nonnegative(),
});

type PolledTask = z.infer<typeof polled>;

/** The most polls in a row that may fail. Meanwhile the task continues, and it is paid for. */
const MAX_FAILED_POLLS = 5;
/** The time that the service has to answer a cancellation. */
const CANCEL_MS = 5_000;

/**
 * Asks another service that speaks this same API about many numbers at once: each call is a task there, submitted as a .csv, polled and
 * downloaded. The answers are those of that service's checker, with source, reason and time. Each answer costs a credit of the account
 * there.
 *
 * Give the service that uses it a `checkDeadlineMs` as long as such a task takes: at twice the deadline the task is cancelled, and its
 * answers are lost. An older service says of each number its status alone: where a check of its task failed, its `unknown` numbers count as failed
 * checks, since the result does not tell them from answers.
 */
export function dialproofBatchChecker(options: DialproofBatchOptions): BulkNumberChecker {
  assertOptionNames('dialproofBatchChecker', options, {
    baseUrl: true,
    fetch: true,
    numbersPerTask: true,
    pollMs: true,
    token: true,
  });
  const maxNumbers = integerOption('numbersPerTask', options.numbersPerTask ?? 10_000, { max: 100_000 });
  const pollMs = millisecondsOption('pollMs', options.pollMs ?? 1_000, { most: 3_600_000 });
  const api = new DialproofApi(options);
  return {
    maxNumbers,
    async checkMany(numbers, context) {
      const asked = [...new Set(numbers)];
      const path = `/v1/verify/tasks/${encodeURIComponent(await submit(api, asked, context))}`;
      try {
        const task = await untilEnded(api, path, pollMs, context);
        if (task.status === 'failed') throw api.failure('has not finished the task');
        return (await downloadAnswers(api, path, { numbers: asked.length, ...task }, context)).inOrderOf(
          numbers,
        );
      } catch (error) {
        // Otherwise the task would continue and be paid for. A service that cannot cancel, or has finished, refuses it.
        const signal = AbortSignal.timeout(CANCEL_MS);
        api.ask(`${path}/cancel`, { method: 'POST' }, { signal }).catch(() => {});
        if (context.signal.aborted || !(error instanceof Error)) throw error;
        // Whatever was refused since, the task may have been charged.
        throw Object.assign(error, { mayBeCharged: true });
      }
    },
  };
}

async function submit(api: DialproofApi, numbers: readonly E164[], context: CheckContext): Promise<string> {
  const body = new FormData();
  const file = new Blob([['phone', ...numbers, ''].join('\r\n')], { type: 'text/csv' });
  body.set('file', file, 'numbers.csv');
  const reply = await api.ask('/v1/verify/batch', { method: 'POST', body }, context);
  const { data } = submission.safeParse(api.json(reply));
  if (data === undefined) throw api.failure('answered with another shape');
  return data.task_id;
}

async function untilEnded(
  api: DialproofApi,
  path: string,
  pollMs: number,
  context: CheckContext,
): Promise<PolledTask> {
  for (let failed = 0; ; ) {
    let waitMs = pollMs;
    try {
      const { data } = polled.safeParse(api.json(await api.ask(path, { method: 'GET' }, context)));
      if (data === undefined) throw api.failure('answered with another shape');
      if (data.status === 'done' || data.status === 'failed') return data;
      failed = 0;
    } catch (error) {
      failed += 1;
      const passes = error instanceof UpstreamFailure || isDialproofError(error, 'checker_unavailable');
      if (!passes || failed > MAX_FAILED_POLLS) throw error;
      waitMs = Math.max(pollMs, error.retryAfterMs ?? 0);
    }
    await wait(systemClock, waitMs, context.signal);
  }
}
