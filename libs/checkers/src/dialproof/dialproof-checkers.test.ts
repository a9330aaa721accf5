import type { E164 } from '@dialproof/core';
import {
  DIALPROOF_REFUSALS,
  dialproofUpstream,
  type FakeUpstream,
  startFakeUpstream,
  type UpstreamFault,
  type UpstreamReply,
} from '@dialproof/testkit/upstreams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialproofBatchChecker, dialproofChecker, tryDialproof } from './index.js';

// Numbers that are spelt out in E.164 need no reader.
const [APP, DEAD, OPEN, FAILING] = [
  '+14155552671',
  '+442071838750',
  '+41446681800',
  '+390612345678',
] as E164[] as [E164, E164, E164, E164];
const context = { signal: new AbortController().signal };
const token = 'a-token';

const checkedAt = new Date('2026-03-01T10:00:00Z');
const numbers = new Map([
  [APP, 'wa_registered'],
  [DEAD, 'dead'],
  [FAILING, 'failing'],
] as const);
const details = new Map([[DEAD, { source: 'infobip', reason: 'line_dead: GONE, "1"' }]]);

let upstream: FakeUpstream;
beforeEach(async () => {
  upstream = await startFakeUpstream(dialproofUpstream({ token, numbers, details, pollsUntilDone: 3 }));
});
afterEach(() => upstream.close());

const options = () => ({ baseUrl: upstream.baseUrl, token });
const paths = () =>
  upstream.requests.map(({ method, path }) => `${method} ${path.replace('/v1/verify', '')}`);

/** This fault for requests whose path ends so, once. */
function faultAt(ending: string, fault: UpstreamFault): void {
  let isPast = false;
  upstream.fault = ({ path }) => {
    if (isPast || !path.endsWith(ending)) return undefined;
    isPast = true;
    return fault;
  };
}

describe('dialproofChecker', () => {
  it('answers as the service does, with the time of its check', async () => {
    const answer = await dialproofChecker(options()).check(APP, context);
    const checkedAt = new Date('2026-03-01T10:00:00Z');
    expect(answer).toEqual({ status: 'wa_registered', source: 'dialproof', checkedAt });
    expect(upstream.requests).toMatchObject([
      { method: 'POST', path: '/v1/verify', body: `{"phone":"${APP}"}` },
    ]);
    expect(upstream.requests[0]?.headers.authorization).toBe('Bearer a-token');
  });

  it('passes on well-formed sources and reasons of the service', async () => {
    const body = { phone: APP, status: 'dead', checked_at: '2026-03-01T10:00:00.000Z' };
    const answering = (details: object) => {
      upstream.fault = () => ({ kind: 'reply', reply: { status: 200, body: { ...body, ...details } } });
      return dialproofChecker(options()).check(APP, context);
    };
    expect(await answering({ source: 'infobip', reason: 'line_dead: EC_UNKNOWN_SUBSCRIBER' })).toMatchObject({
      source: 'infobip',
      reason: 'line_dead: EC_UNKNOWN_SUBSCRIBER',
    });
    const plain = await answering({ source: 'Ein Anbieter', reason: 7 });
    expect(plain).toMatchObject({ source: 'dialproof' });
    expect(plain).not.toHaveProperty('reason');
  });

  it.each([
    ['unauthorized', { code: 'checker_unauthorized' }],
    ['suspended', { code: 'checker_suspended' }],
    ['outOfFunds', { code: 'checker_out_of_funds' }],
    ['throttled', { code: 'checker_unavailable', retryAfterMs: 3_000 }],
    ['overloaded', { code: 'checker_unavailable', retryAfterMs: 3_000 }],
  ] as const)('tells %s apart', async (refusal, expected) => {
    upstream.fault = () => ({ kind: 'reply', reply: DIALPROOF_REFUSALS[refusal] });
    await expect(dialproofChecker(options()).check(APP, context)).rejects.toMatchObject(expected);
  });

  it('waits for a service whose own upstream refuses it', async () => {
    const reply = { status: 503, body: { detail: 'checker_out_of_funds' } };
    upstream.fault = () => ({ kind: 'reply', reply });
    const check = dialproofChecker(options()).check(APP, context);
    await expect(check).rejects.toHaveProperty('code', 'checker_unavailable');
  });
});

describe('dialproofBatchChecker', () => {
  const create = () => dialproofBatchChecker({ ...options(), pollMs: 1 });

  it('submits each number once, polls and downloads', async () => {
    const answers = await create().checkMany([APP, DEAD, APP, OPEN], context);
    const app = { status: 'wa_registered', source: 'dialproof', checkedAt };
    expect(answers).toEqual([
      app,
      { status: 'dead', source: 'infobip', reason: 'line_dead: GONE, "1"', checkedAt },
      app,
      { status: 'unknown', source: 'dialproof', checkedAt },
    ]);
    const poll = 'GET /tasks/task-0';
    expect(paths()).toEqual(['POST /batch', poll, poll, poll, 'GET /tasks/task-0/download']);
    expect(upstream.requests[0]?.body).toContain(`phone\r\n${APP}\r\n${DEAD}\r\n${OPEN}\r\n`);
    const { query } = upstream.requests[4] ?? {};
    expect(query?.get('neutralize_formulas')).toBe('false');
    expect(query?.get('columns')).toBe('status,source,reason,checked_at');
  });

  it('tells a number whose check failed from one that is unknown', async () => {
    const answers = await create().checkMany([DEAD, OPEN, FAILING], context);
    expect(answers).toMatchObject([{ status: 'dead' }, { status: 'unknown' }, 'check_failed']);
  });

  it('takes the status alone from a service that knows no columns, and no unknown number for an answer where a check failed', async () => {
    await upstream.close();
    upstream = await startFakeUpstream(dialproofUpstream({ token, numbers, isOld: true }));
    const answers = await create().checkMany([DEAD, OPEN, FAILING], context);
    expect(answers).toEqual([{ status: 'dead', source: 'dialproof' }, 'check_failed', 'check_failed']);
    expect(paths().filter((path) => path.endsWith('/download'))).toHaveLength(2);
  });

  it('leaves out details that are malformed', async () => {
    const body = [
      'phone,verification_status,verification_source,verification_reason,verification_checked_at',
      `${DEAD},dead,Their Source,${'x'.repeat(61)},yesterday`,
      `${APP},dead,infobip`,
      // Nothing of a line that is far too long is looked at.
      `${OPEN},dead,infobip,"${'""'.repeat(5_000)}",`,
      '',
    ].join('\n');
    faultAt('/download', { kind: 'reply', reply: { status: 200, body } });
    expect(await create().checkMany([DEAD, APP, OPEN], context)).toEqual([
      { status: 'dead', source: 'dialproof' },
      'check_failed',
      'check_failed',
    ]);
  });

  it.each<[string, UpstreamFault]>([
    ['breaks off', { kind: 'closed' }],
    [
      'is refused for a while',
      { kind: 'reply', reply: { status: 429, headers: { 'retry-after': '0' }, body: {} } },
    ],
    ['is no answer', { kind: 'not_json' }],
  ])('continues after a poll that %s', async (_what, fault) => {
    faultAt('/task-0', fault);
    expect(await create().checkMany([DEAD], context)).toMatchObject([{ status: 'dead' }]);
  });

  it('cancels the task when its polls go on failing', async () => {
    upstream.fault = ({ path }) => (path.endsWith('/task-0') ? { kind: 'closed' } : undefined);
    await expect(create().checkMany([DEAD], context)).rejects.toMatchObject({
      name: 'UpstreamFailure',
      mayBeCharged: true,
    });
    await expect.poll(() => paths()).toContain('POST /tasks/task-0/cancel');
    expect(paths().filter((path) => path === 'GET /tasks/task-0')).toHaveLength(6);
  });

  it('reports that a task may have been charged, whatever its later outcome', async () => {
    const refused = (reply: UpstreamReply) => {
      upstream.fault = ({ path }) => (path.endsWith('/download') ? { kind: 'reply', reply } : undefined);
      return create().checkMany([DEAD], context);
    };
    await expect(refused({ status: 404, body: {} })).rejects.toHaveProperty('mayBeCharged', true);
    await expect(refused(DIALPROOF_REFUSALS.overloaded)).rejects.toMatchObject({
      code: 'checker_unavailable',
      mayBeCharged: true,
    });
  });

  it('cancels the task when its call is aborted', async () => {
    const controller = new AbortController();
    upstream.fault = ({ path }) => (path.endsWith('/task-0') ? { kind: 'stalled' } : undefined);
    const check = create().checkMany([DEAD], { signal: controller.signal });
    const rejected = expect(check).rejects.toThrow('too slow');
    await expect.poll(() => paths()).toContain('GET /tasks/task-0');
    controller.abort(new Error('too slow'));
    await rejected;
    await expect.poll(() => paths()).toContain('POST /tasks/task-0/cancel');
  });

  it('fails when the task does', async () => {
    faultAt('/task-0', {
      kind: 'reply',
      reply: { status: 200, body: { status: 'failed', checks_failed: 0 } },
    });
    await expect(create().checkMany([DEAD], context)).rejects.toThrow('has not finished the task');
  });

  it.each<[string, UpstreamFault]>([
    ['breaks off', { kind: 'truncated' }],
    ['is another file', { kind: 'not_json' }],
    ['is refused', { kind: 'reply', reply: { status: 409, body: { detail: 'task_not_done' } } }],
    ['is too long', { kind: 'huge', isAnnounced: false, status: 200 }],
  ])('fails when the download %s', async (_what, fault) => {
    faultAt('/download', fault);
    await expect(create().checkMany([DEAD], context)).rejects.toHaveProperty('name', 'UpstreamFailure');
  });

  it.each([
    [{ numbersPerTask: 0 }, RangeError],
    [{ numbersPerTask: 100_001 }, RangeError],
    [{ pollMs: 0 }, TypeError],
    [{ pollMs: Number.NaN }, TypeError],
  ])('refuses the options %o', (wrong, expected) => {
    expect(() => dialproofBatchChecker({ ...options(), ...wrong })).toThrow(expected);
  });
});

describe('tryDialproof', () => {
  it('asks for the credits, and verifies nothing', async () => {
    await tryDialproof(options(), context.signal);
    expect(upstream.requests).toMatchObject([{ method: 'GET', path: '/v1/credits' }]);
    const wrong = tryDialproof({ ...options(), token: 'another-one' }, context.signal);
    await expect(wrong).rejects.toHaveProperty('code', 'checker_unauthorized');
  });
});
