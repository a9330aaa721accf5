import { describe, expect, it } from 'vitest';
import type { DialproofError } from '../dialproof-error.js';
import { json, refusal, scriptedClient, unreachable, VERIFIED } from '../fixtures/scripted-fetch.fixture.js';

const DONE = () => json(200, VERIFIED);
const keys = (sent: readonly { readonly headers: Headers }[]) =>
  sent.map(({ headers }) => headers.get('idempotency-key'));

describe('a request', () => {
  it('goes below the base address, with the token and the headers of the options', async () => {
    const { client, sent } = scriptedClient([DONE()], {
      baseUrl: 'http://api.example/phones/',
      headers: { 'X-Csrf': 'yes' },
    });
    expect(await client.verify('+14155550100')).toEqual(VERIFIED);
    expect(sent[0]?.url.href).toBe('http://api.example/phones/v1/verify');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer a-token');
    expect(sent[0]?.headers.get('x-csrf')).toBe('yes');
    expect(sent[0]?.body).toBe('{"phone":"+14155550100"}');
  });

  it('asks a function for the token each time', async () => {
    const tokens = ['one', 'two'];
    const { client, sent } = scriptedClient([refusal(503, 'overloaded'), DONE()], {
      token: async () => tokens.shift() ?? '',
    });
    await client.verify('+1');
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer one', 'Bearer two']);
  });

  it('rejects with the error of the function for the token', async () => {
    const { client, sent } = scriptedClient([], {
      token: () => {
        throw new RangeError('signed out');
      },
    });
    await expect(client.verify('+1')).rejects.toThrow(RangeError);
    expect(sent).toEqual([]);
  });
});

describe('a repeat', () => {
  it('is sent with the key of the first request after a failure without a reply', async () => {
    const { client, sent, clock } = scriptedClient([unreachable(), unreachable(), DONE()]);
    expect(await client.verify('+1')).toEqual(VERIFIED);
    expect(new Set(keys(sent)).size).toBe(1);
    expect(keys(sent)[0]).toMatch(/^[0-9a-f]{32}$/);
    const [first = 0, second = 0] = clock.pauses;
    expect(first).toBeGreaterThanOrEqual(250);
    expect(first).toBeLessThanOrEqual(500);
    expect(second).toBeGreaterThanOrEqual(500);
    expect(second).toBeLessThanOrEqual(1_000);
  });

  it('has another key in another call', async () => {
    const { client, sent } = scriptedClient([DONE(), DONE()]);
    await client.verify('+1');
    await client.verify('+1');
    expect(new Set(keys(sent)).size).toBe(2);
  });

  it.each([
    [429, 'too_many_requests'],
    [503, 'overloaded'],
    [503, 'shutting_down'],
    [503, 'storage_unavailable'],
    [503, 'checker_unavailable'],
    [409, 'request_in_progress'],
    [400, 'upload_interrupted'],
  ])('follows %i %s', async (status, code) => {
    const { client, sent } = scriptedClient([refusal(status, code), DONE()]);
    expect(await client.verify('+1')).toEqual(VERIFIED);
    expect(sent).toHaveLength(2);
  });

  it.each([502, 503, 504])('follows %i of a proxy', async (status) => {
    const { client } = scriptedClient([new Response('<h1>Bad</h1>', { status }), DONE()]);
    expect(await client.verify('+1')).toEqual(VERIFIED);
  });

  it.each([
    [402, 'insufficient_credits'],
    [422, 'invalid_phone'],
    [500, 'internal_error'],
    [503, 'checker_unauthorized'],
    [418, 'of_a_newer_server'],
  ])('does not follow %i %s', async (status, code) => {
    const { client, sent } = scriptedClient([refusal(status, code)]);
    await expect(client.verify('+1')).rejects.toMatchObject({ code, status });
    expect(sent).toHaveLength(1);
  });

  it('waits for as long as the server asks', async () => {
    const { client, clock } = scriptedClient([
      refusal(429, 'too_many_requests', { 'retry-after': '7' }),
      DONE(),
    ]);
    await client.verify('+1');
    expect(clock.pauses[0]).toBeGreaterThanOrEqual(7_000);
    expect(clock.pauses[0]).toBeLessThan(7_100);
  });

  it('is not sent when the server asks for too long a pause', async () => {
    const { client } = scriptedClient([refusal(429, 'too_many_requests', { 'retry-after': '61' })]);
    await expect(client.verify('+1')).rejects.toMatchObject({ retryAfterMs: 61_000 });
  });

  it('is sent three times, or as often as the request or the client says', async () => {
    const failing = () => scriptedClient([1, 2, 3, 4, 5].map(unreachable), { maxRetries: 1 });
    const byClient = failing();
    await expect(byClient.client.verify('+1')).rejects.toMatchObject({ code: 'connection_failed' });
    expect(byClient.sent).toHaveLength(2);
    const byRequest = failing();
    await expect(byRequest.client.verify('+1', { maxRetries: 0 })).rejects.toThrow('ECONNREFUSED');
    expect(byRequest.sent).toHaveLength(1);
    const byDefault = scriptedClient([1, 2, 3, 4, 5].map(unreachable));
    await expect(byDefault.client.verify('+1')).rejects.toThrow();
    expect(byDefault.sent).toHaveLength(4);
  });

  it('of a POST without a key is sent only when nothing was done', async () => {
    const without = (answers: Parameters<typeof scriptedClient>[0]) =>
      scriptedClient(answers, { idempotencyKeys: false });
    const lost = without([unreachable(), DONE()]);
    await expect(lost.client.verify('+1')).rejects.toMatchObject({ code: 'connection_failed' });
    const refused = without([refusal(429, 'too_many_requests'), DONE()]);
    await refused.client.verify('+1');
    expect(keys(refused.sent)).toEqual([null, null]);
  });

  it('of an opened account is never sent', async () => {
    const { client, sent } = scriptedClient([refusal(503, 'overloaded')]);
    await expect(client.register('data@example.com')).rejects.toMatchObject({ code: 'overloaded' });
    expect(sent[0]?.headers.has('authorization')).toBe(false);
  });

  it('of a delete counts a deletion by the first attempt as done', async () => {
    const { client } = scriptedClient([unreachable(), refusal(404, 'task_not_found')]);
    await expect(client.task('one').delete()).resolves.toBeUndefined();
    const { client: other } = scriptedClient([refusal(404, 'task_not_found')]);
    await expect(other.task('one').delete()).rejects.toMatchObject({ code: 'task_not_found' });
  });
});

describe('a key', () => {
  it('of the caller is sent unchanged', async () => {
    const { client, sent } = scriptedClient([DONE()]);
    await client.verify('+1', { idempotencyKey: 'order 7' });
    expect(keys(sent)).toEqual(['order 7']);
  });

  it.each(['', '"quoted"', ' blank', 'é', 'x'.repeat(256)])('that is none is refused: %s', async (key) => {
    const { client } = scriptedClient([]);
    await expect(client.verify('+1', { idempotencyKey: key })).rejects.toThrow(TypeError);
  });

  it('is left out if the server keeps none, then and later', async () => {
    const { client, sent } = scriptedClient([refusal(501, 'not_supported'), DONE(), DONE()]);
    await client.verify('+1');
    await client.verify('+1');
    expect(keys(sent).map((key) => key !== null)).toEqual([true, false, false]);
  });

  it('is in the error when the repeats were in vain, and finds the same request again', async () => {
    const { client, sent } = scriptedClient([unreachable(), DONE()], { maxRetries: 0 });
    const failure = await client.verify('+1').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'connection_failed', idempotencyKey: keys(sent)[0] });
    expect(Reflect.get(Object(failure), 'cause')).toBeInstanceOf(TypeError);
    const { idempotencyKey } = failure as DialproofError;
    await client.verify('+1', { idempotencyKey });
    expect(keys(sent)[1]).toBe(idempotencyKey);
  });

  it.each([
    [422, 'invalid_phone'],
    [429, 'too_many_requests'],
  ])('is not in the error of a refusal with %i %s', async (status, code) => {
    const { client } = scriptedClient([refusal(status, code)], { maxRetries: 0 });
    await expect(client.verify('+1')).rejects.toMatchObject({ code, idempotencyKey: undefined });
  });

  it.each([
    [401, 'not_authenticated'],
    [429, 'too_many_requests'],
  ])(
    'is in the error when a repeat is refused with %i %s, since the first attempt may have been done',
    async (status, code) => {
      const { client, sent } = scriptedClient([unreachable(), refusal(status, code)], { maxRetries: 1 });
      const failure = await client.verify('+1').catch((error: unknown) => error);
      expect(failure).toMatchObject({ code, idempotencyKey: keys(sent)[0] });
    },
  );

  it('is in the error when the server fails in the middle of it', async () => {
    const { client, sent } = scriptedClient([refusal(500, 'internal_error')]);
    const failure = await client.verify('+1').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'internal_error', idempotencyKey: keys(sent)[0] });
  });

  it('that is left out prevents repeats', async () => {
    const { client } = scriptedClient([refusal(501, 'not_supported'), unreachable(), DONE()]);
    await expect(client.verify('+1')).rejects.toMatchObject({ code: 'connection_failed' });
  });

  it('of the caller is not left out', async () => {
    const { client } = scriptedClient([refusal(501, 'not_supported')]);
    const asked = client.verify('+1', { idempotencyKey: 'order 7' });
    await expect(asked).rejects.toMatchObject({ code: 'not_supported' });
  });
});

describe('the time of a request', () => {
  const never = (signal: AbortSignal | null | undefined): Promise<Response> =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });

  it('is over when no reply has come, and the request is repeated', async () => {
    const { client, clock } = scriptedClient([
      ({ signal }) => {
        queueMicrotask(() => clock.endBounds());
        return never(signal);
      },
      DONE(),
    ]);
    expect(await client.verify('+1')).toEqual(VERIFIED);
  });

  it('is over when the rest of a reply does not come', async () => {
    const { client, clock } = scriptedClient(
      [
        ({ signal }) => {
          const body = new ReadableStream({
            start(controller) {
              signal?.addEventListener('abort', () => controller.error(signal.reason));
            },
            pull: () => clock.endBounds(),
          });
          return new Response(body);
        },
      ],
      { maxRetries: 0 },
    );
    await expect(client.verify('+1')).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('ends when the caller gives up, with the reason of the caller', async () => {
    const caller = new AbortController();
    const { client } = scriptedClient([
      ({ signal }) => {
        queueMicrotask(() => caller.abort(new RangeError('left')));
        return never(signal);
      },
    ]);
    await expect(client.verify('+1', { signal: caller.signal })).rejects.toThrow(RangeError);
    const { client: later, sent } = scriptedClient([]);
    await expect(later.verify('+1', { signal: caller.signal })).rejects.toThrow(RangeError);
    expect(sent).toEqual([]);
  });
});

describe('a reply', () => {
  it('that is refused is an error with all details', async () => {
    const headers = { 'x-request-id': 'r-1' };
    const { client } = scriptedClient([json(422, { detail: 'invalid_phone', hint: 'too short' }, headers)]);
    await expect(client.verify('+1')).rejects.toMatchObject({
      name: 'DialproofError',
      message: 'invalid_phone: too short',
      code: 'invalid_phone',
      hint: 'too short',
      status: 422,
      requestId: 'r-1',
    });
  });

  it.each([
    ['a page', new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'text/html'],
    ['an error of another API', json(404, { error: 'no' }), '404'],
    [
      'a redirect',
      new Response(null, { status: 301, headers: { location: 'https://b.example' } }),
      'b.example',
    ],
  ])('that is %s is unexpected', async (_what, response, said) => {
    const { client } = scriptedClient([response]);
    const failure = await client.credits().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unexpected_reply', hint: expect.stringContaining(said) });
  });
});

describe('the options', () => {
  it.each([
    { baseUrl: 'api.example' },
    { baseUrl: 'ftp://api.example' },
    { baseUrl: '//api.example' },
    { baseUrl: 'http://api.example?a=b' },
    { token: 'two words' },
    { token: 'line\nend' },
    { timeoutMs: 0 },
    { maxRetries: 11 },
    { maxRetries: 1.5 },
  ])('are refused: %o', (options) => {
    expect(() => scriptedClient([], options)).toThrow(TypeError);
  });

  it.each(['', '/phones', 'https://api.example/phones/v1//'])('take the base address %s', (baseUrl) => {
    expect(() => scriptedClient([], { baseUrl })).not.toThrow();
  });
});
