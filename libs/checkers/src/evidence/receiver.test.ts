import { DialproofError } from '@dialproof/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contactShared, signature, signed, telegram, update, whatsapp } from './receiver.fixture.js';

const MIB = 1024 * 1024;

/** A body that records how much of it was read, and whether it was closed. */
function endless(pieceBytes: number) {
  const state = { taken: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        state.taken += pieceBytes;
        controller.enqueue(new Uint8Array(pieceBytes));
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}

/** A body that has arrived except for its end. */
function heldBody(bytes: number) {
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes));
      end = () => {
        try {
          controller.close();
        } catch {
          // It was cancelled.
        }
      };
    },
  });
  return { body, end };
}

const post = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { 'x-hub-signature-256': signature(''), ...headers },
    body,
    duplex: 'half',
  });

describe('a webhook', () => {
  it('reads no more of a body than it may have', async () => {
    const { body, state } = endless(MIB);
    const response = await whatsapp().handler(post(body));
    expect([response.status, await response.json()]).toEqual([413, { detail: 'request_too_large' }]);
    expect(state.cancelled).toBe(true);
    expect(state.taken).toBeLessThanOrEqual(5 * MIB);
  });

  it('reads nothing of a body with too large a length', async () => {
    const { body, state } = endless(MIB);
    const response = await whatsapp().handler(post(body, { 'content-length': String(3 * MIB + 1) }));
    expect(response.status).toBe(413);
    expect(state.cancelled).toBe(true);
    expect(state.taken).toBeLessThanOrEqual(MIB);
  });

  it('reads a body of the largest allowed size', async () => {
    const response = await whatsapp().handler(signed(`{}${' '.repeat(3 * MIB - 2)}`));
    expect(response.status).toBe(200);
  });

  it('holds ten of the largest bodies at once, and small ones beside them', async () => {
    const { handler } = whatsapp();
    const held = Array.from({ length: 11 }, () => heldBody(3 * MIB - 1));
    const responses = held.map(({ body }) => handler(post(body)));
    const refused = await Promise.race(responses);
    expect([refused.status, await refused.json()]).toEqual([503, { detail: 'overloaded' }]);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await handler(signed('{}'))).status).toBe(200);
    for (const { end } of held) end();
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...new Array(10).fill(401), 503]);
    expect((await handler(signed(`{}${' '.repeat(3 * MIB - 2)}`))).status).toBe(200);
  });

  it('answers if the body breaks off', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('gone')),
    });
    const { handler, errors } = whatsapp();
    expect((await handler(post(body))).status).toBe(400);
    expect(errors).toEqual([]);
  });

  it('has a webhook sent again that could not be recorded, and says why', async () => {
    const failure = new DialproofError('storage_unavailable', { hint: 'the disk is full' });
    const { handler, errors } = telegram({ store: { record: () => Promise.reject(failure) } });
    const response = await handler(update(contactShared()));
    expect([response.status, await response.json()]).toEqual([503, { detail: 'storage_unavailable' }]);
    expect(errors).toEqual([failure]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no vault'))],
    [
      'throws',
      () => {
        throw new Error('no vault');
      },
    ],
    ['gives nothing', () => ''],
  ])('refuses everything while the function that gives the secret %s', async (_, secret) => {
    const { handler, errors, known } = telegram({ secretToken: secret as () => string });
    const response = await handler(update(contactShared(), { 'x-telegram-bot-api-secret-token': '' }));
    expect([response.status, await response.json()]).toEqual([500, { detail: 'internal_error' }]);
    expect(errors).toHaveLength(1);
    expect(await known()).toEqual([]);
  });

  it('answers although onError throws', async () => {
    const { handler } = telegram({
      store: { record: () => Promise.reject(new Error('defect')) },
      onError() {
        throw new Error('the log is full');
      },
    });
    expect((await handler(update(contactShared()))).status).toBe(500);
  });

  it('warns through the process without an onError', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const { handler } = telegram({
      onError: undefined as never,
      store: { record: () => Promise.reject(new Error('the store is gone')) },
    });
    await handler(update(contactShared()));
    expect(warn.mock.calls).toEqual([[expect.stringContaining('the store is gone'), 'DialproofWarning']]);
  });

  it('shows no secret in its errors', () => {
    const thrownBy = (make: () => unknown): string => {
      try {
        make();
      } catch (error) {
        return String(error);
      }
      return 'nothing';
    };
    expect(thrownBy(() => whatsapp({ appSecret: 'hidden one' }))).toBe(
      'TypeError: option appSecret is malformed, expected a text without spaces, or a function that gives it',
    );
    expect(thrownBy(() => telegram({ secretToken: '!hidden!' }))).toMatch(/^TypeError: (?!.*hidden)/);
  });
});
