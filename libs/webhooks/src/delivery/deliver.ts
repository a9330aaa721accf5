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
import type { FailingWebhooks } from './failing-webhooks.js';
import { messageOf } from './message.js';
import { pauseAfter } from './retry-schedule.js';
import { type SendOutcome, type SendSettings, send } from './send.js';

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
    // Together with those of the same host and reason: one receiver may have hundreds of them.
    reporter.report('webhook_failing', cause);
  }
}

function describe(outcome: Exclude<SendOutcome, { kind: 'answered' }>): string {
  return outcome.kind === 'failed' ? outcome.reason : 'the work was stopped';
}
