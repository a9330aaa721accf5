export const SCOPES = ['read', 'verify', 'batch', 'admin'] as const;
/**
 * The scopes of a token: `read` shows tasks, results, credits and webhooks, `verify` checks single numbers, `batch` submits files and
 * cancels, retries and deletes tasks, `admin` changes webhooks and manages tokens.
 */
export type Scope = (typeof SCOPES)[number];

/** A good token of the account, without its secret. Times are ISO 8601, in UTC. */
export interface Token {
  readonly token_id: string;
  readonly name: string | null;
  /** Null: it allows every operation. */
  readonly scopes: readonly Scope[] | null;
  readonly created_at: string;
  /** Null: it does not expire. */
  readonly expires_at: string | null;
  /** To within a minute; null: it was not used yet. */
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
  /** Its purpose. Default none. */
  readonly name?: string | null | undefined;
  /** Default: those of the token that asks. */
  readonly scopes?: readonly Scope[] | undefined;
  /** ISO 8601, in UTC. Default: no end. */
  readonly expires_at?: string | null | undefined;
}
