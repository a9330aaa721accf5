import type { ConsentDate, E164 } from '@dialproof/core';
import {
  type FakeUpstream,
  startFakeUpstream,
  TWILIO_REFUSALS,
  twilioUpstream,
} from '@dialproof/testkit/upstreams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { twilioLookupChecker } from './index.js';

// Numbers that are spelt out in E.164 need no reader.
const number = (text: string) => text as E164;
const context = { signal: new AbortController().signal };
const dated = (phone: string) => ({ ...context, consentDates: new Map([[phone, SINCE]]) });
const credentials = { accountSid: 'AC00', authToken: 'an-auth-token' };

const LINES = [
  ['+14155552671', 'active', 'unknown', 'line_live: active'],
  ['+14155552672', 'reachable', 'unknown', 'line_live: reachable'],
  ['+14155552673', 'unreachable', 'inactive', 'line_absent: unreachable'],
  ['+14155552674', 'inactive', 'dead', 'line_dead: inactive'],
  ['+14155552675', 'unknown', 'unknown', 'line_unclear: unknown'],
  ['+14155552676', 'TOO_LONG', 'dead', 'line_dead: TOO_LONG'],
  ['+14155552677', 'INVALID_BUT_POSSIBLE', 'unknown', 'line_unclear: INVALID_BUT_POSSIBLE'],
  ['+14155552682', 'TOO_SHORT', 'dead', 'line_dead: TOO_SHORT'],
  ['+14155552683', 'INVALID_LENGTH', 'dead', 'line_dead: INVALID_LENGTH'],
  ['+14155552684', 'INVALID_COUNTRY_CODE', 'dead', 'line_dead: INVALID_COUNTRY_CODE'],
  ['+14155552685', 'NOT_A_NUMBER', 'dead', 'line_dead: NOT_A_NUMBER'],
  ['+41446681800', 'inactive', 'unknown', 'line_unclear: inactive'],
  ['+41791234567', 'inactive', 'dead', 'line_dead: inactive'],
  ['+14155552678', '60607', 'unknown', 'line_unclear: 60607'],
] as const;
const SINCE = '2024-05-01' as ConsentDate;
/** Numbers with the day on which each was given to somebody else, and what is said since May 2024. */
const OWNERS = [
  ['+14155552671', '20250101', 'yes'],
  ['+14155552672', '20200101', 'no'],
  ['+14155552673', undefined, 'unknown'],
  ['+14155552675', '60600', 'unknown'],
] as const;
const STUMBLE = number('+14155552680');
const NOT_ENABLED = number('+14155552690');
const UNHEARD_OF = number('+14155552681');

let upstream: FakeUpstream;
beforeEach(async () => {
  const lines = new Map<string, string>(LINES.map(([phone, state]) => [phone, state]));
  lines.set(STUMBLE, '60616').set(UNHEARD_OF, 'hibernating');
  const reassigned = new Map<string, string>(
    OWNERS.flatMap(([phone, day]) => (day === undefined ? [] : [[phone, day]])),
  );
  reassigned.set(NOT_ENABLED, '60606');
  upstream = await startFakeUpstream(twilioUpstream({ ...credentials, lines, reassigned }));
});
afterEach(() => upstream.close());

const options = () => ({ ...credentials, baseUrl: upstream.baseUrl });

describe('twilioLookupChecker', () => {
  it.each(LINES)('reads %s, which is %s, as %s', async (phone, _state, status, reason) => {
    const answer = await twilioLookupChecker(options()).check(number(phone), context);
    expect(answer).toEqual({ status, reason, source: 'twilio' });
  });

  it('sends what the documentation asks for, and nothing else that costs', async () => {
    await twilioLookupChecker(options()).check(number('+14155552671'), context);
    const [request] = upstream.requests;
    expect(request).toMatchObject({ method: 'GET', path: '/v2/PhoneNumbers/+14155552671', body: '' });
    expect([...(request?.query ?? [])]).toEqual([['Fields', 'line_status']]);
    const basic = Buffer.from('AC00:an-auth-token').toString('base64');
    expect(request?.headers.authorization).toBe(`Basic ${basic}`);
  });

  it('asks for validity alone where that is wanted', async () => {
    const checker = twilioLookupChecker({ ...options(), asks: 'validity' });
    expect(await checker.check(number('+14155552676'), context)).toHaveProperty('status', 'dead');
    const valid = { status: 'unknown', reason: 'line_unclear: valid', source: 'twilio' };
    expect(await checker.check(number('+14155552671'), context)).toEqual(valid);
    expect([...(upstream.requests[1]?.query ?? [])]).toEqual([]);
  });

  it.each([
    ['an error of this number', STUMBLE],
    ['a line status that is new', UNHEARD_OF],
  ])('fails for %s', async (_what, phone) => {
    const check = twilioLookupChecker(options()).check(phone, context);
    await expect(check).rejects.toHaveProperty('name', 'UpstreamFailure');
  });

  it('does not take the answer about another number', async () => {
    const body = { phone_number: '+14155550100', valid: false, validation_errors: ['TOO_SHORT'] };
    upstream.fault = () => ({ kind: 'reply', reply: { status: 200, body } });
    const check = twilioLookupChecker(options()).check(number('+14155552671'), context);
    await expect(check).rejects.toThrow('another number');
  });

  it.each([
    ['unauthorized', 'checker_unauthorized', '20003'],
    ['suspended', 'checker_suspended', '20005'],
    ['notEnabled', 'checker_unauthorized', '60606'],
  ] as const)('tells the operator that the account is %s', async (refusal, code, word) => {
    upstream.fault = () => ({ kind: 'reply', reply: TWILIO_REFUSALS[refusal] });
    const check = twilioLookupChecker(options()).check(number('+14155552671'), context);
    await expect(check).rejects.toMatchObject({ code, hint: expect.stringContaining(word) });
  });

  it.each(OWNERS)('says of %s, which was given away on %s: %s', async (phone, _day, is) => {
    const checker = twilioLookupChecker({ ...options(), asksReassigned: true });
    expect(checker.tellsReassigned).toBe(true);
    const answer = await checker.check(number(phone), dated(phone));
    expect(answer).toMatchObject({ source: 'twilio', reassigned: { since: SINCE, is } });
    expect([...(upstream.requests[0]?.query ?? [])]).toEqual([
      ['Fields', 'line_status,reassigned_number'],
      ['LastVerifiedDate', '20240501'],
    ]);
  });

  it('asks for nothing that costs more without a date, for another country, or unless it is wanted', async () => {
    const asks = { ...options(), asksReassigned: true };
    expect(twilioLookupChecker(options()).tellsReassigned).toBe(false);
    await twilioLookupChecker(options()).check(number('+14155552671'), dated('+14155552671'));
    await twilioLookupChecker(asks).check(number('+14155552671'), context);
    await twilioLookupChecker(asks).check(number('+442071838750'), dated('+442071838750'));
    for (const { query } of upstream.requests) expect([...query]).toEqual([['Fields', 'line_status']]);
  });

  it('tells the operator that the package is not enabled', async () => {
    const checker = twilioLookupChecker({ ...options(), asksReassigned: true });
    await expect(checker.check(NOT_ENABLED, dated(NOT_ENABLED))).rejects.toMatchObject({
      code: 'checker_unauthorized',
      hint: expect.stringContaining('Reassigned Number'),
    });
  });

  it('asks for its secret before each call', async () => {
    const secrets = ['an-auth-token', 'a-wrong-one'];
    const checker = twilioLookupChecker({ ...options(), authToken: async () => secrets.shift() ?? '' });
    await checker.check(number('+14155552671'), context);
    await expect(checker.check(number('+14155552671'), context)).rejects.toThrow('refuses the credentials');
    await expect(checker.check(number('+14155552671'), context)).rejects.toThrow('authToken is a function');
    expect(upstream.requests).toHaveLength(2);
  });

  it.each([
    [{ accountSid: 'AC00:' }, 'accountSid'],
    [{ authToken: '' }, 'authToken is empty'],
    [{ authToken: 'a-token\n' }, 'authToken must be'],
    [{ asks: 'everything' as 'validity' }, 'asks'],
    [{ asksReassigned: 'yes' as unknown as boolean }, 'asksReassigned'],
    [{ baseUrl: 'https://user:word@lookups.example' }, 'baseUrl'],
    [{ baseUrl: 'lookups.example' }, 'baseUrl'],
  ])('refuses the options %o', (wrong, message) => {
    expect(() => twilioLookupChecker({ ...options(), ...wrong })).toThrow(message);
  });
});
