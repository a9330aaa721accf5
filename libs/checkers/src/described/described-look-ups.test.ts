import type { E164 } from '@dialproof/core';
import { type FakeUpstream, startFakeUpstream, type UpstreamReply } from '@dialproof/testkit/upstreams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../upstream/upstream-subjects.fixture.js';
import { describedChecker } from './index.js';

// A number that is spelt out in E.164 needs no reader.
const NUMBER = '+41791234501' as E164;
const KEY = 'a-secret';

let upstream: FakeUpstream;
/** The replies to polls, in their order; the last one for all others. */
let polls: UpstreamReply[];
let submitted: UpstreamReply;

beforeEach(async () => {
  submitted = { status: 201, body: { id: 'look-up/7', state: 'sent' } };
  polls = [];
  upstream = await startFakeUpstream(({ method }) => {
    if (method === 'POST') return submitted;
    const [reply = ENDED] = polls.length > 1 ? polls.splice(0, 1) : polls;
    return reply;
  });
});
afterEach(() => upstream.close());

const PENDING: UpstreamReply = { status: 200, body: { id: 'look-up/7', state: 'sent' } };
const ENDED: UpstreamReply = { status: 200, body: { id: 'look-up/7', state: 'up' } };
const BROKEN: UpstreamReply = { status: 502, body: {} };
const LIVE = [{ status: 'unknown', reason: 'line_live: up', source: 'later' }];

const checker = (refusals: readonly object[] = []) =>
  describedChecker(
    {
      name: 'later',
      request: {
        method: 'POST',
        url: `${upstream.baseUrl}/look-ups`,
        headers: { authorization: 'Key {secret.key}' },
        json: { phone: '{number}' },
      },
      poll: {
        url: `${upstream.baseUrl}/look-ups/{id}`,
        id: 'id',
        pending: { path: 'state', values: ['sent'] },
        everySeconds: 0.1,
      },
      answer: { status: [{ path: 'state', values: { up: 'line_live' } }] },
      refusals,
    },
    { secrets: { key: KEY } },
  );
const sent = (method: string) => upstream.requests.filter((request) => request.method === method);

describe('a look-up that ends later', () => {
  it('is submitted once and polled until it has ended', async () => {
    polls = [PENDING, PENDING, ENDED];
    expect(await ask(checker(), [NUMBER])).toEqual(LIVE);
    expect(sent('POST')).toMatchObject([{ body: JSON.stringify({ phone: NUMBER }) }]);
    expect(sent('GET').map(({ path }) => path)).toEqual(Array(3).fill('/look-ups/look-up/7'));
    expect(sent('GET')[0]?.headers.authorization).toBe(`Key ${KEY}`);
  });

  it('is not polled when its submission has the result', async () => {
    submitted = ENDED;
    expect(await ask(checker(), [NUMBER])).toEqual(LIVE);
    expect(sent('GET')).toEqual([]);
  });

  it('outlasts some polls that fail', async () => {
    polls = [BROKEN, { status: 429, body: {} }, PENDING, BROKEN, ENDED];
    expect(await ask(checker(), [NUMBER])).toEqual(LIVE);
    expect(sent('POST')).toHaveLength(1);
  });

  it('is not submitted again by the next check of its number', async () => {
    polls = [BROKEN];
    const one = checker();
    await expect(ask(one, [NUMBER])).rejects.toMatchObject({ name: 'UpstreamFailure', mayBeCharged: true });
    expect(sent('GET')).toHaveLength(6);
    polls = [ENDED];
    expect(await ask(one, [NUMBER])).toEqual(LIVE);
    expect(sent('POST')).toHaveLength(1);
    // It has ended, so this is another one.
    await ask(one, [NUMBER]);
    expect(sent('POST')).toHaveLength(2);
  });

  it('is polled by the next check when nobody waits for this one', async () => {
    polls = [PENDING];
    const one = checker();
    const gone = new AbortController();
    const first = ask(one, [NUMBER], gone.signal);
    await expect.poll(() => sent('GET').length).toBeGreaterThan(0);
    gone.abort(new Error('nobody waits'));
    await expect(first).rejects.toThrow('nobody waits');
    polls = [ENDED];
    expect(await ask(one, [NUMBER])).toEqual(LIVE);
    expect(sent('POST')).toHaveLength(1);
  });

  it('is submitted again when it is gone', async () => {
    polls = [{ status: 404, body: {} }];
    const one = checker();
    await expect(ask(one, [NUMBER])).rejects.toMatchObject({ name: 'UpstreamFailure', mayBeCharged: true });
    expect(sent('GET')).toHaveLength(1);
    polls = [ENDED];
    expect(await ask(one, [NUMBER])).toEqual(LIVE);
    expect(sent('POST')).toHaveLength(2);
  });

  it('is answered by an HTTP status that the description lists', async () => {
    polls = [PENDING, { status: 404, body: {} }];
    const dead = { status: 'dead', reason: 'line_dead: HTTP 404', source: 'later' };
    expect(await ask(checker([{ httpStatus: [404], means: 'line_dead' }]), [NUMBER])).toEqual([dead]);
    expect(sent('GET')).toHaveLength(2);
  });

  it('says that it may be charged when the credentials are refused later', async () => {
    polls = [{ status: 401, body: {} }];
    const error = { code: 'checker_unauthorized', mayBeCharged: true };
    await expect(ask(checker(), [NUMBER])).rejects.toMatchObject(error);
  });

  it('needs an id', async () => {
    submitted = { status: 201, body: { state: 'sent' } };
    await expect(ask(checker(), [NUMBER])).rejects.toThrow('later answered a submission without an id');
  });
});
