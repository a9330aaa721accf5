import { inspect } from 'node:util';
import { type E164, isBulkNumberChecker, isDialproofError, OUTAGE_REASONS } from '@dialproof/core';
import {
  type FakeUpstream,
  type FakeUpstreamOptions,
  selfSignedCertificate,
  startFakeUpstream,
  type UpstreamFault,
} from '@dialproof/testkit/upstreams';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fetch } from './upstream.js';
import {
  ask,
  SECRET,
  statusIn,
  UPSTREAM_SUBJECTS,
  type UpstreamSubject,
} from './upstream-subjects.fixture.js';

const NOW = '2026-11-22T10:00:00Z';
const A_MINUTE_LATER = 'Sun, 22 Nov 2026 10:01:00 GMT';

const opened: FakeUpstream[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((upstream) => upstream.close()));
});

async function start(subject: UpstreamSubject, options: FakeUpstreamOptions = {}): Promise<FakeUpstream> {
  const upstream = await startFakeUpstream(subject.upstream(), options);
  opened.push(upstream);
  return upstream;
}

/** A reply of a few words that quotes the secret and a number wherever a vendor may have a word for the failure. */
function refusal(status: number, headers: Record<string, string> = {}): UpstreamFault {
  const word = `${SECRET} +14155552671`;
  const body = {
    code: word,
    error: word,
    detail: word,
    message: word,
    requestError: { serviceException: { messageId: SECRET, text: word } },
  };
  return { kind: 'reply', reply: { status, headers, body } };
}

/** How many bytes of a body are read for one number. */
function limitOf(fault: UpstreamFault): number {
  if (fault.kind !== 'huge') return 1_048_576 + 8_192;
  if (fault.isAnnounced) return 0;
  return fault.status === 200 ? 1_048_576 + 8_192 : 16_384;
}

/** What a rejection is about: one of the codes of an outage, or a failed check. */
interface Rejection {
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
}

const FAILED: Rejection = { code: undefined, retryAfterMs: undefined };
/** Its numbers cannot be the reason: a bulk call is made again as it is. */
const WITHOUT_BLAME: Rejection = { code: undefined, retryAfterMs: 0 };

const REJECTED: readonly (readonly [what: string, fault: UpstreamFault, rejection: Rejection])[] = [
  ['429', refusal(429), WITHOUT_BLAME],
  [
    '429 for some seconds',
    refusal(429, { 'retry-after': '7' }),
    { code: 'checker_unavailable', retryAfterMs: 7_000 },
  ],
  [
    '429 until a date',
    refusal(429, { 'retry-after': A_MINUTE_LATER }),
    { code: 'checker_unavailable', retryAfterMs: 60_000 },
  ],
  ['429 until nonsense', refusal(429, { 'retry-after': '-1 soon' }), WITHOUT_BLAME],
  ['500', refusal(500), FAILED],
  ['500 for some seconds', refusal(500, { 'retry-after': '7' }), { code: undefined, retryAfterMs: 7_000 }],
  [
    '502 from a proxy',
    { kind: 'reply', reply: { status: 502, body: '<html>Bad Gateway</html>' } },
    WITHOUT_BLAME,
  ],
  ['503', refusal(503), WITHOUT_BLAME],
  ['504', refusal(504), WITHOUT_BLAME],
  [
    '503 for some seconds',
    refusal(503, { 'retry-after': '7' }),
    { code: 'checker_unavailable', retryAfterMs: 7_000 },
  ],
  ['401', refusal(401), { code: 'checker_unauthorized', retryAfterMs: undefined }],
  ['403', refusal(403), { code: 'checker_unauthorized', retryAfterMs: undefined }],
  ['402', refusal(402), { code: 'checker_out_of_funds', retryAfterMs: undefined }],
  ['400', refusal(400), FAILED],
  ['413', refusal(413), FAILED],
  ['422', refusal(422), FAILED],
  ['a body that ends early', { kind: 'truncated' }, WITHOUT_BLAME],
  ['a connection that is closed', { kind: 'closed' }, WITHOUT_BLAME],
  ['a body of 100 MB', { kind: 'huge', isAnnounced: false, status: 200 }, FAILED],
  ['an announced body of 100 MB', { kind: 'huge', isAnnounced: true, status: 200 }, FAILED],
  ['500 with 100 MB', { kind: 'huge', isAnnounced: false, status: 500 }, FAILED],
  ['a compressed bomb', { kind: 'bomb' }, FAILED],
  ['an empty body', { kind: 'empty' }, WITHOUT_BLAME],
  ['a page', { kind: 'not_json' }, WITHOUT_BLAME],
  ['null', { kind: 'body', change: 'nothing' }, FAILED],
  ['a list around the answer', { kind: 'body', change: 'nested' }, FAILED],
];

describe.each(UPSTREAM_SUBJECTS)('$name', (subject) => {
  const numbers = subject.answers.map(([number]) => number);
  const statuses = subject.answers.map(([, status]) => status);
  const isBulk = isBulkNumberChecker(subject.create({ baseUrl: 'https://upstream.example' }));

  it('answers', async () => {
    const { baseUrl } = await start(subject);
    const answers = await ask(subject.create({ baseUrl }), numbers);
    expect(answers.map(statusIn)).toEqual(statuses);
  });

  it.each(REJECTED)('takes %s for what it is', async (_what, fault, rejection) => {
    const { fetch, bytes } = countedFetch();
    const { baseUrl } = await start(subject, { fault: () => fault });
    await expectRejection(ask(subject.create({ baseUrl, fetch }), numbers.slice(0, 1)), rejection);
    // What is under way when the limit is passed are two pieces of 64 kB.
    expect(bytes()).toBeLessThan(limitOf(fault) + 200_000);
  });

  it.each(['slow', 'gzip'] as const)('waits for a reply that is %s', async (kind) => {
    const { baseUrl } = await start(subject, { fault: () => ({ kind }) });
    const answers = await ask(subject.create({ baseUrl }), numbers);
    expect(answers.map(statusIn)).toEqual(statuses);
  });

  it.each(['stalled', 'stalled_body'] as const)('stops waiting for a reply that is %s', async (kind) => {
    const controller = new AbortController();
    const upstream = await start(subject, { fault: () => ({ kind }) });
    const check = ask(subject.create({ baseUrl: upstream.baseUrl }), numbers.slice(0, 1), controller.signal);
    const rejected = expect(check).rejects.toThrow('nobody waits');
    await expect.poll(() => upstream.requests).toHaveLength(1);
    controller.abort(new Error('nobody waits'));
    await rejected;
  });

  it('asks nothing under a signal that is aborted already', async () => {
    const upstream = await start(subject);
    const signal = AbortSignal.abort(new Error('too late'));
    const check = ask(subject.create({ baseUrl: upstream.baseUrl }), numbers.slice(0, 1), signal);
    await expect(check).rejects.toThrow('too late');
    expect(upstream.requests).toHaveLength(0);
  });

  it('follows no redirect', async () => {
    const elsewhere = await start(subject);
    const { baseUrl } = await start(subject, { fault: () => ({ kind: 'redirect', to: elsewhere.baseUrl }) });
    await expectRejection(ask(subject.create({ baseUrl }), numbers.slice(0, 1)), FAILED);
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('says nothing to a server whose certificate does not fit', async () => {
    const upstream = await start(subject, { tls: selfSignedCertificate('upstream.example') });
    await expectRejection(
      ask(subject.create({ baseUrl: upstream.baseUrl }), numbers.slice(0, 1)),
      WITHOUT_BLAME,
    );
    expect(upstream.requests).toHaveLength(0);
  });

  it('fails where nobody listens', async () => {
    const { baseUrl, close } = await startFakeUpstream(subject.upstream()).then(async (upstream) => ({
      baseUrl: upstream.baseUrl,
      close: () => upstream.close(),
    }));
    await close();
    await expectRejection(ask(subject.create({ baseUrl }), numbers.slice(0, 1)), WITHOUT_BLAME);
  });

  it('says that the upstream refuses another secret', async () => {
    const { baseUrl } = await start(subject);
    const check = ask(subject.create({ baseUrl, secret: 'a-secret-of-last-year' }), numbers.slice(0, 1));
    await expectRejection(check, { code: 'checker_unauthorized', retryAfterMs: undefined });
  });

  it('refuses an address that would send the secret in the open', () => {
    expect(() => subject.create({ baseUrl: 'http://upstream.example' })).toThrow(TypeError);
  });

  it('takes other types for a failed check, or for the same answer', async () => {
    const { baseUrl } = await start(subject, { fault: () => ({ kind: 'body', change: 'wrong_types' }) });
    const check = ask(subject.create({ baseUrl }), numbers.slice(0, 1));
    const answers = await check.catch(() => undefined);
    if (answers === undefined) await expectRejection(check, FAILED);
    // Of a bulk reply, the list itself has the right type. Descriptions compare the text of a value.
    else expect(['check_failed', statuses[0]]).toContain(answers.map(statusIn)[0]);
  });

  if (!isBulk) return;

  it.each(['reordered', 'extra', 'duplicate'] as const)('understands a reply that is %s', async (change) => {
    const { baseUrl } = await start(subject, { fault: () => ({ kind: 'body', change }) });
    const answers = await ask(subject.create({ baseUrl }), numbers);
    expect(answers.map(statusIn)).toEqual(statuses);
  });

  it('fails the check of a number that is left out, and of no other', async () => {
    const { baseUrl } = await start(subject, { fault: () => ({ kind: 'body', change: 'missing' }) });
    const answers = await ask(subject.create({ baseUrl }), numbers);
    expect(answers.map(statusIn)).toEqual(['check_failed', ...statuses.slice(1)]);
  });

  it('fails the check of a number about which two answers differ', async () => {
    const { baseUrl } = await start(subject, { fault: () => ({ kind: 'body', change: 'contradiction' }) });
    expect(await ask(subject.create({ baseUrl }), numbers)).toEqual(numbers.map(() => 'check_failed'));
  });
});

async function expectRejection(check: Promise<unknown>, { code, retryAfterMs }: Rejection): Promise<void> {
  const error = await check.then(
    (answers) => expect.fail(`answered ${JSON.stringify(answers)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  expect(error).toHaveProperty('message');
  const outage = OUTAGE_REASONS.find((reason) => isDialproofError(error, reason));
  expect(outage, inspect(error)).toBe(code);
  expect((error as { retryAfterMs?: number }).retryAfterMs).toBe(retryAfterMs);
  if (outage !== undefined) expect((error as { hint?: string }).hint).toBeTruthy();
  expectNothingLeaked(error);
}

const NUMBERS: readonly E164[] = UPSTREAM_SUBJECTS.flatMap(({ answers }) =>
  answers.map(([number]) => number),
);

/** Neither a secret nor a number stands in an error, nor in what it hangs on. */
function expectNothingLeaked(error: unknown): void {
  const told = inspect(error, { depth: 20, showHidden: true, maxStringLength: null });
  expect(told).not.toMatch(/\b(?:Basic|Bearer|App) \S/);
  for (const secret of [SECRET, 'a-secret-of-last-year', Buffer.from(SECRET).toString('base64')]) {
    expect(told).not.toContain(secret);
  }
  for (const number of NUMBERS) expect(told).not.toContain(number.slice(1));
}

/** A `fetch` that counts the bytes that are taken from bodies, as they are after decompression. */
function countedFetch(): { readonly fetch: Fetch; readonly bytes: () => number } {
  let bytes = 0;
  const fetch: Fetch = async (url, init) => {
    const response = await globalThis.fetch(url, init);
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    const { body, headers, status } = response;
    return new Response(body?.pipeThrough(counter) ?? null, { headers, status });
  };
  return { fetch, bytes: () => bytes };
}
