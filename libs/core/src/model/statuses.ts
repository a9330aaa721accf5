/** The statuses of a number, in the order of the wire. Databases keep their positions (`chunk-statuses.ts`): new ones go to the end. */
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

/** How many rows have each status; all five are always there. */
export type StatusSummary = Readonly<Record<VerificationStatus, number>>;

export function emptySummary(): Record<VerificationStatus, number> {
  return { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 };
}

export function isVerificationStatus(value: unknown): value is VerificationStatus {
  return (VERIFICATION_STATUSES as readonly unknown[]).includes(value);
}
