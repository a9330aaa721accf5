import { type AccountRegistry, accountId } from '@dialproof/core';
import { z } from 'zod';
import { component, isoTime, timestamp } from '../../wire/common-shapes.js';
import { json, jsonBody } from '../definition/content.js';
import { defineOpenOperation, type PartOf } from '../definition/define-operation.js';

/** Unknown fields are ignored. */
const registerBody = component('RegisterRequest', z.object({ email: z.string() }));

const accountShape = component(
  'Account',
  z
    .strictObject({ account_id: z.string(), email: z.string(), created_at: timestamp, token: z.string() })
    .describe('A new account with its first token, which is shown this once.'),
);

const ACCOUNTS: PartOf<AccountRegistry> = {
  of: ({ accounts }) => accounts,
  missing: 'nobody may register here',
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
    description: 'The account, with its first token, which is shown this once',
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
    const { email, createdAt, token } = registered;
    const id = accountId(registered.accountId);
    subject.accountId = id;
    return { account_id: id, email, created_at: isoTime(createdAt), token };
  },
});
