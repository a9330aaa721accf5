import {
  assertOptionNames,
  type Clock,
  DialproofError,
  type E164,
  millisecondsOption,
  normalizePhone,
  systemClock,
  type VerificationStatus,
} from '@dialproof/core';
import { type AnyChecker, askOf, type SameKind, sameKind, statusOf } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { findingOf } from '../../line-state.js';

/** One of the numbers that Ofcom reserves for fiction: it has the shape of a mobile number and is never assigned. */
const FICTITIOUS_NUMBER = '+447700900142';

export interface ControlOptions {
  /** A number of the right shape that is never assigned. Default `+447700900142`, which Ofcom reserves for fiction. */
  readonly number?: string;
  /** The interval of the control, in milliseconds, at least 1,000. Default 3,600,000, an hour. A control costs as much as a check. */
  readonly everyMs?: number;
  /** The interval after a wrong answer or none, in milliseconds, at least 1,000. Default 60,000. */
  readonly againMs?: number;
  /** The longest wait for its answer, in milliseconds, at least 1. Default 5,000. */
  readonly deadlineMs?: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

const CLAIMS: readonly (VerificationStatus | undefined)[] = ['wa_registered', 'telegram_registered'];

/**
 * Checks a number that cannot exist, the control, before the first check and then at an interval, together with a check. An upstream that
 * reports it on an app or on a line in service confirms every number. So every check is rejected with `checker_unavailable` until the
 * control is answered otherwise, since each answer would be paid for in vain. A failed control proves nothing, and checks continue. Checks
 * wait only for the first control and for those after a wrong answer.
 *
 * Throws TypeError or RangeError for an option out of its limits, DialproofError `invalid_phone` for a malformed number.
 */
export function withControl<Checker extends AnyChecker>(
  checker: Checker,
  options: ControlOptions = {},
): SameKind<Checker> {
  assertOptionNames('withControl', options, {
    againMs: true,
    clock: true,
    deadlineMs: true,
    everyMs: true,
    number: true,
  });
  const ask = askOf(checker);
  const number = normalizePhone(options.number ?? FICTITIOUS_NUMBER);
  const everyMs = millisecondsOption('everyMs', options.everyMs ?? 3_600_000, { least: 1_000 });
  const againMs = millisecondsOption('againMs', options.againMs ?? 60_000, { least: 1_000 });
  const deadlineMs = millisecondsOption('deadlineMs', options.deadlineMs ?? 5_000);
  const clock = options.clock ?? systemClock;
  let state: 'unproven' | 'trusted' | 'refuted' = 'unproven';
  /** By the elapsed time. */
  let nextAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  const control = async (): Promise<void> => {
    const isWrong = await claimsToKnow(number);
    if (isWrong !== undefined) state = isWrong ? 'refuted' : 'trusted';
    else if (state === 'unproven') state = 'trusted';
    nextAt = clock.elapsed() + (isWrong === false ? everyMs : againMs);
    running = undefined;
  };

  /** Undefined if there is no answer. It has its own signal, since the check that started it may be given up. */
  const claimsToKnow = async (controlNumber: E164): Promise<boolean | undefined> => {
    const controller = new AbortController();
    const cancel = clock.schedule(deadlineMs, () =>
      controller.abort(new Error('the control takes too long')),
    );
    try {
      const asked = ask([controlNumber], { signal: controller.signal });
      const [answer] = await unlessAborted(asked, controller.signal);
      const status = statusOf(answer);
      if (answer === undefined || answer === 'check_failed' || status === undefined) return undefined;
      return CLAIMS.includes(status) || findingOf(answer) === 'line_live';
    } catch {
      return undefined;
    } finally {
      cancel();
    }
  };

  return sameKind(checker, async (numbers, context) => {
    if (running === undefined && clock.elapsed() >= nextAt) running = control();
    if (running !== undefined && state !== 'trusted') await unlessAborted(running, context.signal);
    if (state === 'refuted') throw refutation(number, Math.ceil(Math.max(0, nextAt - clock.elapsed())));
    return ask(numbers, context);
  });
}

function refutation(number: E164, retryAfterMs: number): DialproofError {
  const hint = `the upstream says that ${number} exists, which nobody can have: its answers cannot be trusted, so ask its support or take another one`;
  return new DialproofError('checker_unavailable', { hint, retryAfterMs });
}
