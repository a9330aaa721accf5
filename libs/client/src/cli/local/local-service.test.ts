import { describe, expect, it } from 'vitest';
import { localFetch } from './local-service.js';

const URL = 'http://localhost/v1/verify';

/** A body that never ends. `state.isCancelled`: whether it was cancelled. */
function endless() {
  const state = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('first')),
    cancel: () => {
      state.isCancelled = true;
    },
  });
  return { state, response: new Response(body) };
}

describe('localFetch', () => {
  it('passes on the request and returns the reply', async () => {
    const fetch = localFetch(async (request) => {
      const { method, url } = request;
      return Response.json({ method, url, text: await request.text() }, { status: 201 });
    });
    const init = { method: 'POST', body: 'a body', signal: new AbortController().signal };
    const response = await fetch(URL, init);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ method: 'POST', url: URL, text: 'a body' });
  });

  it('sends nothing with an aborted signal', async () => {
    let asked = 0;
    const fetch = localFetch(async () => {
      asked += 1;
      return new Response();
    });
    await expect(fetch(URL, { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    expect(asked).toBe(0);
  });

  it('rejects when its signal is aborted before the reply, and cancels a later reply', async () => {
    const { state, response } = endless();
    let answer = (_response: Response): void => {};
    const fetch = localFetch(() => new Promise((resolve) => (answer = resolve)));
    const leaving = new AbortController();
    const fetched = fetch(URL, { signal: leaving.signal });
    leaving.abort('gone');
    await expect(fetched).rejects.toBe('gone');
    answer(response);
    await expect.poll(() => state.isCancelled).toBe(true);
  });

  it('breaks a body off when its signal is aborted', async () => {
    const { state, response } = endless();
    const fetch = localFetch(async () => response);
    const leaving = new AbortController();
    const { body } = await fetch(URL, { signal: leaving.signal });
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
    const next = reader?.read();
    leaving.abort('gone');
    await expect(next).rejects.toBe('gone');
    expect(state.isCancelled).toBe(true);
  });
});
