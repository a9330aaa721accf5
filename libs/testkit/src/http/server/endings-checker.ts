import { setTimeout as delay } from 'node:timers/promises';
import {
  assertOptionNames,
  type CheckAnswer,
  type CheckContext,
  type DetailedAnswer,
  DialproofError,
  type E164,
  type NumberChecker,
  type VerificationStatus,
} from '@dialproof/core';

const STATUSES: Readonly<Record<string, VerificationStatus>> = {
  '5550100': 'wa_registered',
  '5550101': 'telegram_registered',
  '5550102': 'dead',
  '5550103': 'inactive',
  '5550104': 'unknown',
  '5550105': 'wa_registered',
};

/** The answer for numbers ending in 5550108. A .csv has to quote its reason, and a spreadsheet would take it for a formula. */
export const DETAILED_ANSWER = {
  status: 'dead',
  source: 'endings',
  reason: '=GONE "1", or so',
  checkedAt: new Date('2026-01-02T03:04:05.678Z'),
} as const satisfies DetailedAnswer;

export interface EndingsCheckerOptions {
  /** Milliseconds that a number ending in 5550105 takes, unless {@link EndingsChecker.answerSlowChecks} ends that. Default 1,000. */
  readonly slowMs?: number;
}

/**
 * The checker that {@link httpContract} needs. It answers by a number's last seven digits. One ending gives a source, a reason and a time
 * as well. Endings that are not in the table are `inactive`. Every number was given to somebody else on 2025-01-01.
 */
export class EndingsChecker implements NumberChecker {
  readonly tellsReassigned = true;
  readonly #slowMs: number;
  readonly #hurry = new AbortController();

  constructor(options: EndingsCheckerOptions = {}) {
    assertOptionNames('EndingsChecker', options, { slowMs: true });
    const { slowMs = 1_000 } = options;
    this.#slowMs = slowMs;
  }

  /** Answers numbers ending in 5550105 at once from now on, also those whose check has begun. */
  answerSlowChecks(): void {
    this.#hurry.abort();
  }

  async check(number: E164, context: CheckContext): Promise<CheckAnswer> {
    const ending = number.slice(-7);
    if (ending === '5550105') await this.#takeTime(context.signal);
    if (ending === '5550106') throw new Error('the check of this number fails');
    if (ending === '5550107') throw new DialproofError('checker_unavailable');
    if (ending === '5550108') return DETAILED_ANSWER;
    const status = STATUSES[ending] ?? 'inactive';
    const since = context.consentDates?.get(number);
    return since === undefined
      ? status
      : { status, reassigned: { since, is: since < '2025-01-01' ? 'yes' : 'no' } };
  }

  async #takeTime(signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#hurry.signal]);
    await delay(this.#slowMs, undefined, { signal: either }).catch(() => signal.throwIfAborted());
  }
}
