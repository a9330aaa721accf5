import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { type Fetch, Upstream } from './upstream.js';
import { UpstreamFailure } from './upstream-failure.js';

const KEY = 'keyOfLettersAlone';
const request = {
  method: 'GET',
  url: 'https://upstream.example/lines/+41791234501',
  headers: { authorization: `Bearer ${KEY}` },
  secrets: [KEY],
  signal: new AbortController().signal,
};

const send = (fetch: Fetch) => new Upstream('an-upstream', fetch).send(request);
const replying = (body: string, status: number) => async () => new Response(body, { status });

async function refused(word: unknown): Promise<string> {
  const upstream = new Upstream('an-upstream', replying(JSON.stringify({ word }), 418));
  const reply = await upstream.send(request);
  return upstream.refused(reply, JSON.parse(reply.text).word).message;
}

describe('Upstream', () => {
  it.each([
    ['QUOTA_EXCEEDED', 'an-upstream has not answered (HTTP 418, QUOTA_EXCEEDED)'],
    [20_429, 'an-upstream has not answered (HTTP 418, 20429)'],
    ['not_authenticated', 'an-upstream has not answered (HTTP 418, not_authenticated)'],
    [KEY, 'an-upstream has not answered (HTTP 418)'],
    [`wrong ${KEY}`, 'an-upstream has not answered (HTTP 418)'],
    ['41791234501', 'an-upstream has not answered (HTTP 418)'],
    [41_791_234_501, 'an-upstream has not answered (HTTP 418)'],
    [{ code: 1 }, 'an-upstream has not answered (HTTP 418)'],
    [undefined, 'an-upstream has not answered (HTTP 418)'],
  ])('quotes %o only where it can be nothing but a word', async (word, message) => {
    expect(await refused(word)).toBe(message);
  });

  it.each([
    [400, false],
    [404, false],
    [429, false],
    [500, true],
    [502, true],
    [503, false],
    [504, true],
  ])('knows of HTTP %d whether the request may be charged nevertheless', async (status, mayBeCharged) => {
    const upstream = new Upstream('an-upstream', replying('{}', status));
    expect(upstream.refused(await upstream.send(request))).toMatchObject({ mayBeCharged });
  });

  it('hands on the code of an error of fetch, and nothing else of it', async () => {
    const cause = Object.assign(new Error(`header "Bearer ${KEY}" is invalid`), { code: 'ERR_INVALID_CHAR' });
    const told = new TypeError(`Failed to parse ${request.url}`, { cause });
    const failure: unknown = await send(() => Promise.reject(told)).catch((error) => error);
    expect(failure).toMatchObject({
      mayBeCharged: true,
      message: expect.stringContaining('(ERR_INVALID_CHAR)'),
    });
    const all = inspect(failure, { depth: 20, showHidden: true });
    expect(all).not.toContain(KEY);
    expect(all).not.toContain('41791234501');
  });

  it.each([
    ['ECONNREFUSED', false],
    ['ENOTFOUND', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', false],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
    ['UND_ERR_CONNECT_TIMEOUT', false],
    ['ECONNRESET', true],
    ['UND_ERR_SOCKET', true],
    ['UND_ERR_HEADERS_TIMEOUT', true],
    [undefined, true],
  ])('knows of %s whether the request may have been sent', async (code, mayBeCharged) => {
    const error = new TypeError('fetch failed', { cause: { code } });
    await expect(send(() => Promise.reject(error))).rejects.toMatchObject({
      name: 'UpstreamFailure',
      mayBeCharged,
      retryAfterMs: 0,
    });
  });

  it.each([undefined, null, {}, 'a reply'])(
    'takes a fetch that resolves to %o for a failure',
    async (value) => {
      // A fetch of the host's own may do anything.
      const failure = send(async () => value as unknown as Response);
      await expect(failure).rejects.toBeInstanceOf(UpstreamFailure);
    },
  );

  it('does not wait for a fetch that does not hear its signal', async () => {
    const controller = new AbortController();
    const fetch = vi.fn<Fetch>(() => new Promise(() => {}));
    const sent = new Upstream('an-upstream', fetch).send({ ...request, signal: controller.signal });
    const rejected = expect(sent).rejects.toThrow('too slow');
    controller.abort(new Error('too slow'));
    await rejected;
    expect(fetch).toHaveBeenCalledWith(request.url, expect.objectContaining({ redirect: 'manual' }));
  });

  it('lets go of a body that it does not read', async () => {
    const cancel = vi.fn();
    const body = () =>
      new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(600_000)), cancel });
    await expect(send(async () => new Response(body(), { status: 307 }))).rejects.toThrow('redirect');
    await expect(send(async () => new Response(body()))).rejects.toThrow('more than 1048576 bytes');
    expect(await send(async () => new Response(body(), { status: 500 }))).toMatchObject({ text: '' });
    expect(cancel).toHaveBeenCalledTimes(3);
  });

  it('takes an opaque redirect, as browsers have it, for one', async () => {
    const response = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    await expect(send(async () => response)).rejects.toThrow('redirect');
  });

  it('uses the global fetch as it is at the time of the call', async () => {
    const upstream = new Upstream('an-upstream', undefined);
    const stub = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
    expect(await upstream.send(request)).toMatchObject({ status: 200, text: '{}' });
    stub.mockRestore();
  });
});
