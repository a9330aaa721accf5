/** The statuses of a number, in the order of the API. */
export const VERIFICATION_STATUSES = [
  'wa_registered',
  'telegram_registered',
  'dead',
  'inactive',
  'unknown',
] as const;

/**
 * - `wa_registered`, `telegram_registered`: the number has an account on that messaging app;
 * - `dead`: the number cannot exist or no longer does;
 * - `inactive`: a line that exists, but on neither app, or that cannot be reached;
 * - `unknown`: none of these is known: the checker said so, as it does of a line in service if no app was asked; the check failed; or the
 *   cell holds no number.
 */
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** The answer about one number. */
export interface Verification {
  /** The number, normalised: a plus and digits. */
  readonly phone: string;
  readonly status: VerificationStatus;
  /** ISO 8601, in UTC. */
  readonly checked_at: string;
  /** The source of the answer, if the checker gives it. */
  readonly source?: string | undefined;
  /** The reason of the status, if the checker gives it. It may begin with a finding, see `findingIn`. */
  readonly reason?: string | undefined;
}
