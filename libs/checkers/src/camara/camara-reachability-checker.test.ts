import type { E164 } from '@dialproof/core';
import {
  CAMARA_REFUSALS,
  type CamaraDevice,
  camaraUpstream,
  type FakeUpstream,
  startFakeUpstream,
} from '@dialproof/testkit/upstreams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CamaraOptions, camaraReachabilityChecker } from './index.js';

// Numbers that are spelt out in E.164 need no reader.
const number = (text: string) => text as E164;
const context = { signal: new AbortController().signal };
const accessToken = 'an-access-token';
const STATUS_TIME = new Date('2026-03-01T10:00:00Z');

const DEVICES: ReadonlyMap<string, CamaraDevice> = new Map([
  ['+41791234501', 'data'],
  ['+41791234502', 'sms'],
  ['+41791234503', 'in_service'],
  ['+41791234504', 'off'],
  ['+41791234505', 'barred'],
] as const);

let upstream: FakeUpstream;
beforeEach(async () => {
  upstream = await startFakeUpstream(camaraUpstream({ accessToken, devices: DEVICES }));
});
afterEach(() => upstream.close());

const create = (options: Partial<CamaraOptions> = {}) =>
  camaraReachabilityChecker({ baseUrl: upstream.baseUrl, accessToken, ...options });

describe('camaraReachabilityChecker', () => {
  it.each([
    ['+41791234501', 'unknown', 'line_live: reachable DATA SMS'],
    ['+41791234502', 'unknown', 'line_live: reachable SMS'],
    ['+41791234503', 'unknown', 'line_live: reachable'],
    ['+41791234504', 'inactive', 'line_absent: not reachable'],
  ])('reads the reachability of %s as %s', async (phone, status, reason) => {
    const answer = await create().check(number(phone), context);
    expect(answer).toEqual({ status, reason, source: 'camara', checkedAt: STATUS_TIME });
    expect(upstream.requests).toMatchObject([
      {
        method: 'POST',
        path: '/device-reachability-status/v1/retrieve',
        body: `{"device":{"phoneNumber":"${phone}"}}`,
      },
    ]);
  });

  it.each([
    ['+41791234504', 'unknown', 'line_live: in active, out active, data active'],
    ['+41791234505', 'inactive', 'line_absent: in suspended, out suspended, data suspended'],
  ])('reads the subscription of %s as %s', async (phone, status, reason) => {
    const answer = await create({ asks: 'subscription' }).check(number(phone), context);
    expect(answer).toEqual({ status, reason, source: 'camara' });
    expect(upstream.requests).toMatchObject([
      {
        path: '/subscription-status/v0.1/retrive-subscription-status',
        body: `{"phoneNumber":"${phone}"}`,
      },
    ]);
  });

  it.each([
    ['notFound', 'line_unclear: IDENTIFIER_NOT_FOUND'],
    ['notApplicable', 'line_unclear: SERVICE_NOT_APPLICABLE'],
  ] as const)('takes %s for a number of another operator', async (refusal, reason) => {
    upstream.fault = () => ({ kind: 'reply', reply: CAMARA_REFUSALS[refusal] });
    const answer = await create().check(number('+41791234501'), context);
    expect(answer).toEqual({ status: 'unknown', reason, source: 'camara' });
  });

  it.each([
    ['unauthorized', 'checker_unauthorized'],
    ['forbidden', 'checker_unauthorized'],
    ['quotaExceeded', 'checker_unavailable'],
    ['throttled', undefined],
  ] as const)('tells %s apart', async (refusal, code) => {
    upstream.fault = () => ({ kind: 'reply', reply: CAMARA_REFUSALS[refusal] });
    const error: unknown = await create()
      .check(number('+41791234501'), context)
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as { code?: string }).code).toBe(code);
  });

  it('leaves out a time that has not come yet', async () => {
    const body = { reachable: true, lastStatusTime: '2999-01-01T00:00:00Z' };
    upstream.fault = () => ({ kind: 'reply', reply: { status: 200, body } });
    expect(await create().check(number('+41791234501'), context)).not.toHaveProperty('checkedAt');
  });

  it('asks where it is told to', async () => {
    const path = '/subscription-status/v0.2/retrieve-subscription-status';
    await create({ asks: 'subscription', path })
      .check(number('+41791234501'), context)
      .catch(() => {});
    expect(upstream.requests[0]?.path).toBe(path);
  });

  it.each([{ asks: 'both' as 'subscription' }, { path: 'retrieve' }, { path: '//elsewhere.example@' }])(
    'refuses the options %o',
    (wrong) => {
      expect(() => create(wrong)).toThrow(TypeError);
    },
  );
});
