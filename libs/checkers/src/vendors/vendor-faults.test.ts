import { type E164, isDialproofError } from '@dialproof/core';
import {
  type FakeUpstream,
  type FakeUpstreamOptions,
  startFakeUpstream,
  type UpstreamFault,
} from '@dialproof/testkit/upstreams';
import { afterEach, describe, expect, it } from 'vitest';
import { ask } from '../upstream/upstream-subjects.fixture.js';
import { otherSecretsOf, recordedOf, recordedVendor, secretsOf } from './recorded.fixture.js';
import { VENDOR_NAMES, type VendorName, vendorChecker } from './vendor.js';

const opened: FakeUpstream[] = [];
afterEach(() => Promise.all(opened.splice(0).map((upstream) => upstream.close())));

/** The fault comes to requests about numbers: the token has suites of its own. */
async function start(name: VendorName, { fault }: FakeUpstreamOptions = {}): Promise<FakeUpstream> {
  const upstream = await startFakeUpstream(recordedVendor(name, 'line_live'), {
    fault: (request, position) =>
      request.path === recordedOf(name).token?.path ? undefined : fault?.(request, position),
  });
  opened.push(upstream);
  return upstream;
}

function check(name: VendorName, upstream: FakeUpstream, secrets = secretsOf(name)) {
  const checker = vendorChecker(name, { baseUrl: upstream.baseUrl, secrets });
  // The number of a file that is reviewed.
  return ask(checker, [recordedOf(name).number as E164]);
}

const rejectionOf = (answers: Promise<unknown>) =>
  answers.then(
    (given) => expect.fail(`answered ${JSON.stringify(given)}`),
    (error: unknown) => error,
  );

const reply = (status: number, headers: Record<string, string> = {}, body: unknown = {}): UpstreamFault => ({
  kind: 'reply',
  reply: { status, headers, body },
});

describe.each(VENDOR_NAMES)('%s', (name) => {
  it('answers about the number that it is asked about', async () => {
    const upstream = await start(name);
    const [answer] = await check(name, upstream);
    expect(answer).toMatchObject({ source: name, reason: expect.stringMatching(/^line_live/) });
    const { submitted, token } = recordedOf(name);
    const others = [submitted, token].filter((part) => part !== undefined);
    expect(upstream.requests).toHaveLength(1 + others.length);
  });

  it.each(['slow', 'gzip'] as const)('waits for a reply that is %s', async (kind) => {
    const [answer] = await check(name, await start(name, { fault: () => ({ kind }) }));
    expect(answer).toMatchObject({ source: name, status: 'unknown' });
  });

  it.each<[string, UpstreamFault]>([
    ['429 without a time', reply(429)],
    ['500', reply(500)],
    ['502', reply(502)],
    ['a body that is cut off', { kind: 'truncated' }],
    ['a closed connection', { kind: 'closed' }],
    ['an empty body', { kind: 'empty' }],
    ['a page', { kind: 'not_json' }],
    ['null', { kind: 'body', change: 'nothing' }],
    ['a list around the answer', { kind: 'body', change: 'nested' }],
  ])('fails the check for %s', async (_what, fault) => {
    const error = await rejectionOf(check(name, await start(name, { fault: () => fault })));
    expect(error).toHaveProperty('name', 'UpstreamFailure');
  });

  it.each([429, 503])('waits as long as %s with Retry-After says, whatever its body is', async (status) => {
    const failed = recordedOf(name).replies.find(
      ({ gives, httpStatus }) => gives === 'failed' && httpStatus < 300,
    );
    const fault = () => reply(status, { 'retry-after': '7' }, failed?.body);
    const error = await rejectionOf(check(name, await start(name, { fault })));
    expect(isDialproofError(error) && error.code).toBe('checker_unavailable');
    expect(error).toHaveProperty('retryAfterMs', 7_000);
  });

  it('follows no redirect', async () => {
    const elsewhere = await start(name);
    const fault = (): UpstreamFault => ({ kind: 'redirect', to: elsewhere.baseUrl });
    await rejectionOf(check(name, await start(name, { fault })));
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('never takes other types for another answer', async () => {
    const fault = (): UpstreamFault => ({ kind: 'body', change: 'wrong_types' });
    const read = await check(name, await start(name, { fault })).catch(() => undefined);
    // A boolean as a text means the same.
    if (read !== undefined) expect(read).toMatchObject([{ reason: expect.stringMatching(/^line_live/) }]);
  });

  it('says that the vendor refuses another secret, and not which', async () => {
    const secrets = otherSecretsOf(name);
    const error = await rejectionOf(check(name, await start(name), secrets));
    expect(isDialproofError(error) && error.code).toBe('checker_unauthorized');
    for (const secret of Object.values(secrets))
      expect(String(error) + JSON.stringify(error)).not.toContain(secret);
  });

  it('stops waiting when nobody waits', async () => {
    const upstream = await start(name, { fault: () => ({ kind: 'stalled_body' }) });
    const checker = vendorChecker(name, { baseUrl: upstream.baseUrl, secrets: secretsOf(name) });
    const signal = AbortSignal.abort(new Error('nobody waits'));
    await expect(ask(checker, [recordedOf(name).number as E164], signal)).rejects.toThrow('nobody waits');
  });
});
