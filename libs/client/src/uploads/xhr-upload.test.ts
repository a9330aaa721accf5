import { describe, expect, it, onTestFinished } from 'vitest';
import { DialproofClient } from '../dialproof-client.js';
import { HurriedClock } from '../fixtures/hurried-clock.fixture.js';
import type { UploadProgress } from './upload-file.js';

/** The globals of a page that the client uses. */
class PageXhr extends EventTarget {
  static readonly sent: PageXhr[] = [];
  static answer: (request: PageXhr) => void = () => {};
  readonly upload = new EventTarget();
  readonly headers = new Headers();
  status = 0;
  statusText = '';
  responseText = '';
  responseURL = '';
  withCredentials = false;
  opened: readonly string[] = [];
  body: FormData | undefined;

  open(...opened: readonly string[]): void {
    this.opened = opened;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  send(body: FormData): void {
    this.body = body;
    PageXhr.sent.push(this);
    queueMicrotask(() => PageXhr.answer(this));
  }

  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }

  getAllResponseHeaders(): string {
    return 'content-type: application/json\r\nx-request-id: r-1\r\n';
  }

  reportProgress(loaded: number, total: number): void {
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { loaded, total, lengthComputable: true }),
    );
  }

  reply(status: number, body: object): void {
    this.status = status;
    this.responseURL ||= this.opened[1] ?? '';
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}

const API = 'https://api.example/phones';

/** The answers of the page's own `fetch`, and its requests. */
type PageFetch = (url: string, init: RequestInit) => Promise<Response>;

const noRedirect: PageFetch = async () =>
  new Response(null, { status: 204, headers: { allow: 'POST, OPTIONS' } });

/** A client in a page: with the runtime's own `fetch`, and an XMLHttpRequest with this answer. */
function clientOfPage(answer: (request: PageXhr) => void, pageFetch = noRedirect) {
  replaceGlobal('XMLHttpRequest', PageXhr);
  replaceGlobal('fetch', pageFetch);
  PageXhr.answer = answer;
  PageXhr.sent.length = 0;
  const clock = new HurriedClock();
  return new DialproofClient({ baseUrl: API, token: 'a-token', credentials: 'include', clock });
}

function replaceGlobal(name: string, value: unknown): void {
  const before = Reflect.get(globalThis, name);
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, name);
    else Reflect.set(globalThis, name, before);
  });
  Reflect.set(globalThis, name, value);
}

const FILE = { name: 'people.csv', content: () => new Blob(['phone\n']).stream() };

describe('an upload of a page', () => {
  it('reports the sent bytes, and answers like any other', async () => {
    const seen: UploadProgress[] = [];
    const client = clientOfPage((request) => {
      request.reportProgress(10, 200);
      request.reply(202, { task_id: 'one', total: 1, status: 'queued' });
    });
    const task = await client.submit(FILE, {}, { onProgress: (now) => seen.push(now) });
    expect([task.id, task.total, seen]).toEqual(['one', 1, [{ sentBytes: 10, totalBytes: 200 }]]);
    const [request] = PageXhr.sent;
    expect(request?.opened).toEqual(['POST', `${API}/v1/verify/batch`]);
    expect(request?.headers.get('authorization')).toBe('Bearer a-token');
    expect(request?.withCredentials).toBe(true);
    const uploaded = request?.body?.get('file');
    expect(uploaded instanceof File && (await uploaded.text())).toBe('phone\n');
  });

  it('is repeated when the connection broke', async () => {
    let tries = 0;
    const client = clientOfPage((request) => {
      tries += 1;
      if (tries === 1) request.dispatchEvent(new Event('error'));
      else request.reply(202, { task_id: 'one', total: 1, status: 'queued' });
    });
    await client.submit(FILE, {}, { onProgress: () => {} });
    const keys = PageXhr.sent.map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('is refused with the code of the reply', async () => {
    const client = clientOfPage((request) => request.reply(402, { detail: 'insufficient_credits' }));
    const submitted = client.submit(FILE, {}, { onProgress: () => {} });
    await expect(submitted).rejects.toMatchObject({ code: 'insufficient_credits', requestId: 'r-1' });
  });

  it('does not send the file to an address that redirects', async () => {
    const asked: RequestInit[] = [];
    const client = clientOfPage(
      () => {},
      async (_url, init) => {
        asked.push(init);
        // Browsers hide the status and the address of a redirect that they do not follow.
        return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
      },
    );
    const submitted = client.submit(FILE, {}, { onProgress: () => {} });
    await expect(submitted).rejects.toMatchObject({
      code: 'unexpected_reply',
      hint: expect.stringContaining('the server redirects'),
    });
    expect(PageXhr.sent).toEqual([]);
    expect(asked.map(({ method, redirect, credentials }) => [method, redirect, credentials])).toEqual([
      ['OPTIONS', 'manual', 'include'],
    ]);
    const headers = new Headers(asked[0]?.headers);
    expect(headers.get('authorization')).toBe('Bearer a-token');
    expect(headers.has('idempotency-key')).toBe(false);
  });

  it('fails if only the upload was redirected', async () => {
    const client = clientOfPage((request) => {
      request.responseURL = 'https://b.example/v1/verify/batch';
      request.reply(202, { task_id: 'one', total: 1, status: 'queued' });
    });
    const submitted = client.submit(FILE, {}, { onProgress: () => {} });
    await expect(submitted).rejects.toMatchObject({
      code: 'unexpected_reply',
      hint: expect.stringContaining('https://b.example/v1/verify/batch'),
    });
  });

  it('is sent if it is unknown whether the address redirects', async () => {
    const client = clientOfPage(
      (request) => request.reply(202, { task_id: 'one', total: 1, status: 'queued' }),
      () => Promise.reject(new TypeError('Failed to fetch')),
    );
    expect((await client.submit(FILE, {}, { onProgress: () => {} })).id).toBe('one');
  });

  it('does not begin if the caller gives up before', async () => {
    const caller = new AbortController();
    const client = clientOfPage(
      () => {},
      (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          caller.abort(new RangeError('left'));
        }),
    );
    const submitted = client.submit(FILE, {}, { onProgress: () => {}, signal: caller.signal });
    await expect(submitted).rejects.toThrow(RangeError);
    expect(PageXhr.sent).toEqual([]);
  });

  it('ends when the caller gives up', async () => {
    const caller = new AbortController();
    const client = clientOfPage(() => caller.abort(new RangeError('left')));
    const submitted = client.submit(FILE, {}, { onProgress: () => {}, signal: caller.signal });
    await expect(submitted).rejects.toThrow(RangeError);
  });
});
