export const SCOPES = ['read', 'verify', 'batch', 'admin'] as const;
/**
 * What a token may be good for: `read` looks at tasks, results, credits and webhooks, `verify` checks single numbers, `batch` submits files
 * and cancels, retries and deletes tasks, `admin` changes webhooks and manages tokens.
 */
export type Scope = (typeof SCOPES)[number];

/** A good token of the account, without its secret. Times are ISO 8601, in UTC. */
export interface Token {
  readonly token_id: string;
  readonly name: string | null;
  /** Null where it is good for everything. */
  readonly scopes: readonly Scope[] | null;
  readonly created_at: string;
  /** Null where it has no end. */
  readonly expires_at: string | null;
  /** To within a minute; null where it was not used yet. */
  readonly last_used_at: string | null;
}

/** All good tokens of the account, the oldest first. */
export interface TokenList {
  readonly tokens: readonly Token[];
}

export interface CreatedToken extends Token {
  /** The token itself. It is shown this once. */
  readonly token: string;
}

export interface TokenRequest {
  /** What it is for. Default none. */
  readonly name?: string | null | undefined;
  /** Default: those of the token that asks. */
  readonly scopes?: readonly Scope[] | undefined;
  /** ISO 8601, in UTC. Default: no end. */
  readonly expires_at?: string | null | undefined;
}
