/**
 * The statuses of a number, in the order of the wire. Databases store their positions (`chunk-statuses.ts`), so new statuses go to the end.
 */
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

/** The count of rows with each status; all five are always present. */
export type StatusSummary = Readonly<Record<VerificationStatus, number>>;

export function emptySummary(): Record<VerificationStatus, number> {
  return { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 };
}

export function isVerificationStatus(value: unknown): value is VerificationStatus {
  return (VERIFICATION_STATUSES as readonly unknown[]).includes(value);
}

/** The forms of a result. */
export const RESULT_FORMATS = ['csv', 'xlsx'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** The columns that a result can have for each row. */
export const RESULT_COLUMNS = ['status', 'source', 'reason', 'checked_at', 'reassigned'] as const;
export type ResultColumn = (typeof RESULT_COLUMNS)[number];

/** The kinds of change of a number from one task to another, in their order on the wire. */
export const CHANGE_KINDS = ['came', 'changed', 'replaced', 'went'] as const;

/**
 * - `came`: the task has the number, and the task before has not;
 * - `changed`: both were answered, with different statuses;
 * - `replaced`, only with keys: in the task before, another number had its key;
 * - `went`: only the task before has the number, and none replaced it.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];
