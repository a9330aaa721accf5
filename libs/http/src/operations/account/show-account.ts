import { createHash } from 'node:crypto';
import type { AccountId } from '@dialproof/core';
import { z } from 'zod';
import { component } from '../../wire/common-shapes.js';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';

const accountMarkShape = component(
  'AccountMark',
  z
    .strictObject({
      account: z
        .string()
        .describe(
          'The same for all tokens of an account, and different for every other account. It is not the account id.',
        ),
    })
    .describe('Distinguishes accounts.'),
);

/** Whose token it is, as far as callers have to know. */
export const showAccount = defineOperation({
  method: 'GET',
  path: '/v1/account',
  tag: 'account',
  scope: 'read',
  summary: 'Tell accounts apart',
  reply: json(200, {
    description:
      'A mark that is the same for all tokens of an account, and another one for every other account',
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
