import type { E164 } from '@dialproof/core';
import {
  type FakeUpstream,
  INFOBIP_REFUSALS,
  type InfobipLine,
  infobipUpstream,
  startFakeUpstream,
} from '@dialproof/testkit/upstreams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { infobipChecker, tryInfobip } from './index.js';

// Numbers that are spelt out in E.164 need no reader.
const number = (text: string) => text as E164;
const context = { signal: new AbortController().signal };

const LINES = [
  ['+41793026727', 'DELIVERED_TO_HANDSET', 'unknown', 'line_live: DELIVERED_TO_HANDSET'],
  ['+41793026728', 'EC_ABSENT_SUBSCRIBER', 'inactive', 'line_absent: EC_ABSENT_SUBSCRIBER'],
  ['+41793026729', 'EC_UNKNOWN_SUBSCRIBER', 'dead', 'line_dead: EC_UNKNOWN_SUBSCRIBER'],
  ['+41793026730', 'EXPIRED_EXPIRED', 'unknown', 'line_unclear: EXPIRED_EXPIRED'],
  ['+41793026731', 'REJECTED_NETWORK', 'unknown', 'line_unclear: REJECTED_NETWORK'],
  // A fixed line: no mobile network knows it, and it may live.
  ['+41446681800', 'EC_UNKNOWN_SUBSCRIBER', 'unknown', 'line_unclear: EC_UNKNOWN_SUBSCRIBER'],
  // A telephone at home in France, over the internet.
  ['+33912345678', 'EC_UNKNOWN_SUBSCRIBER', 'unknown', 'line_unclear: EC_UNKNOWN_SUBSCRIBER'],
] as const;
const PENDING = number('+41793026740');
const UNPAID = number('+41793026741');

let upstream: FakeUpstream;
beforeEach(async () => {
  const lines = new Map<string, InfobipLine>(LINES.map(([phone, line]) => [phone, line]));
  lines.set(UNPAID, 'REJECTED_NOT_ENOUGH_CREDITS');
  upstream = await startFakeUpstream(infobipUpstream({ apiKey: 'a-key', lines }));
});
afterEach(() => upstream.close());

const create = () => infobipChecker({ baseUrl: `${upstream.baseUrl}/`, apiKey: 'a-key' });

describe('infobipChecker', () => {
  it('reads every group and error', async () => {
    const answers = await create().checkMany([...LINES.map(([phone]) => number(phone)), PENDING], context);
    const expected = LINES.map(([, , status, reason]) => ({ status, reason, source: 'infobip' }));
    expect(answers).toEqual([...expected, 'check_failed']);
  });

  it('sends the documented request, each number once', async () => {
    await create().checkMany(
      [number('+41793026727'), number('+41793026728'), number('+41793026727')],
      context,
    );
    expect(upstream.requests).toMatchObject([
      { method: 'POST', path: '/number/1/query', body: '{"to":["41793026727","41793026728"]}' },
    ]);
    expect(upstream.requests[0]?.headers.authorization).toBe('App a-key');
  });

  it('keeps answers that were paid for when the balance ends within a call', async () => {
    const answers = await create().checkMany([number('+41793026729'), UNPAID], context);
    expect(answers).toEqual([expect.objectContaining({ status: 'dead' }), 'check_failed']);
  });

  it('reports that the balance is used up when it was too low for all', async () => {
    const check = create().checkMany([UNPAID], context);
    await expect(check).rejects.toMatchObject({
      code: 'checker_out_of_funds',
      hint: expect.stringContaining('top'),
    });
  });

  it('asks about a thousand numbers in one call', async () => {
    const checker = create();
    const numbers = Array.from({ length: checker.maxNumbers }, (_, index) =>
      number(`+4179${3_000_000 + index}`),
    );
    expect(await checker.checkMany(numbers, context)).toEqual(numbers.map(() => 'check_failed'));
    expect(upstream.requests).toHaveLength(1);
  });
});

describe('tryInfobip', () => {
  const { signal } = context;

  it('asks for the balance alone', async () => {
    await tryInfobip({ baseUrl: upstream.baseUrl, apiKey: 'a-key' }, signal);
    expect(upstream.requests).toMatchObject([{ method: 'GET', path: '/account/1/balance', body: '' }]);
  });

  it('finds a key that is not accepted', async () => {
    const tried = tryInfobip({ baseUrl: upstream.baseUrl, apiKey: 'another-key' }, signal);
    await expect(tried).rejects.toHaveProperty('code', 'checker_unauthorized');
  });

  it('passes a key that may look up numbers alone', async () => {
    const narrow = await startFakeUpstream(() => INFOBIP_REFUSALS.forbidden);
    await expect(tryInfobip({ baseUrl: narrow.baseUrl, apiKey: 'a-key' }, signal)).resolves.toBeUndefined();
    await narrow.close();
  });
});
