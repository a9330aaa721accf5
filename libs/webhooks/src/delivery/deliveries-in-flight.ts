import type { DeliveryClaim, WebhookStore } from '@dialproof/core';
import type { StepOutcome } from '../work/step.js';

export interface DeliveriesSettings {
  readonly store: WebhookStore;
  readonly maxInFlight: number;
  readonly maxInFlightPerWebhook: number;
  readonly timeoutMs: number;
}

/** A lease outlasts its delivery: the timeout, and the delays of a busy process and store. */
const LEASE_MARGIN_MS = 40_000;
/** Deliveries that are claimed in one call. */
const CLAIM_LIMIT = 32;

/** The deliveries of this process that are under way. Their number is limited, in all and for each webhook. */
export class DeliveriesInFlight {
  readonly #settings: DeliveriesSettings;
  readonly #deliver: (claim: DeliveryClaim) => Promise<void>;
  readonly #underWay = new Set<Promise<void>>();
  readonly #ofWebhook = new Map<string, number>();
  readonly #onEnd: () => void;

  /** `deliver` never rejects; `onEnd` is called after each delivery. */
  constructor(
    settings: DeliveriesSettings,
    deliver: (claim: DeliveryClaim) => Promise<void>,
    onEnd: () => void,
  ) {
    this.#settings = settings;
    this.#deliver = deliver;
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#underWay.size;
  }

  /** Begins due deliveries, as long as there is room. */
  async begin(): Promise<StepOutcome> {
    const { maxInFlight, store, timeoutMs } = this.#settings;
    let did = false;
    while (this.size < maxInFlight) {
      const { claims, retryAfterMs } = await store.claim({
        leaseMs: timeoutMs + LEASE_MARGIN_MS,
        limit: Math.min(CLAIM_LIMIT, maxInFlight - this.size),
        except: this.#busyWebhooks(),
      });
      for (const claim of claims) this.#begin(claim);
      did ||= claims.length > 0;
      if (claims.length === 0 || retryAfterMs !== 0) return { did, afterMs: retryAfterMs };
    }
    // The end of a delivery makes room for the next.
    return { did, afterMs: null };
  }

  /** Resolves when none is under way. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #begin(claim: DeliveryClaim): void {
    const { webhookId } = claim.lease;
    this.#ofWebhook.set(webhookId, (this.#ofWebhook.get(webhookId) ?? 0) + 1);
    const delivery = this.#deliver(claim).finally(() => {
      this.#underWay.delete(delivery);
      const left = (this.#ofWebhook.get(webhookId) ?? 1) - 1;
      if (left > 0) this.#ofWebhook.set(webhookId, left);
      else this.#ofWebhook.delete(webhookId);
      this.#onEnd();
    });
    this.#underWay.add(delivery);
  }

  #busyWebhooks(): readonly string[] {
    const { maxInFlightPerWebhook } = this.#settings;
    return [...this.#ofWebhook].flatMap(([webhookId, count]) =>
      count >= maxInFlightPerWebhook ? [webhookId] : [],
    );
  }
}
