import {
  type AccountTokens,
  type Clock,
  DialproofError,
  type NewAccountToken,
  notSupported,
} from '@dialproof/core';
import { z } from 'zod';
import type { Caller } from '../../sign-in/sign-in.js';
import {
  component,
  scopeShape,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from '../../wire/common-shapes.js';
import { json, jsonBody, noContent } from '../definition/content.js';
import { defineOperation, type PartOf } from '../definition/define-operation.js';

const TOKENS: PartOf<AccountTokens> = {
  of: ({ tokens }) => tokens,
  refusal: () => new DialproofError('not_supported', { hint: 'tokens are not managed over this API' }),
};

const capShape = z.int().min(1).nullable();

const tokenShape = component(
  'Token',
  'A valid token of the account, without its secret. Times are ISO 8601, in UTC.',
).strict({
  token_id: text,
  name: textOrNull,
  scopes: z.array(scopeShape).nullable().describe('Null: the token allows every operation.'),
  created_at: timestamp,
  expires_at: timestampOrNull.describe('Null: the token does not expire.'),
  last_used_at: timestampOrNull.describe('Exact to a minute. Null: the token was not used yet.'),
  max_credits_per_day: capShape.describe(
    'The most credits that its requests may set aside on one day in UTC. Null: no limit.',
  ),
  max_credits_per_task: capShape.describe('The most credits that one file may hold. Null: no limit.'),
});

type WireToken = z.infer<typeof tokenShape>;

const TOKEN: WireToken = {
  token_id: 'Jq3Vd0aXz1Y',
  name: 'nightly import',
  scopes: ['read', 'batch'],
  created_at: '2026-01-02T03:04:05.006Z',
  expires_at: '2026-04-02T00:00:00.000Z',
  last_used_at: null,
  max_credits_per_day: 5_000,
  max_credits_per_task: null,
};

/** The most tokens of an account: people cannot keep more of them apart, and a caller that makes tokens endlessly is refused. */
const MAX_TOKENS_PER_ACCOUNT = 100;

const createTokenBody = component('TokenRequest').open({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^\P{Cc}*$/u)
    .nullable()
    .describe('The purpose of the token.')
    .default(null),
  scopes: z
    .array(scopeShape)
    .min(1)
    .describe('The scopes of the new token. Without this, they are those of the token that asks')
    .optional(),
  expires_at: timestampOrNull.describe('The end of the token; null for no end').default(null),
  max_credits_per_day: capShape
    .describe(
      'The most credits that its requests may set aside on one day in UTC. Without this, the limit of the token that asks',
    )
    .default(null),
  max_credits_per_task: capShape
    .describe('The most credits that one file may hold. Without this, the limit of the token that asks')
    .default(null),
});

const createdTokenShape = component('CreatedToken').extending(tokenShape, {
  token: text.describe('The token itself. It is shown only this once.'),
});

/** Makes a token that has no more rights than the caller. */
export const createToken = defineOperation({
  method: 'POST',
  path: '/v1/tokens',
  tag: 'account',
  scope: 'admin',
  summary: 'Create another token for the account, with no more rights than the token that asks',
  part: TOKENS,
  body: jsonBody({
    shape: createTokenBody,
    example: {
      name: TOKEN.name,
      scopes: ['read', 'batch'],
      expires_at: TOKEN.expires_at,
      max_credits_per_day: 5_000,
    },
  }),
  // Only a hash of a token may be kept, so there is no reply to repeat.
  refusesKey:
    'a token is made without an Idempotency-Key, since the reply to a repeat would have to be kept: revoke a token whose reply was lost',
  reply: json(201, {
    description: 'The token, which is shown only once',
    shape: createdTokenShape,
    example: { ...TOKEN, token: 'the-token-itself' },
  }),
  errors: ['too_many_tokens'],
  async run(tokens, { accountId, body, caller, parts, subject }) {
    const { name, scopes, expires_at } = body;
    const { caps } = caller;
    const maxCreditsPerDay = capOf('max_credits_per_day', body.max_credits_per_day, caps?.day?.maxCredits);
    if (maxCreditsPerDay !== null && !parts.service.supports.dailyCaps) throw notSupported('creditCounts');
    const issued = await tokens.issue({
      accountId,
      name,
      scopes: grantable(scopes, caller),
      expiresAt: endOf(expires_at, caller, parts.clock),
      maxCreditsPerDay,
      maxCreditsPerTask: capOf('max_credits_per_task', body.max_credits_per_task, caps?.maxCreditsPerTask),
      // Otherwise a token could spend more than its cap through new tokens.
      countedAs: caps?.day?.countedAs ?? null,
      maxPerAccount: MAX_TOKENS_PER_ACCOUNT,
      madeWith: caller.tokenId,
    });
    if (issued === undefined) throw tooMany();
    subject.itemId = issued.tokenId;
    return issued;
  },
});

/** The scopes of a new token, which must not have more rights than the caller. */
function grantable(asked: NewAccountToken['scopes'] | undefined, caller: Caller): NewAccountToken['scopes'] {
  if (caller.scopes === undefined) return asked ?? null;
  const held = caller.scopes;
  const beyond = asked?.filter((scope) => !held.includes(scope)) ?? [];
  if (beyond.length === 0) return asked ?? held;
  throw new DialproofError('forbidden', {
    hint: `this token lacks the scopes ${beyond.join(', ')} and can make no token that has them`,
  });
}

/** The end of a new token, which must not be later than that of the caller's credentials. */
function endOf(expiresAt: string | null, caller: Caller, clock: Pick<Clock, 'now'>): number | null {
  // A host in JavaScript may answer null for none.
  const latest = caller.expiresAt ?? null;
  if (latest !== null && !Number.isFinite(latest)) {
    throw new TypeError('the authenticator gave an expiresAt that is not a time in milliseconds since 1970');
  }
  if (expiresAt === null) return latest;
  const end = Date.parse(expiresAt);
  if (latest !== null && end > latest) {
    throw new DialproofError('forbidden', {
      hint: `this token ends before ${expiresAt} and can make no token that ends later than itself`,
    });
  }
  if (end > clock.now()) return end;
  throw new DialproofError('malformed_request', {
    hint: `"expires_at" is ${expiresAt}, expected a time in the future`,
  });
}

/** A cap of a new token, which must not be higher than that of the caller. */
function capOf(name: string, asked: number | null, held: number | undefined): number | null {
  if (held === undefined) return asked;
  if (asked === null || asked === held) return held;
  if (asked < held) return asked;
  throw new DialproofError('forbidden', {
    hint: `"${name}" of this token is ${held}, and it can make no token that has more`,
  });
}

function tooMany(): DialproofError {
  return new DialproofError('too_many_tokens', {
    hint: `the account has ${MAX_TOKENS_PER_ACCOUNT} valid tokens, the maximum: revoke one first`,
  });
}

const tokenListShape = component('TokenList', 'All valid tokens of the account, the oldest first.').strict({
  tokens: z.array(tokenShape),
});

export const listTokens = defineOperation({
  method: 'GET',
  path: '/v1/tokens',
  tag: 'account',
  scope: 'admin',
  summary: 'List the valid tokens of the account, oldest first',
  part: TOKENS,
  reply: json(200, {
    description: 'The tokens, without their secrets',
    shape: tokenListShape,
    example: { tokens: [TOKEN] },
  }),
  errors: [],
  run: async (tokens, { accountId }) => ({ tokens: await tokens.list(accountId) }),
});

export const removeToken = defineOperation({
  method: 'DELETE',
  path: '/v1/tokens/{token_id}',
  tag: 'account',
  scope: 'admin',
  summary: 'Revoke a token. It may be the token that asks',
  part: TOKENS,
  reply: noContent('The token is refused from now on'),
  errors: [],
  async run(tokens, { accountId, id }) {
    if (!(await tokens.revoke({ accountId, tokenId: id }))) throw new DialproofError('token_not_found');
  },
});
