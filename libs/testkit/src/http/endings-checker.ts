import { setTimeout as delay } from 'node:timers/promises';
import {
  type CheckContext,
  DialproofError,
  type E164,
  type NumberChecker,
  type VerificationStatus,
} from '@dialproof/core';

const STATUSES: Readonly<Record<string, VerificationStatus>> = {
  '00': 'wa_registered',
  '01': 'telegram_registered',
  '02': 'dead',
  '03': 'inactive',
  '04': 'unknown',
  '05': 'wa_registered',
};

export interface EndingsCheckerOptions {
  /** Milliseconds that a number ending in 05 takes. Default 1,000. */
  readonly slowMs?: number;
}

/**
 * The checker that {@link httpContract} needs: it answers by a number's last two digits, as the sandbox does, and with `inactive`
 * for endings that are not in the table.
 */
export class EndingsChecker implements NumberChecker {
  readonly #slowMs: number;

  constructor({ slowMs = 1_000 }: EndingsCheckerOptions = {}) {
    this.#slowMs = slowMs;
  }

  async check(number: E164, context: CheckContext): Promise<VerificationStatus> {
    const ending = number.slice(-2);
    if (ending === '05') await delay(this.#slowMs, undefined, { signal: context.signal });
    if (ending === '06') throw new Error('the check of this number fails');
    if (ending === '07') throw new DialproofError('checker_unavailable');
    return STATUSES[ending] ?? 'inactive';
  }
}
