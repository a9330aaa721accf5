import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { isDialproofError } from './dialproof-error.js';
import { verifyWebhook } from './verify-webhook.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const NOW = Date.parse('2026-01-02T03:04:05Z');
const BODY = '{"type":"task.done","timestamp":"2026-01-02T03:04:05.000Z","data":{"task_id":"ö"}}';

function message(secrets: readonly string[] = [SECRET], signedAt = NOW) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign('event-1', new Date(signedAt), BODY));
  return {
    'webhook-id': 'event-1',
    'webhook-timestamp': String(Math.floor(signedAt / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

describe('verifyWebhook', () => {
  it.each([
    ['an object', message()],
    [
      'an object with other letters',
      Object.fromEntries(Object.entries(message()).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    ['Headers', new Headers(message())],
  ])('verifies messages of the reference implementation, with headers as %s', async (_what, headers) => {
    const { id, event } = await verifyWebhook({ secret: SECRET, headers, body: BODY, now: NOW });
    expect([id, event.type, event.data]).toEqual(['event-1', 'task.done', { task_id: 'ö' }]);
  });

  it('verifies bytes', async () => {
    const body = new TextEncoder().encode(BODY);
    await expect(
      verifyWebhook({ secret: SECRET, headers: message(), body, now: NOW }),
    ).resolves.toBeDefined();
  });

  it('verifies with one of two secrets, on either side', async () => {
    const both = { headers: message([OTHER, SECRET]), body: BODY, now: NOW };
    await expect(verifyWebhook({ secret: SECRET, ...both })).resolves.toBeDefined();
    const one = { headers: message(), body: BODY, now: NOW };
    await expect(verifyWebhook({ secret: [OTHER, SECRET], ...one })).resolves.toBeDefined();
  });

  it.each([
    ['another body', message(), `${BODY} `, SECRET],
    ['another secret', message(), BODY, OTHER],
    ['a message that is too old', message([SECRET], NOW - 301_000), BODY, SECRET],
    ['a message from the future', message([SECRET], NOW + 301_000), BODY, SECRET],
    ['another id', { ...message(), 'webhook-id': 'event-2' }, BODY, SECRET],
    ['no signature', { ...message(), 'webhook-signature': '' }, BODY, SECRET],
    ['a signature of another version', { ...message(), 'webhook-signature': 'v1a,AAAA' }, BODY, SECRET],
    ['a signature that is no base64', { ...message(), 'webhook-signature': 'v1,***' }, BODY, SECRET],
    ['a time that is none', { ...message(), 'webhook-timestamp': 'now' }, BODY, SECRET],
  ])('refuses %s', async (_what, headers, body, secret) => {
    const failure = await verifyWebhook({ secret, headers, body, now: NOW }).catch((error: unknown) => error);
    expect(isDialproofError(failure, 'webhook_not_verified')).toBe(true);
  });

  it('takes messages as old as the caller says', async () => {
    const headers = message([SECRET], NOW - 600_000);
    const verified = verifyWebhook({ secret: SECRET, headers, body: BODY, now: NOW, toleranceMs: 600_000 });
    await expect(verified).resolves.toBeDefined();
  });

  it.each(['', 'whsec_', 'whsec_***'])(
    'refuses the secret "%s" as a mistake of the program',
    async (secret) => {
      await expect(verifyWebhook({ secret, headers: message(), body: BODY, now: NOW })).rejects.toThrow(
        TypeError,
      );
    },
  );
});
