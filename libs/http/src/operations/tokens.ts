import {
  type AccountToken,
  type AccountTokens,
  type Clock,
  DialproofError,
  type IssuedAccountToken,
  type NewAccountToken,
} from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { JsonValues } from '../message/json-values.js';
import { isoTime } from '../message/to-wire.js';
import type { Caller } from '../sign-in/bearer.js';
import {
  createTokenBody,
  type WireCreatedToken,
  type WireToken,
  type WireTokenList,
} from '../wire/shapes.js';
import { readBody } from './json-handler.js';
import type { AccountHandler } from './operation.js';

/** The most tokens of an account: people cannot keep more of them apart, and a caller that makes tokens endlessly is refused. */
const MAX_TOKENS_PER_ACCOUNT = 100;

export interface TokenHandlers {
  readonly createToken: AccountHandler;
  readonly listTokens: AccountHandler;
  readonly removeToken: AccountHandler;
}

const CREATE_BODY = new JsonValues(createTokenBody);

/** The operations on tokens; without a port for them, each is refused with `not_supported`. */
export function tokenHandlers(tokens: AccountTokens | null, maxJsonBytes: number): TokenHandlers {
  if (tokens === null) return { createToken: refuse, listTokens: refuse, removeToken: refuse };
  return {
    async createToken(call) {
      const { access, accountId, request, subject } = call;
      // If it were ignored, a repeat would be done twice, although the caller relies on once.
      if (request.header('idempotency-key') !== undefined) throw takesNoKey();
      const { body, caller } = await readBody(call, CREATE_BODY, maxJsonBytes);
      const { name, scopes, expires_at } = body;
      const issued = await tokens.issue({
        ...{
          accountId,
          name,
          scopes: grantable(scopes, caller),
          expiresAt: endOf(expires_at, caller, access.clock),
        },
        ...{ maxPerAccount: MAX_TOKENS_PER_ACCOUNT, madeWith: caller.tokenId },
      });
      if (issued === undefined) throw tooMany();
      subject.itemId = issued.tokenId;
      return jsonReply(201, wireIssued(issued));
    },
    async listTokens({ accountId }) {
      const answer: WireTokenList = { tokens: (await tokens.list(accountId)).map(wireToken) };
      return jsonReply(200, answer);
    },
    async removeToken({ accountId, id }) {
      if (!(await tokens.revoke({ accountId, tokenId: id }))) throw new DialproofError('token_not_found');
      return { status: 204, headers: { 'cache-control': 'no-store' }, body: '' };
    },
  };
}

/** The scopes of a new token. A caller must not get more rights by a token that it makes. */
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
    throw new TypeError('the authenticator gave an expiresAt that is no time in milliseconds since 1970');
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
    hint: `expires_at is ${expiresAt}, which has passed, expected a time to come`,
  });
}

function tooMany(): DialproofError {
  return new DialproofError('too_many_tokens', {
    hint: `the account has ${MAX_TOKENS_PER_ACCOUNT} good tokens, which is as many as may be: revoke one first`,
  });
}

function takesNoKey(): DialproofError {
  return new DialproofError('malformed_request', {
    hint: 'a token is made without an Idempotency-Key, since the reply to a repeat would have to be kept: revoke a token whose reply was lost',
  });
}

const refuse: AccountHandler = async () => {
  throw new DialproofError('not_supported', { hint: 'tokens are not managed over this API' });
};

function wireToken({ tokenId, name, scopes, createdAt, expiresAt, lastUsedAt }: AccountToken): WireToken {
  return {
    token_id: tokenId,
    name,
    scopes: scopes === null ? null : [...scopes],
    created_at: isoTime(createdAt),
    expires_at: expiresAt === null ? null : isoTime(expiresAt),
    last_used_at: lastUsedAt === null ? null : isoTime(lastUsedAt),
  };
}

function wireIssued(issued: IssuedAccountToken): WireCreatedToken {
  return { ...wireToken(issued), token: issued.token };
}
