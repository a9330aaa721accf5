/**
 * The scopes of a token. No scope includes another: `read` shows tasks, results, credits and webhooks, `verify` checks single
 * numbers, `batch` submits files and cancels, retries and deletes tasks, `admin` changes webhooks, and makes, lists and revokes tokens.
 */
export const SCOPES = ['read', 'verify', 'batch', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];
