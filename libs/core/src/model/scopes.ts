/**
 * What a token may be good for. None includes another: `read` looks at tasks, results, credits and webhooks, `verify` checks single
 * numbers, `batch` submits files and cancels, retries and deletes tasks, `admin` changes webhooks.
 */
export const SCOPES = ['read', 'verify', 'batch', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];
