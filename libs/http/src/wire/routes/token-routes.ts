import type { RouteDescription } from '../route.js';
import { createdTokenShape, createTokenBody, tokenListShape } from '../shapes.js';
import { json, jsonOf } from './json-content.js';
import { OF_ACCOUNTS, OF_JSON } from './route-errors.js';

/** The Bearer tokens of an account. */
export const TOKEN_ROUTES = {
  createToken: {
    method: 'POST',
    path: '/v1/tokens',
    access: 'account',
    scope: 'admin',
    summary: 'Make a further token for the account, good for no more than the token that asks',
    body: json(createTokenBody),
    // Only a hash of a token may be kept, so there is no reply to repeat.
    takesKey: false,
    reply: {
      status: 201,
      description: 'The token, which is shown this once',
      content: jsonOf(createdTokenShape),
    },
    errors: [...OF_ACCOUNTS, ...OF_JSON, 'too_many_tokens', 'not_supported'],
  },
  listTokens: {
    method: 'GET',
    path: '/v1/tokens',
    access: 'account',
    scope: 'admin',
    summary: 'List the good tokens of the account, oldest first',
    reply: {
      status: 200,
      description: 'Its tokens, without their secrets',
      content: jsonOf(tokenListShape),
    },
    errors: [...OF_ACCOUNTS, 'not_supported'],
  },
  removeToken: {
    method: 'DELETE',
    path: '/v1/tokens/{token_id}',
    access: 'account',
    scope: 'admin',
    summary: 'Revoke a token, also the one that asks',
    reply: { status: 204, description: 'It is refused from now on', content: {} },
    errors: [...OF_ACCOUNTS, 'token_not_found', 'not_supported'],
  },
} as const satisfies Record<string, RouteDescription>;
