import {
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

/** One of the numbers that Ofcom keeps for fiction: it has the shape of a mobile and is given to nobody. */
const FICTITIOUS_NUMBER = '+447700900142';

export interface ControlOptions {
  /** A number that has the right shape and that nobody can have. Default `+447700900142`, which Ofcom keeps for fiction. */
  readonly number?: string;
  /** How often it is asked about, in milliseconds, at least 1,000. Default 3,600,000, an hour. It costs what a check costs. */
  readonly everyMs?: number;
  /** When it is asked about again after a wrong answer or none, in milliseconds, at least 1,000. Default 60,000. */
  readonly againMs?: number;
  /** How long an answer about it is waited for, in milliseconds, at least 1. Default 5,000. */
  readonly deadlineMs?: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

const CLAIMS: readonly (VerificationStatus | undefined)[] = ['wa_registered', 'telegram_registered'];

/**
 * Asks about a number that cannot exist before the first check and then once in a while, when a check comes. An upstream that has it on an
 * app, or on a line in service, says yes to everything: every check is rejected with `checker_unavailable` until it answers otherwise, since
 * each of its answers would be paid for in vain. A control that fails proves nothing, and checks go on.
 *
 * Only the first control, and those after a wrong answer, are waited for.
 *
 * Throws TypeError or RangeError for an option out of its limits, DialproofError `invalid_phone` for a malformed number.
 */
export function withControl<Checker extends AnyChecker>(
  checker: Checker,
  options: ControlOptions = {},
): SameKind<Checker> {
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

  /** Undefined where it gives no answer. A signal of its own: the check that it precedes may be given up. */
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
