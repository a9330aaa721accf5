import { randomUUID } from 'node:crypto';
import type { AccountId, Clock, FailureReporter, WebhookStore } from '@dialproof/core';
import type { CreditsLowOptions } from '../webhook-options.js';
import type { StepOutcome } from './step.js';

export interface ReadBalancesSettings {
  readonly creditsLow: Required<CreditsLowOptions>;
  readonly store: WebhookStore;
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  readonly keepMs: number;
}

const LIMIT = 50;

/**
 * Looks at the credits of accounts that want to be told when they are low and whose turn it is.
 *
 * The ledger is looked at, not listened to: no transaction spans the two ports, and a call in the path of single checks would cost each
 * of them. What a look finds and what is told of it are one step of the store.
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
      // The next look comes in its turn.
      reporter.report('work_failed', error);
    }
  }
  return { did, afterMs: retryAfterMs };
}

/** Resolves to how many deliveries it made. */
async function readBalance(accountId: AccountId, settings: ReadBalancesSettings): Promise<number> {
  const { clock, creditsLow, keepMs, store } = settings;
  const { below, ledger } = creditsLow;
  const { available } = await ledger.balance(accountId);
  const low = {
    eventId: randomUUID(),
    type: 'credits.low',
    accountId,
    occurredAt: clock.now(),
    data: { available, threshold: below },
  } as const;
  return await store.recordCredits(accountId, available < below ? low : null, keepMs);
}
