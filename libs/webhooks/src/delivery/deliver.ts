import {
  type DeliveryAnswer,
  type DeliveryClaim,
  type DeliveryResult,
  FailureReporter,
  type ReportedFailure,
  type WebhookDisabledReason,
  type WebhookStore,
} from '@dialproof/core';
import type { FailingWebhooks } from './failing-webhooks.js';
import { messageOf } from './message.js';
import { pauseAfter } from './retry-schedule.js';
import { type SendOutcome, type SendSettings, send } from './send.js';

export interface DeliverSettings extends SendSettings {
  readonly store: WebhookStore;
  readonly reporter: FailureReporter;
  readonly onError: (failure: ReportedFailure) => void;
  readonly disableAfterMs: number;
  readonly failing: FailingWebhooks;
}

/** Sends what was claimed, and records what became of it. It never rejects: what is not recorded is claimed again. */
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
    const result = resultOf(outcome, claim.failures, settings.disableAfterMs);
    const disabled = await store.record(claim.lease, result);
    report(settings, claim, outcome, result, disabled);
  } catch (error) {
    reporter.report('work_failed', error);
  }
}

function resultOf(outcome: SendOutcome, failuresBefore: number, disableAfterMs: number): DeliveryResult {
  if (outcome.kind === 'interrupted') return { outcome: 'interrupted', retryAfterMs: 0 };
  const status = outcome.kind === 'answered' ? outcome.status : 0;
  const answer = answerOf(outcome);
  if (status >= 200 && status <= 299) return { outcome: 'delivered', answer };
  if (status === 410) return { outcome: 'gone', answer };
  const askedMs = outcome.kind === 'answered' ? outcome.retryAfterMs : null;
  const retryAfterMs = pauseAfter(failuresBefore + 1, askedMs, Math.random());
  return { outcome: 'failed', answer, retryAfterMs, disableAfterMs };
}

/** What the webhook's account is told of it. */
function answerOf(outcome: Exclude<SendOutcome, { kind: 'interrupted' }>): DeliveryAnswer {
  return outcome.kind === 'answered'
    ? { status: outcome.status, failure: null }
    : { status: null, failure: outcome.failure };
}

/**
 * Tells the operator what customers may not notice. Of a webhook that fails it tells when one delivery has failed twice, which a receiver
 * that restarts spares it, and not again until one succeeds. An address may carry a secret in its path: the host alone is told.
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
    // By a reporter of its own: they differ by their ids alone, which would make them one cause.
    new FailureReporter(clock, onError).report('webhook_disabled', cause);
  } else if (result.outcome === 'failed' && result.retryAfterMs === null) {
    const cause = new Error(
      `event ${lease.eventId} was given up for webhook ${lease.webhookId} at ${host}: ${why}`,
    );
    reporter.report('webhook_failed', cause);
  } else if (result.outcome === 'failed' && failures > 0 && failing.note(lease.webhookId)) {
    const cause = new Error(`webhook ${lease.webhookId} at ${host} fails and is tried again: ${why}`);
    // With those of the same host that fail for the same reason, which one receiver may have hundreds of.
    reporter.report('webhook_failing', cause);
  }
}

function describe(outcome: Exclude<SendOutcome, { kind: 'answered' }>): string {
  return outcome.kind === 'failed' ? outcome.reason : 'the work was stopped';
}
