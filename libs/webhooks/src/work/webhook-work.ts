import { setMaxListeners } from 'node:events';
import {
  type Clock,
  type EventClaim,
  type EventOutbox,
  FailureReporter,
  type WebhookStore,
  type WorkOutcome,
} from '@dialproof/core';
import { deliver, FailingWebhooks } from '../delivery/deliver.js';
import { DeliveriesInFlight } from '../delivery/deliveries-in-flight.js';
import type { WebhookSettings } from '../webhook-options.js';
import { readBalances, Step, type StepOutcome } from './step.js';

/** The `retryAfterMs` of a call during another one. */
const BUSY_MS = 1_000;
/** The interval, while deliveries are under way, of polls for work that other processes have added. */
const POLL_MS = 1_000;
/** The interval at which expired deliveries are removed. */
const EXPIRE_EVERY_MS = 60_000;
const EXPIRE_LIMIT = 1_000;

const NOTHING: StepOutcome = { did: false, afterMs: null };

/**
 * All work for webhooks: events become deliveries, deliveries are sent, balances are read, old deliveries are removed. One call at a time
 * does it, with many deliveries under way, until nothing is left for now.
 */
export class WebhookWork {
  readonly #settings: WebhookSettings;
  readonly #reporter: FailureReporter;
  readonly #failing = new FailingWebhooks();
  #isWorking = false;
  /** By the clock's elapsed time. */
  #expireAt = Number.NEGATIVE_INFINITY;

  constructor(settings: WebhookSettings) {
    this.#settings = settings;
    this.#reporter = new FailureReporter(settings.clock, settings.onError);
  }

  async work(signal: AbortSignal): Promise<WorkOutcome> {
    if (signal.aborted) return { did: 'nothing', retryAfterMs: 0 };
    if (this.#isWorking) return { did: 'nothing', retryAfterMs: BUSY_MS };
    this.#isWorking = true;
    try {
      return await this.#workUntilIdle(signal);
    } finally {
      this.#isWorking = false;
    }
  }

  async #workUntilIdle(signal: AbortSignal): Promise<WorkOutcome> {
    const { clock, closeGraceMs, creditsLow, outbox } = this.#settings;
    const settings = { ...this.#settings, reporter: this.#reporter, failing: this.#failing };
    const wakeUp = new WakeUp(clock, signal);
    const cut = new AbortController();
    // Each delivery listens to it, and Node would take more than ten listeners for a leak.
    setMaxListeners(0, cut.signal);
    const sendMore = (): void => {
      sending.makeDue();
      wakeUp.ring();
    };
    const deliveries = new DeliveriesInFlight(
      settings,
      (claim) => deliver(claim, settings, cut.signal),
      sendMore,
    );
    const step = (run: () => Promise<StepOutcome>): Step => new Step(run, { ...settings, pollMs: POLL_MS });
    const sending = step(async () => await deliveries.begin());
    const expanding = step(async () =>
      outbox === null ? NOTHING : await expandOutboxEvents({ ...settings, outbox }),
    );
    const looking = step(async () =>
      creditsLow === null ? NOTHING : await readBalances({ ...settings, creditsLow }),
    );
    const steps = [expanding, sending, looking];
    const nextMs = (): number => Math.min(...steps.map(({ dueInMs }) => dueInMs));
    let did = false;
    while (!signal.aborted) {
      const expanded = (await expanding.doIfDue()) ?? false;
      if (expanded) sending.makeDue();
      const begun = (await sending.doIfDue()) ?? false;
      did ||= expanded || begun;
      // The ledger is the host's and may be far away: deliveries do not wait for it.
      void looking.doIfDue()?.then((told) => (told ? sendMore() : wakeUp.ring()));
      await this.#expire();
      const isBusy = deliveries.size > 0 || looking.isRunning;
      const waitMs = nextMs();
      if (!isBusy && waitMs > 0) break;
      if (waitMs > 0) await wakeUp.after(Math.min(waitMs, POLL_MS));
    }
    const cancelGrace = signal.aborted ? clock.schedule(closeGraceMs, () => cut.abort()) : () => {};
    await Promise.all([deliveries.ended(), looking.ended()]);
    cancelGrace();
    wakeUp.close();
    if (did) return { did: 'work', taskId: null };
    const afterMs = signal.aborted ? 0 : nextMs();
    return { did: 'nothing', retryAfterMs: Number.isFinite(afterMs) ? afterMs : null };
  }

  /** Removes expired deliveries, at intervals. */
  async #expire(): Promise<void> {
    const { clock, store } = this.#settings;
    if (clock.elapsed() < this.#expireAt) return;
    this.#expireAt = clock.elapsed() + EXPIRE_EVERY_MS;
    try {
      const removed = await store.expire({ limit: EXPIRE_LIMIT });
      if (removed === EXPIRE_LIMIT) this.#expireAt = clock.elapsed() + POLL_MS;
    } catch (error) {
      this.#reporter.report('cleanup_failed', error);
    }
  }
}

interface OutboxEventsSettings {
  readonly outbox: EventOutbox;
  readonly store: WebhookStore;
  readonly reporter: FailureReporter;
  readonly keepMs: number;
}

const LEASE_MS = 60_000;
const LIMIT = 50;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Makes deliveries of the events that wait in the outbox. An event is acknowledged once its deliveries are stored: after a kill in between
 * the store makes none a second time.
 */
async function expandOutboxEvents(settings: OutboxEventsSettings): Promise<StepOutcome> {
  const { outbox } = settings;
  const { claims, retryAfterMs } = await outbox.claimEvents({ leaseMs: LEASE_MS, limit: LIMIT });
  // All at once, so that a store may combine the writes.
  await Promise.all(claims.map((claim) => expand(claim, settings)));
  return { did: claims.length > 0, afterMs: claims.length > 0 ? 0 : retryAfterMs };
}

async function expand({ event, lease, tries }: EventClaim, settings: OutboxEventsSettings): Promise<void> {
  const { keepMs, outbox, reporter, store } = settings;
  const { accountId, data, eventId, kind, occurredAt, taskId } = event;
  try {
    const told = { ...data, task_id: taskId };
    await store.expand({ eventId, type: kind, accountId, occurredAt, data: told }, keepMs);
    await outbox.acknowledge(lease);
  } catch (error) {
    reporter.report('work_failed', error);
    await outbox.postpone(lease, Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS));
  }
}

/** A wait that ends after a time, when `ring` is called, or when the signal is aborted. */
class WakeUp {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #hasRung = false;
  #wake: (() => void) | undefined;
  readonly ring = (): void => {
    this.#hasRung = true;
    this.#wake?.();
  };

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    signal.addEventListener('abort', this.ring, { once: true });
  }

  /** Resolves after `ms` milliseconds, or as soon as it rings; at once if it has rung since the last call. */
  async after(ms: number): Promise<void> {
    if (!this.#hasRung && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        const cancel = this.#clock.schedule(ms, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#hasRung = false;
  }

  /** Removes its listener from the signal. */
  close(): void {
    this.#signal.removeEventListener('abort', this.ring);
  }
}
