import type { AccountId, Clock, Entropy, FailureReporter, WebhookStore } from '@dialproof/core';
import type { CreditsLowOptions } from '../webhook-options.js';

export interface StepOutcome {
  /** Whether anything was done. */
  readonly did: boolean;
  /** Milliseconds after which there may be more to do; null if nothing is expected. */
  readonly afterMs: number | null;
}

interface StepSettings {
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  /** Milliseconds after which it is repeated at the latest while other work continues: other processes may have added more. */
  readonly pollMs: number;
}

/** The pause after a failed step. */
const RETRY_MS = 5_000;

/**
 * The shortest pause of a step that did nothing, whatever it asks for: otherwise a wrong answer of the store would keep the process
 * spinning.
 */
const LEAST_PAUSE_MS = 100;

/** A step of work that runs when it is due. A failure is reported, and the step is repeated; other steps are not affected. */
export class Step {
  readonly #run: () => Promise<StepOutcome>;
  readonly #settings: StepSettings;
  #nextAt = Number.NEGATIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;
  #running: Promise<boolean> | undefined;

  constructor(run: () => Promise<StepOutcome>, settings: StepSettings) {
    this.#run = run;
    this.#settings = settings;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Milliseconds until it is due, polling aside. */
  get dueInMs(): number {
    return this.isRunning
      ? Number.POSITIVE_INFINITY
      : Math.max(0, this.#nextAt - this.#settings.clock.elapsed());
  }

  makeDue(): void {
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  /** Runs it, and resolves to whether anything was done; undefined if it is not due or already running. */
  doIfDue(): Promise<boolean> | undefined {
    const { clock, pollMs } = this.#settings;
    if (this.isRunning || clock.elapsed() < Math.min(this.#nextAt, this.#lastAt + pollMs)) return undefined;
    const running = this.#do().finally(() => {
      this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /** Resolves when it is not running. */
  async ended(): Promise<void> {
    await this.#running;
  }

  async #do(): Promise<boolean> {
    const { clock, reporter } = this.#settings;
    // Before the call: work that is added during it makes the step due again.
    this.#nextAt = Number.POSITIVE_INFINITY;
    this.#lastAt = clock.elapsed();
    try {
      const { afterMs, did } = await this.#run();
      const pauseMs = did ? 0 : LEAST_PAUSE_MS;
      if (afterMs !== null)
        this.#nextAt = Math.min(this.#nextAt, clock.elapsed() + Math.max(afterMs, pauseMs));
      return did;
    } catch (error) {
      reporter.report('work_failed', error);
      this.#nextAt = Math.min(this.#nextAt, clock.elapsed() + RETRY_MS);
      return false;
    }
  }
}

interface ReadBalancesSettings {
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
