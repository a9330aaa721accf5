import { describe, expect, it, onTestFinished } from 'vitest';
import { DialproofClient } from '../dialproof-client.js';
import { HurriedClock } from '../fixtures/hurried-clock.fixture.js';
import type { UploadProgress } from './upload-file.js';

/** What a page has, as far as the client uses it. */
class PageXhr extends EventTarget {
  static readonly sent: PageXhr[] = [];
  static answer: (request: PageXhr) => void = () => {};
  readonly upload = new EventTarget();
  readonly headers = new Headers();
  status = 0;
  statusText = '';
  responseText = '';
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

  tell(loaded: number, total: number): void {
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { loaded, total, lengthComputable: true }),
    );
  }

  reply(status: number, body: object): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}

/** A client as a page has it: with the runtime's own `fetch`, and an XMLHttpRequest that is answered like this. */
function clientOfPage(answer: (request: PageXhr) => void) {
  const before = Reflect.get(globalThis, 'XMLHttpRequest');
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
    else Reflect.set(globalThis, 'XMLHttpRequest', before);
  });
  Reflect.set(globalThis, 'XMLHttpRequest', PageXhr);
  PageXhr.answer = answer;
  PageXhr.sent.length = 0;
  const clock = new HurriedClock();
  return new DialproofClient({ baseUrl: '/phones', token: 'a-token', credentials: 'include', clock });
}

const FILE = { name: 'people.csv', content: () => new Blob(['phone\n']).stream() };

describe('an upload of a page', () => {
  it('tells how much has left, and answers as any other', async () => {
    const seen: UploadProgress[] = [];
    const client = clientOfPage((request) => {
      request.tell(10, 200);
      request.reply(202, { task_id: 'one', total: 1, status: 'queued' });
    });
    const task = await client.submit(FILE, {}, { onProgress: (now) => seen.push(now) });
    expect([task.id, task.total, seen]).toEqual(['one', 1, [{ sentBytes: 10, totalBytes: 200 }]]);
    const [request] = PageXhr.sent;
    expect(request?.opened).toEqual(['POST', '/phones/v1/verify/batch']);
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

  it('ends when the caller gives up', async () => {
    const caller = new AbortController();
    const client = clientOfPage(() => caller.abort(new RangeError('left')));
    const submitted = client.submit(FILE, {}, { onProgress: () => {}, signal: caller.signal });
    await expect(submitted).rejects.toThrow(RangeError);
  });
});
