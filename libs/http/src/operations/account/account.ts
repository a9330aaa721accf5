import { createHash } from 'node:crypto';
import { type AccountId, type AccountRegistry, accountId, DialproofError } from '@dialproof/core';
import { component, count, text, timestamp } from '../../wire/common-shapes.js';
import { json, jsonBody } from '../definition/content.js';
import { defineOpenOperation, defineOperation, type PartOf } from '../definition/define-operation.js';

const accountMarkShape = component('AccountMark', 'The mark of an account.').strict({
  account: text.describe(
    'The same for all tokens of an account, and different for every other account. It is not the account id.',
  ),
});

/** Shows a mark that tells accounts apart. */
export const showAccount = defineOperation({
  method: 'GET',
  path: '/v1/account',
  tag: 'account',
  scope: 'read',
  summary: 'Tell accounts apart',
  reply: json(200, {
    description: 'The mark of the account. All tokens of an account have the same one',
    shape: accountMarkShape,
    example: { account: 'mE0xq5nWc2sVb7Ty' },
  }),
  errors: [],
  run: async (_service, { accountId }) => ({ account: accountMark(accountId) }),
});

/** 96 bits: no two accounts of a host have the same. */
const MARK_CHARS = 16;

/** It is not the id, since hosts use names and addresses as ids, and tokens are passed on to others. */
function accountMark(accountId: AccountId): string {
  return createHash('sha256')
    .update(`dialproof account ${accountId}`)
    .digest('base64url')
    .slice(0, MARK_CHARS);
}

export const creditsShape = component('Credits', 'The credits of an account.').strict({
  available: count.describe('Credits that may be spent.'),
  held: count.describe('Credits that are set aside for unfinished tasks.'),
});

/** The balance of the account. */
export const credits = defineOperation({
  method: 'GET',
  path: '/v1/credits',
  tag: 'account',
  scope: 'read',
  summary: 'Get the balance of the account',
  reply: json(200, {
    description: 'The credits of the account',
    shape: creditsShape,
    example: { available: 97, held: 3 },
  }),
  errors: [],
  run: (service, { accountId }) => service.balance(accountId),
});

const registerBody = component('RegisterRequest').open({ email: text });

const accountShape = component(
  'Account',
  'A new account with its first token. The token is shown only this once.',
).strict({ account_id: text, email: text, created_at: timestamp, token: text });

const ACCOUNTS: PartOf<AccountRegistry> = {
  of: ({ accounts }) => accounts,
  refusal: () => new DialproofError('not_supported', { hint: 'registration is closed here' }),
};

/** Opens an account for an email address and shows its first token, once. */
export const register = defineOpenOperation({
  method: 'POST',
  path: '/v1/accounts',
  tag: 'account',
  summary: 'Open an account',
  part: ACCOUNTS,
  body: jsonBody({
    shape: registerBody,
    example: { email: 'data@example.com' },
    refusals: { email: 'invalid_email' },
  }),
  reply: json(201, {
    description: 'The account, with its first token, which is shown only once',
    shape: accountShape,
    example: {
      account_id: 'b4a0b4de-57f6-4a5f-8a1c-6a5d1b7c2f11',
      email: 'data@example.com',
      created_at: '2026-01-02T03:04:05.006Z',
      token: 'the-token-of-this-account',
    },
  }),
  errors: ['invalid_email', 'email_taken', 'registration_closed'],
  async run(accounts, { body, subject }) {
    const registered = await accounts.register(body.email);
    const id = accountId(registered.accountId);
    subject.accountId = id;
    return { ...registered, accountId: id };
  },
});
