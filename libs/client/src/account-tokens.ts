import type { CreatedToken, Token, TokenRequest } from './api/api.js';
import type { RequestOptions } from './client-options.js';
import type { RequestSender } from './requests/request-sender.js';

/** The tokens of the account. They need the scope `admin`. */
export interface TokenOperations {
  /**
   * Makes a token, with no more rights than the one of the request. It is never repeated, since a token is shown once: if the answer was
   * lost, the list has a token that was never used. Codes: `forbidden`, `too_many_tokens`.
   */
  create(token?: TokenRequest, options?: Omit<RequestOptions, 'maxRetries'>): Promise<CreatedToken>;
  list(options?: RequestOptions): Promise<readonly Token[]>;
  /** Revokes a token, also the one of the request. Code: `token_not_found`. */
  revoke(tokenId: string, options?: RequestOptions): Promise<void>;
}

/** The tokens of the sender's account. */
export function accountTokens(sender: RequestSender): TokenOperations {
  return {
    create: ({ name, scopes, expires_at, max_credits_per_day, max_credits_per_task } = {}, options) =>
      sender.ask('createToken', {
        body: { name, scopes, expires_at, max_credits_per_day, max_credits_per_task },
        options: { ...options, maxRetries: 0 },
      }),
    list: async (options) => (await sender.ask('listTokens', { options })).tokens,
    revoke: (id, options) => sender.ask('removeToken', { id, options }),
  };
}
