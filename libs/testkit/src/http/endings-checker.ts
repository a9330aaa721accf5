import { setTimeout as delay } from 'node:timers/promises';
import {
  type CheckContext,
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

export interface EndingsCheckerOptions {
  /** Milliseconds that a number ending in 5550105 takes. Default 1,000. */
  readonly slowMs?: number;
}

/**
 * The checker that {@link httpContract} needs: it answers by a number's last seven digits, as the sandbox does, and with `inactive`
 * for endings that are not in the table.
 */
export class EndingsChecker implements NumberChecker {
  readonly #slowMs: number;

  constructor({ slowMs = 1_000 }: EndingsCheckerOptions = {}) {
    this.#slowMs = slowMs;
  }

  async check(number: E164, context: CheckContext): Promise<VerificationStatus> {
    const ending = number.slice(-7);
    if (ending === '5550105') await delay(this.#slowMs, undefined, { signal: context.signal });
    if (ending === '5550106') throw new Error('the check of this number fails');
    if (ending === '5550107') throw new DialproofError('checker_unavailable');
    return STATUSES[ending] ?? 'inactive';
  }
}
