import { describe, expect, it } from 'vitest';
import { serviceWith, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { type HttpContractOptions, readOptions } from '../contract/contract-options.js';
import { createFetchHandler } from '../fetch/fetch-handler.js';
import type { AccountOfRequest } from './account-of-request.js';

const URL = 'https://shop.example/v1/credits';

/** The answer to a signed-in request, and the errors that the host gets. */
async function answered(account: AccountOfRequest<Request>) {
  const accounts: unknown[] = [];
  const told: unknown[] = [];
  const balance = async (id: unknown) => {
    accounts.push(id);
    return { available: 7, held: 1 };
  };
  const handler = createFetchHandler({
    service: serviceWith({ balance }),
    account,
    onError: (error) => void told.push(error),
  });
  const reply = await handler(new Request(URL, { headers: { 'x-user': 'ann' } }));
  return { status: reply.status, body: await reply.json(), accounts, told };
}

describe('account, in place of an authenticator', () => {
  it.each<[string, AccountOfRequest<Request>, string]>([
    ['text', ({ headers }) => headers.get('x-user'), 'ann'],
    ['a number', () => 42, '42'],
    ['a promise', async () => 'bob', 'bob'],
    ['an object', () => ({ accountId: 42 }), '42'],
    ['an object that says more', async () => ({ accountId: 'ann', suspended: false }), 'ann'],
  ])('names the account by %s, from the request', async (_what, account, expected) => {
    expect(await answered(account)).toMatchObject({ status: 200, accounts: [expected], told: [] });
  });

  it.each([undefined, null])('means an unknown caller by %o', async (nobody) => {
    for (const account of [() => nobody, async () => nobody]) {
      const { status, body, told } = await answered(account);
      expect([status, body, told]).toEqual([401, { detail: 'not_authenticated' }, []]);
    }
  });

  it('may say that the account is suspended', async () => {
    const { status, body } = await answered(() => ({ accountId: 'ann', suspended: true }));
    expect([status, body]).toMatchObject([403, { detail: 'account_suspended' }]);
  });

  it.each([false, '', Number.NaN, 1.5, {}, ['ann'], { accountId: undefined }])(
    'never makes an account of %o, and reports it to the host',
    async (named) => {
      // The types forbid it, which hosts in JavaScript do not notice.
      const { status, body, told } = await answered((() => named) as unknown as AccountOfRequest);
      expect([status, body, told]).toEqual([500, { detail: 'internal_error' }, [expect.any(TypeError)]]);
    },
  );

  it('reports its own error to the host', async () => {
    const down = new Error('the session store is down');
    const { status, told } = await answered(() => Promise.reject(down));
    expect([status, told]).toEqual([500, [down]]);
  });

  it.each<[string, Partial<HttpContractOptions>]>([
    ['both are given', { authenticator: tokens, account: () => 'ann' }],
    ['neither is', {}],
    ['it is no function', { account: 'ann' as never }],
  ])('is refused with a TypeError where %s', (_what, given) => {
    const read = () => readOptions({ service: serviceWith({}), ...given });
    expect(read).toThrow(TypeError);
    expect(read).toThrow(/account/);
  });
});
