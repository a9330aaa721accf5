import { type AccountTokens, DialproofError } from '@dialproof/core';
import { z } from 'zod';
import { component, scopeShape, timestamp } from '../../wire/common-shapes.js';
import type { PartOf } from '../definition/define-operation.js';

export const TOKENS: PartOf<AccountTokens> = {
  of: ({ tokens }) => tokens,
  refusal: () => new DialproofError('not_supported', { hint: 'tokens are not managed over this API' }),
};

export const capShape = z.int().min(1).nullable();

export const tokenFields = {
  token_id: z.string(),
  name: z.string().nullable(),
  scopes: z.array(scopeShape).nullable().describe('Null: the token allows every operation.'),
  created_at: timestamp,
  expires_at: timestamp.nullable().describe('Null: the token does not expire.'),
  last_used_at: timestamp.nullable().describe('Exact to a minute. Null: the token was not used yet.'),
  max_credits_per_day: capShape.describe(
    'The most credits that its requests may set aside on one day in UTC. Null: no limit.',
  ),
  max_credits_per_task: capShape.describe('The most credits that one file may hold. Null: no limit.'),
} as const;

export const tokenShape = component(
  'Token',
  z
    .strictObject(tokenFields)
    .describe('A valid token of the account, without its secret. Times are ISO 8601, in UTC.'),
);

type WireToken = z.infer<typeof tokenShape>;

export const TOKEN: WireToken = {
  token_id: 'Jq3Vd0aXz1Y',
  name: 'nightly import',
  scopes: ['read', 'batch'],
  created_at: '2026-01-02T03:04:05.006Z',
  expires_at: '2026-04-02T00:00:00.000Z',
  last_used_at: null,
  max_credits_per_day: 5_000,
  max_credits_per_task: null,
};
