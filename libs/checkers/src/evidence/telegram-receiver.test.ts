import { describe, expect, it } from 'vitest';
import { ADA, contactShared, NOON, SECONDS, telegram, update } from './receiver.fixture.js';

const SEEN = { number: ADA, app: 'telegram', seenAt: SECONDS * 1_000, source: 'telegram_contact' };

describe('telegramReceiver', () => {
  it.each(['41791234567', '+41791234567'])(
    'records who shared their own contact: %s',
    async (phone_number) => {
      const { handler, known } = telegram();
      const response = await handler(update(contactShared({ phone_number })));
      expect([response.status, await response.text()]).toEqual([200, '']);
      expect(await known()).toEqual([SEEN]);
    },
  );

  it.each([
    ["another one's contact", contactShared({ user_id: 456 })],
    ['a contact that is not on the app', contactShared({ user_id: undefined })],
    ['a contact that was forwarded', contactShared({}, { forward_origin: { type: 'user', date: SECONDS } })],
    ['a contact that was forwarded, as older versions say it', contactShared({}, { forward_date: SECONDS })],
    ['a contact of nobody', contactShared({}, { from: undefined })],
    ['a contact that was edited', { edited_message: Reflect.get(contactShared(), 'message') }],
    ['a number that is none', contactShared({ phone_number: '0' })],
    ['a time far ahead', contactShared({}, { date: NOON / 1_000 + 301 })],
    ['a text', contactShared({}, { contact: undefined, text: '+41791234567' })],
    ['no message', { update_id: 1 }],
    ['null', null],
  ])('records nothing of %s', async (_, body) => {
    const { handler, known, errors } = telegram();
    expect((await handler(update(body))).status).toBe(200);
    expect(await known()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it.each([
    ['another secret', { 'x-telegram-bot-api-secret-token': 'a-secret_TOKE' }],
    ['an empty secret', { 'x-telegram-bot-api-secret-token': '' }],
  ])('refuses %s', async (_, headers) => {
    const { handler, known } = telegram();
    const response = await handler(update(contactShared(), headers));
    expect([response.status, await response.json()]).toEqual([401, { detail: 'not_authenticated' }]);
    expect(await known()).toEqual([]);
  });

  it('refuses a request without a secret, without reading its body', async () => {
    const request = new Request('http://localhost/', { method: 'POST', body: '{}' });
    expect((await telegram().handler(request)).status).toBe(401);
    expect(request.bodyUsed).toBe(false);
  });

  it('refuses bodies that are no JSON, and other methods', async () => {
    const { handler } = telegram();
    expect((await handler(update('{'))).status).toBe(400);
    const response = await handler(new Request('http://localhost/'));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['', 'with space', 'ü', 'x'.repeat(257)])(
    'throws for a secret that Telegram would not take: %s',
    (secret) => {
      expect(() => telegram({ secretToken: secret })).toThrow(/expected 1 to 256/);
    },
  );
});
