import { type E164, ManualClock } from '@dialproof/core';
import {
  type FakeUpstream,
  startFakeUpstream,
  TELEGRAM_GATEWAY_REFUSALS,
  telegramGatewayUpstream,
  type UpstreamFault,
} from '@dialproof/testkit/upstreams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TelegramGatewayOptions, telegramGatewayChecker } from './index.js';

// Numbers that are spelt out in E.164 need no reader.
const [REACHABLE, ABSENT, INVALID] = ['+41791234501', '+41791234502', '+41791234503'] as E164[] as [
  E164,
  E164,
  E164,
];
const context = { signal: new AbortController().signal };
const accessToken = 'an-access-token';

let upstream: FakeUpstream;
beforeEach(async () => {
  const numbers = new Map([
    [REACHABLE, 'reachable'],
    [INVALID, 'PHONE_NUMBER_INVALID'],
  ]);
  upstream = await startFakeUpstream(telegramGatewayUpstream({ accessToken, numbers }));
});
afterEach(() => upstream.close());

const create = (options: Partial<TelegramGatewayOptions> = {}) =>
  telegramGatewayChecker({
    ownersOfAllNumbersHaveConsented: true,
    accessToken,
    baseUrl: upstream.baseUrl,
    ...options,
  });

const reply = (status: number, body: unknown): UpstreamFault => ({ kind: 'reply', reply: { status, body } });

describe('telegramGatewayChecker', () => {
  it('does not exist without the statement that the owners have consented', () => {
    for (const stated of [false, undefined, 'yes']) {
      expect(() => create({ ownersOfAllNumbersHaveConsented: stated as true })).toThrow('consent');
    }
  });

  it.each([
    [REACHABLE, { status: 'telegram_registered', source: 'telegram-gateway' }],
    [
      ABSENT,
      { status: 'unknown', reason: 'app_absent: PHONE_NUMBER_NOT_AVAILABLE', source: 'telegram-gateway' },
    ],
    [INVALID, { status: 'unknown', reason: 'app_absent: PHONE_NUMBER_INVALID', source: 'telegram-gateway' }],
  ])('reads the answer about %s', async (phone, answer) => {
    expect(await create().check(phone, context)).toEqual(answer);
    expect(upstream.requests).toMatchObject([
      { method: 'POST', path: '/checkSendAbility', body: `{"phone_number":"${phone}"}` },
    ]);
    expect(upstream.requests[0]?.headers.authorization).toBe('Bearer an-access-token');
  });

  it.each([
    ['unauthorized', { code: 'checker_unauthorized' }],
    ['outOfFunds', { code: 'checker_out_of_funds' }],
    ['throttled', { code: 'checker_unavailable', retryAfterMs: 7_000 }],
  ] as const)('says when it is %s', async (refusal, expected) => {
    upstream.fault = () => ({ kind: 'reply', reply: TELEGRAM_GATEWAY_REFUSALS[refusal] });
    await expect(create().check(REACHABLE, context)).rejects.toMatchObject(expected);
  });

  describe('a call that was sent and may have been charged', () => {
    it.each<[string, UpstreamFault]>([
      ['breaks off', { kind: 'closed' }],
      ['ends within the answer', { kind: 'truncated' }],
      ['is answered by a proxy alone', reply(502, 'Bad Gateway')],
      ['is answered with a page', { kind: 'not_json' }],
      ['is answered with another number', reply(200, { ok: true, result: { phone_number: '41791234599' } })],
      ['is answered with too much', { kind: 'huge', isAnnounced: true, status: 200 }],
    ])('is not repeated when it %s', async (_what, fault) => {
      const checker = create();
      upstream.fault = (_request, position) => (position === 0 ? fault : undefined);
      await expect(checker.check(REACHABLE, context)).rejects.toMatchObject({
        name: 'UpstreamFailure',
        mayBeCharged: true,
      });
      await expect(checker.check(REACHABLE, context)).rejects.toMatchObject({
        message: expect.stringContaining('may have charged'),
        mayBeCharged: false,
      });
      expect(upstream.requests).toHaveLength(1);
      expect(await checker.check(ABSENT, context)).toHaveProperty('status', 'unknown');
    });

    it('is not repeated when nobody waited for its answer', async () => {
      const checker = create();
      upstream.fault = () => ({ kind: 'stalled' });
      const controller = new AbortController();
      const check = expect(checker.check(REACHABLE, { signal: controller.signal })).rejects.toThrow(
        'too slow',
      );
      await expect.poll(() => upstream.requests).toHaveLength(1);
      controller.abort(new Error('too slow'));
      await check;
      await expect(checker.check(REACHABLE, context)).rejects.toThrow('may have charged');
    });

    it('is repeated after a while', async () => {
      const clock = new ManualClock();
      const checker = create({ clock, askAgainAfterMs: 60_000 });
      upstream.fault = (_request, position) => (position === 0 ? { kind: 'closed' } : undefined);
      await expect(checker.check(REACHABLE, context)).rejects.toThrow();
      clock.advance(59_999);
      await expect(checker.check(REACHABLE, context)).rejects.toThrow('may have charged');
      clock.advance(1);
      expect(await checker.check(REACHABLE, context)).toHaveProperty('status', 'telegram_registered');
    });
  });

  it.each<[string, UpstreamFault]>([
    ['a refusal of the Gateway', { kind: 'reply', reply: TELEGRAM_GATEWAY_REFUSALS.throttled }],
    ['429', reply(429, {})],
    ['503', reply(503, {})],
    ['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:9' }],
  ])('repeats a call that was free: %s', async (_what, fault) => {
    const checker = create();
    upstream.fault = (_request, position) => (position === 0 ? fault : undefined);
    await expect(checker.check(REACHABLE, context)).rejects.not.toHaveProperty('mayBeCharged', true);
    expect(await checker.check(REACHABLE, context)).toHaveProperty('status', 'telegram_registered');
  });

  it('repeats a call that was never sent', async () => {
    const checker = create();
    await upstream.close();
    await expect(checker.check(REACHABLE, context)).rejects.toThrow('ECONNREFUSED');
    await expect(checker.check(REACHABLE, context)).rejects.toThrow('ECONNREFUSED');
    upstream = await startFakeUpstream(telegramGatewayUpstream({ accessToken, numbers: new Map() }));
  });

  it.each([Number.NaN, -1])('refuses to ask again after %d ms', (askAgainAfterMs) => {
    expect(() => create({ askAgainAfterMs })).toThrow(TypeError);
  });
});
