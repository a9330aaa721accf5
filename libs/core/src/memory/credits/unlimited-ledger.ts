import type { CreditBalance, CreditLedger, Settlement, SettleRequest } from '../../ports/credit-ledger.js';

/**
 * A ledger for hosts without billing: every account has 2^53 - 1 credits, nothing is held and nothing is stored. So it grants every hold,
 * and settles every hold as requested, even one that was never made.
 */
export class UnlimitedLedger implements CreditLedger {
  async hold(): Promise<void> {
    // Credits never run out.
  }

  async settle({ credits }: SettleRequest): Promise<Settlement> {
    return { charged: credits, returned: 0 };
  }

  async balance(): Promise<CreditBalance> {
    return { available: Number.MAX_SAFE_INTEGER, held: 0 };
  }

  async releaseExpired(): Promise<number> {
    return 0;
  }
}
