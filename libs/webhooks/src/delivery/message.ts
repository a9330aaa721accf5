import type { WebhookEvent } from '@dialproof/core';
import { Webhook as Signer } from 'standardwebhooks';

/** The message of one event. */
export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * An event, signed with each secret that is valid (Standard Webhooks 1.0). `now`: the time of this try, in milliseconds since 1970;
 * receivers refuse messages that were signed long ago.
 */
export function messageOf(event: WebhookEvent, secrets: readonly string[], now: number): WebhookMessage {
  const { data, eventId, occurredAt, type } = event;
  const body = JSON.stringify({ type, timestamp: new Date(occurredAt).toISOString(), data });
  const signedAt = new Date(now);
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'dialproof-webhooks',
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(now / 1_000)),
      'webhook-signature': secrets
        .map((secret) => new Signer(secret).sign(eventId, signedAt, body))
        .join(' '),
    },
    body,
  };
}
