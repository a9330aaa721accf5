import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ADA,
  APP_SECRET,
  BOB,
  delivery,
  message,
  NOON,
  SECONDS,
  signature,
  signed,
  status,
  VERIFY_TOKEN,
  whatsapp,
} from './receiver.fixture.js';
import { whatsappReceiver } from './whatsapp-receiver.js';

const SEEN = { number: ADA, app: 'whatsapp', seenAt: SECONDS * 1_000, source: 'whatsapp_message' };

describe('whatsappReceiver', () => {
  it('records who wrote, when they wrote', async () => {
    const { handler, known } = whatsapp();
    const contacts = [{ profile: { name: 'Ada' }, wa_id: '41791234567' }];

    const response = await handler(signed(delivery({ contacts, messages: [message()] })));

    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(await known()).toEqual([SEEN]);
  });

  it.each(['delivered', 'read'])('records who a message was %s to', async (word) => {
    const { handler, known } = whatsapp();
    await handler(signed(delivery({ statuses: [status({ status: word })] })));
    expect(await known()).toEqual([{ ...SEEN, source: `whatsapp_${word}` }]);
  });

  it.each([
    ['a message that was sent', { statuses: [status({ status: 'sent' })] }],
    [
      'a message that failed',
      {
        statuses: [status({ status: 'failed', errors: [{ code: 131_026, title: 'Message undeliverable' }] })],
      },
    ],
    ['a message that went to a group', { statuses: [status({ recipient_type: 'group' })] }],
    [
      'a note of WhatsApp itself',
      { messages: [message({ type: 'system', system: { wa_id: '14155552671' } })] },
    ],
    ['an id that is no number', { messages: [message({ from: 'US.1234567890' })] }],
    [
      'somebody with a user name',
      { messages: [message({ from: undefined, from_user_id: 'US.1234567890' })] },
    ],
    [
      'a status of such a person',
      { statuses: [status({ recipient_id: undefined, recipient_user_id: 'US.1234567890' })] },
    ],
    ['a number that begins with 0', { messages: [message({ from: '0791234567' })] }],
    ['no id', { messages: [message({ from: undefined })] }],
    ['no time', { messages: [message({ timestamp: undefined })] }],
    ['a time that is no number', { messages: [message({ timestamp: 'now' })] }],
    ['a time that is none of the app', { messages: [message({ timestamp: '0' })] }],
    ['a time far ahead', { messages: [message({ timestamp: String(NOON / 1_000 + 301) })] }],
    ['a time in milliseconds', { messages: [message({ timestamp: String(NOON) })] }],
    ['who it was sent to as a contact', { contacts: [{ wa_id: '41791234567' }] }],
    ['lists that are none', { messages: { from: '41791234567' }, statuses: 'delivered' }],
    ['messages that are none', { messages: [null, 1, 'message', []] }],
  ])('records nothing of %s', async (_, value) => {
    const { handler, known, errors } = whatsapp();
    expect((await handler(signed(delivery(value)))).status).toBe(200);
    expect(await known()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it.each([
    ['another field', delivery({ messages: [message()] }, { field: 'smb_message_echoes' })],
    ['another object', { ...delivery({ messages: [message()] }), object: 'page' }],
    ['null', null],
    ['a list', [delivery({ messages: [message()] })]],
    ['a number', 1],
    ['no entry', { object: 'whatsapp_business_account' }],
  ])('takes %s, and records nothing of it', async (_, body) => {
    const { handler, known } = whatsapp();
    expect((await handler(signed(body))).status).toBe(200);
    expect(await known()).toEqual([]);
  });

  it('takes a time that is slightly ahead for the present', async () => {
    const { handler, known } = whatsapp();
    await handler(signed(delivery({ messages: [message({ timestamp: String(NOON / 1_000 + 299) })] })));
    expect(await known()).toEqual([{ ...SEEN, seenAt: NOON }]);
  });

  it('records valid messages beside strange ones, over all entries and changes', async () => {
    const { handler, known } = whatsapp();
    const ofBob = delivery({
      statuses: [null, status({ recipient_id: '+14155552671', pricing: { billable: true } })],
    });
    const [body, other] = [delivery({ messages: ['odd', message({ unknown_field: {} })] }), ofBob];
    const entry = [...Reflect.get(body, 'entry'), { changes: 'none' }, ...Reflect.get(other, 'entry')];

    await handler(signed({ ...body, entry, new_field: 1 }));

    expect((await known()).map(({ number }) => number)).toEqual([ADA, BOB]);
  });

  it('changes nothing when a webhook comes again, or late', async () => {
    const { handler, known } = whatsapp();
    const late = delivery({ statuses: [status({ timestamp: String(SECONDS - 60) })] });
    for (const body of [delivery({ messages: [message()] }), late, delivery({ messages: [message()] })]) {
      await handler(signed(body));
    }
    expect(await known()).toEqual([SEEN]);
  });

  describe('refuses', () => {
    const text = JSON.stringify(delivery({ messages: [message()] }));
    const post = (body: string, headers: Record<string, string>) =>
      new Request('http://localhost/', { method: 'POST', body, headers });

    it.each([
      ['no signature', post(text, {})],
      ['the signature of another secret', signed(text, 'another-secret')],
      ['the signature of another body', post(text, { 'x-hub-signature-256': signature(`${text} `) })],
      [
        'an old SHA-1 signature',
        post(text, { 'x-hub-signature': 'sha1=0123456789012345678901234567890123456789' }),
      ],
      ['half a signature', post(text, { 'x-hub-signature-256': signature(text).slice(0, 40) })],
      ['a signature with more behind it', post(text, { 'x-hub-signature-256': `${signature(text)}00` })],
      ['a signature that is none', post(text, { 'x-hub-signature-256': `sha256=${'x'.repeat(64)}` })],
      ['a signature without its scheme', post(text, { 'x-hub-signature-256': signature(text).slice(7) })],
    ])('%s', async (_, request) => {
      const { handler, known } = whatsapp();
      const response = await handler(request);
      expect([response.status, await response.json()]).toEqual([401, { detail: 'not_authenticated' }]);
      expect(await known()).toEqual([]);
    });

    it.each([
      ['no JSON', '{"object":'],
      ['nothing', ''],
    ])('%s', async (_, body) => {
      const response = await whatsapp().handler(signed(body));
      expect([response.status, await response.json()]).toEqual([400, { detail: 'malformed_request' }]);
    });

    it('text that is no UTF-8', async () => {
      const body = Uint8Array.of(0x22, 0xff, 0x22);
      const headers = { 'x-hub-signature-256': signature(body) };
      const response = await whatsapp().handler(
        new Request('http://localhost/', { method: 'POST', body, headers }),
      );
      expect(response.status).toBe(400);
    });

    it('other methods', async () => {
      const response = await whatsapp().handler(
        new Request('http://localhost/', { method: 'PUT', body: text }),
      );
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
    });

    it('any body except the signed one', async () => {
      const { handler, known } = whatsapp();
      await fc.assert(
        fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
          const body = Buffer.from(text);
          body[at] = (body[at] ?? 0) ^ change;
          const headers = { 'x-hub-signature-256': signature(text) };
          const response = await handler(new Request('http://localhost/', { method: 'POST', body, headers }));
          expect(response.status).toBe(401);
        }),
        { numRuns: 50 },
      );
      expect(await known()).toEqual([]);
    });
  });

  describe('verifies the address', () => {
    const verification = (query: Record<string, string>) =>
      new Request(`http://localhost/hooks/whatsapp?${new URLSearchParams(query)}`);
    const right = {
      'hub.mode': 'subscribe',
      'hub.verify_token': VERIFY_TOKEN,
      'hub.challenge': '<1158201444>',
    };

    it('by giving the challenge back, as plain text', async () => {
      const response = await whatsapp().handler(verification(right));
      expect([response.status, await response.text()]).toEqual([200, '<1158201444>']);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('by a token that a function gives', async () => {
      const { handler } = whatsapp({ verifyToken: async () => 'another token' });
      expect((await handler(verification(right))).status).toBe(403);
      expect((await handler(verification({ ...right, 'hub.verify_token': 'another token' }))).status).toBe(
        200,
      );
    });

    it.each([
      ['another token', { ...right, 'hub.verify_token': 'another' }],
      ['no token', { 'hub.mode': 'subscribe', 'hub.challenge': '1' }],
      ['another mode', { ...right, 'hub.mode': 'unsubscribe' }],
      ['nothing', {}],
    ])('and refuses %s', async (_, query: Record<string, string>) => {
      const response = await whatsapp().handler(verification(query));
      expect([response.status, await response.json()]).toEqual([403, { detail: 'forbidden' }]);
    });
  });

  it('goes by the secret of the moment', async () => {
    let secret = 'the-old-one';
    const { handler } = whatsapp({ appSecret: () => secret });
    expect((await handler(signed({}, 'the-old-one'))).status).toBe(200);
    secret = 'the-new-one';
    expect((await handler(signed({}, 'the-old-one'))).status).toBe(401);
    expect((await handler(signed({}, 'the-new-one'))).status).toBe(200);
  });

  it.each(['', 'two words', 7])('throws for a secret that is none: %j', (secret) => {
    expect(() => whatsapp({ appSecret: secret as never })).toThrow(TypeError);
    expect(() => whatsapp({ verifyToken: '' })).toThrow(TypeError);
    expect(() => whatsappReceiver({ appSecret: APP_SECRET, verifyToken: VERIFY_TOKEN } as never)).toThrow(
      TypeError,
    );
  });
});
