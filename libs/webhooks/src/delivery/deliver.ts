import {
  type DeliveryAnswer,
  type DeliveryClaim,
  type DeliveryResult,
  type Entropy,
  FailureReporter,
  type ReportedFailure,
  type WebhookDisabledReason,
  type WebhookStore,
} from '@dialproof/core';
import { messageOf, type SendOutcome, type SendSettings, send } from './send.js';

export interface DeliverSettings extends SendSettings {
  readonly store: WebhookStore;
  readonly entropy: Entropy;
  readonly reporter: FailureReporter;
  readonly onError: (failure: ReportedFailure) => void;
  readonly disableAfterMs: number;
  readonly failing: FailingWebhooks;
}

/** Sends a claimed delivery, and records its result. Never rejects: an unrecorded delivery is claimed again. */
export async function deliver(
  claim: DeliveryClaim,
  settings: DeliverSettings,
  signal: AbortSignal,
): Promise<void> {
  const { reporter, store } = settings;
  try {
    const url = new URL(claim.url);
    const message = messageOf(claim.event, claim.secrets, settings.clock.now());
    const outcome = await send(url, message, settings, signal);
    const result = resultOf(outcome, claim.failures, settings);
    const disabled = await store.record(claim.lease, result);
    report(settings, claim, outcome, result, disabled);
  } catch (error) {
    reporter.report('work_failed', error);
  }
}

function resultOf(
  outcome: SendOutcome,
  failuresBefore: number,
  { disableAfterMs, entropy }: DeliverSettings,
): DeliveryResult {
  if (outcome.kind === 'interrupted') return { outcome: 'interrupted', retryAfterMs: 0 };
  const status = outcome.kind === 'answered' ? outcome.status : 0;
  const answer = answerOf(outcome);
  if (status >= 200 && status <= 299) return { outcome: 'delivered', answer };
  if (status === 410) return { outcome: 'gone', answer };
  const askedMs = outcome.kind === 'answered' ? outcome.retryAfterMs : null;
  const retryAfterMs = pauseAfter(failuresBefore + 1, askedMs, entropy.fraction());
  return { outcome: 'failed', answer, retryAfterMs, disableAfterMs };
}

/** The facts that the webhook's account sees. */
function answerOf(outcome: Exclude<SendOutcome, { kind: 'interrupted' }>): DeliveryAnswer {
  return outcome.kind === 'answered'
    ? { status: outcome.status, failure: null }
    : { status: null, failure: outcome.failure };
}

/**
 * Reports to the operator what customers may not notice. A failing webhook is reported when one delivery has failed twice, so a restart of
 * the receiver is not reported, and not again until one succeeds. An address may have a secret in its path, so only the host is reported.
 */
function report(
  { clock, failing, onError, reporter }: DeliverSettings,
  { failures, lease, url }: DeliveryClaim,
  outcome: SendOutcome,
  result: DeliveryResult,
  disabled: WebhookDisabledReason | null,
): void {
  const { host } = new URL(url);
  const why = outcome.kind === 'answered' ? `it answered ${outcome.status}` : describe(outcome);
  if (disabled !== null || result.outcome === 'delivered') failing.forget(lease.webhookId);
  if (disabled !== null) {
    const cause = new Error(`webhook ${lease.webhookId} at ${host} was disabled as ${disabled}: ${why}`);
    // With its own reporter: these failures differ only in their ids, which would make them one cause.
    new FailureReporter(clock, onError).report('webhook_disabled', cause);
  } else if (result.outcome === 'failed' && result.retryAfterMs === null) {
    const cause = new Error(
      `event ${lease.eventId} was given up for webhook ${lease.webhookId} at ${host}: ${why}`,
    );
    reporter.report('webhook_failed', cause);
  } else if (result.outcome === 'failed' && failures > 0 && failing.note(lease.webhookId)) {
    const cause = new Error(`webhook ${lease.webhookId} at ${host} fails and is tried again: ${why}`);
    // One report for the same host and reason: one receiver may have hundreds of webhooks.
    reporter.report('webhook_failing', cause);
  }
}

function describe(outcome: Exclude<SendOutcome, { kind: 'answered' }>): string {
  return outcome.kind === 'failed' ? outcome.reason : 'the work was stopped';
}

/** The most webhooks that are remembered. One that is forgotten while it fails is reported once more. */
const MAX_REMEMBERED = 10_000;

/** The webhooks that this process has reported as failing. */
export class FailingWebhooks {
  readonly #ids = new Set<string>();

  /** Returns whether this failure is new. */
  note(webhookId: string): boolean {
    if (this.#ids.has(webhookId)) return false;
    this.#ids.add(webhookId);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_REMEMBERED && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }

  /** Call it when the webhook works again, or gets no more deliveries. */
  forget(webhookId: string): void {
    this.#ids.delete(webhookId);
  }
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after the first failure, the second and so on (Standard Webhooks). After the last try a delivery is given up. */
const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** The share by which a pause is shortened or lengthened at random, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1;
/** The longest pause that a receiver can ask for. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * Milliseconds until the next try; null after the last. `failures`: how often the delivery has failed, this time included. `askedMs`: the
 * pause that the receiver asked for, or null. `random`: from 0 to 1.
 */
export function pauseAfter(failures: number, askedMs: number | null, random: number): number | null {
  const pauseMs = PAUSES_MS[failures - 1];
  if (pauseMs === undefined) return null;
  const jittered = Math.round(pauseMs * (1 + JITTER * (2 * random - 1)));
  return Math.max(jittered, Math.min(askedMs ?? 0, LONGEST_RETRY_AFTER_MS));
}
