import type { E164 } from '@dialproof/core';
import { HLR_LOOKUPS_REFUSALS, hlrLookupsUpstream, startFakeUpstream } from '@dialproof/testkit/upstreams';
import { describe, expect, it } from 'vitest';
import { signatureOf } from './hlr-lookups-checker.js';
import { hlrLookupsChecker, tryHlrLookups } from './index.js';

// Numbers that are spelt out in E.164 need no reader.
const number = (text: string) => text as E164;
const context = { signal: new AbortController().signal };
const keys = { apiKey: 'a-key', apiSecret: 'a-secret' };
const noted = { clock: { now: () => 1_790_000_000_999 } };

describe('hlrLookupsChecker', () => {
  it.each([
    ['CONNECTED', 'unknown', 'line_live: CONNECTED'],
    ['ABSENT', 'inactive', 'line_absent: ABSENT'],
    ['INVALID_MSISDN', 'dead', 'line_dead: INVALID_MSISDN'],
    ['UNDETERMINED', 'unknown', 'line_unclear: UNDETERMINED'],
  ])('reads %s as %s', async (connectivity, status, reason) => {
    const lines = new Map([['+14156226819', connectivity]]);
    const upstream = await startFakeUpstream(hlrLookupsUpstream({ ...keys, lines }));
    const checker = hlrLookupsChecker({ ...keys, ...noted, baseUrl: upstream.baseUrl });
    const answer = await checker.check(number('+14156226819'), context);
    expect(answer).toEqual({ status, reason, source: 'hlr-lookups' });
    const [request] = upstream.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hlr-lookup', body: '{"msisdn":"+14156226819"}' });
    expect(request?.headers).toMatchObject({ 'x-digest-key': 'a-key', 'x-digest-timestamp': '1790000000' });
    await upstream.close();
  });

  it.each([
    ['CONNECTED', 'MNP_DB', 'line_unclear: CONNECTED by MNP_DB'],
    ['CONNECTED', 'A_NEW_SOURCE', 'line_unclear: CONNECTED by A_NEW_SOURCE'],
    ['CONNECTED', null, 'line_unclear: CONNECTED by no source'],
    ['CONNECTED', undefined, 'line_unclear: CONNECTED by no source'],
    ['ABSENT', 'MNP_DB', 'line_unclear: ABSENT by MNP_DB'],
    ['INVALID_MSISDN', 'MNP_DB', 'line_unclear: INVALID_MSISDN by MNP_DB'],
    ['UNDETERMINED', null, 'line_unclear: UNDETERMINED'],
  ])('says nothing about the line for %s out of %s', async (connectivity_status, data_source, reason) => {
    const body = { msisdn: '+14156226819', connectivity_status, data_source };
    const upstream = await startFakeUpstream(() => ({ status: 200, body }));
    const checker = hlrLookupsChecker({ ...keys, baseUrl: upstream.baseUrl });
    const answer = await checker.check(number('+14156226819'), context);
    expect(answer).toEqual({ status: 'unknown', reason, source: 'hlr-lookups' });
    await upstream.close();
  });

  it('never calls a fixed line dead, which no mobile network knows', async () => {
    const lines = new Map([['+41446681800', 'INVALID_MSISDN']]);
    const upstream = await startFakeUpstream(hlrLookupsUpstream({ ...keys, lines }));
    const checker = hlrLookupsChecker({ ...keys, baseUrl: upstream.baseUrl });
    const answer = await checker.check(number('+41446681800'), context);
    expect(answer).toMatchObject({ status: 'unknown', reason: 'line_unclear: INVALID_MSISDN' });
    await upstream.close();
  });

  it.each([
    ['a status that is new', 'PORTED', '+14156226819'],
    ['another number', 'CONNECTED', '+14156226820'],
  ])('fails for %s', async (_what, connectivity_status, msisdn) => {
    const upstream = await startFakeUpstream(() => ({ status: 200, body: { msisdn, connectivity_status } }));
    const checker = hlrLookupsChecker({ ...keys, baseUrl: upstream.baseUrl });
    await expect(checker.check(number('+14156226819'), context)).rejects.toHaveProperty(
      'name',
      'UpstreamFailure',
    );
    await upstream.close();
  });

  it('reports that the balance is used up', async () => {
    const upstream = await startFakeUpstream(() => HLR_LOOKUPS_REFUSALS.outOfFunds);
    const checker = hlrLookupsChecker({ ...keys, baseUrl: upstream.baseUrl });
    const check = checker.check(number('+14156226819'), context);
    await expect(check).rejects.toHaveProperty('code', 'checker_out_of_funds');
    await upstream.close();
  });
});

describe('tryHlrLookups', () => {
  it('tests the credentials, and looks up no number', async () => {
    const upstream = await startFakeUpstream(hlrLookupsUpstream({ ...keys, lines: new Map() }));
    const options = { ...keys, baseUrl: upstream.baseUrl };
    await tryHlrLookups(options, context.signal);
    expect(upstream.requests).toMatchObject([{ method: 'GET', path: '/auth-test', body: '' }]);
    const wrong = tryHlrLookups({ ...options, apiSecret: 'another-one' }, context.signal);
    await expect(wrong).rejects.toHaveProperty('code', 'checker_unauthorized');
    await upstream.close();
  });
});

describe('signatureOf', () => {
  it('is the digest that other clients send', () => {
    const body = '{"msisdn":"+491788735000"}';
    const request = { endpoint: '/hlr-lookup', timestamp: 1_790_000_000, method: 'POST', body };
    // As printf '%s' '/hlr-lookup1790000000POST{...}' | openssl dgst -sha256 -hmac a-secret says.
    expect(signatureOf(request, 'a-secret')).toBe(
      '5e7a3e9b0ac232d166cf8539298605aaf7fad255f3ed547ea6b0a464defef32f',
    );
  });
});
