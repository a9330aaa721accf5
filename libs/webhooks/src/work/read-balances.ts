import type { AccountId, Clock, Entropy, FailureReporter, WebhookStore } from '@dialproof/core';
import type { CreditsLowOptions } from '../webhook-options.js';
import type { StepOutcome } from './step.js';

export interface ReadBalancesSettings {
  readonly creditsLow: Required<CreditsLowOptions>;
  readonly store: WebhookStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly reporter: FailureReporter;
  readonly keepMs: number;
}

const LIMIT = 50;

/**
 * Reads the balances of accounts that are due and have a webhook for `credits.low`.
 *
 * The ledger is polled, since no transaction spans the two ports, and a call in the path of single checks would slow down each of them. The
 * store records the result of a reading and its event in one step.
 */
export async function readBalances(settings: ReadBalancesSettings): Promise<StepOutcome> {
  const { creditsLow, reporter, store } = settings;
  const { accounts, retryAfterMs } = await store.claimBalanceReadings({
    everyMs: creditsLow.everyMs,
    limit: LIMIT,
  });
  let did = false;
  for (const account of accounts) {
    try {
      did = (await readBalance(account, settings)) > 0 || did;
    } catch (error) {
      // The account is read again at its next turn.
      reporter.report('work_failed', error);
    }
  }
  return { did, afterMs: retryAfterMs };
}

/** Resolves to the number of deliveries made. */
async function readBalance(accountId: AccountId, settings: ReadBalancesSettings): Promise<number> {
  const { clock, creditsLow, entropy, keepMs, store } = settings;
  const { below, ledger } = creditsLow;
  const { available } = await ledger.balance(accountId);
  const low = {
    eventId: entropy.uuid(),
    type: 'credits.low',
    accountId,
    occurredAt: clock.now(),
    data: { available, threshold: below },
  } as const;
  return await store.recordCredits(accountId, available < below ? low : null, keepMs);
}
