import type { AccountToken, AccountTokens } from '@dialproof/core';
import { z } from 'zod';
import { component, isoTime, isoTimeOrNull, scopeShape, timestamp } from '../../wire/common-shapes.js';
import type { PartOf } from '../definition/define-operation.js';

export const TOKENS: PartOf<AccountTokens> = {
  of: ({ tokens }) => tokens,
  missing: 'tokens are not managed over this API',
};

export const tokenFields = {
  token_id: z.string(),
  name: z.string().nullable(),
  scopes: z.array(scopeShape).nullable().describe('Null: it allows every operation.'),
  created_at: timestamp,
  expires_at: timestamp.nullable().describe('Null: it does not expire.'),
  last_used_at: timestamp.nullable().describe('To within a minute; null: it was not used yet.'),
} as const;

export const tokenShape = component(
  'Token',
  z
    .strictObject(tokenFields)
    .describe('A good token of the account, without its secret. Times are ISO 8601, in UTC.'),
);

type WireToken = z.infer<typeof tokenShape>;

export function wireToken({
  tokenId,
  name,
  scopes,
  createdAt,
  expiresAt,
  lastUsedAt,
}: AccountToken): WireToken {
  return {
    token_id: tokenId,
    name,
    scopes: scopes === null ? null : [...scopes],
    created_at: isoTime(createdAt),
    expires_at: isoTimeOrNull(expiresAt),
    last_used_at: isoTimeOrNull(lastUsedAt),
  };
}

export const TOKEN: WireToken = {
  token_id: 'Jq3Vd0aXz1Y',
  name: 'nightly import',
  scopes: ['read', 'batch'],
  created_at: '2026-01-02T03:04:05.006Z',
  expires_at: '2026-04-02T00:00:00.000Z',
  last_used_at: null,
};
