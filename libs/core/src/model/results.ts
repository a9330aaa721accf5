/** The forms of a result. */
export const RESULT_FORMATS = ['csv', 'xlsx'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** The columns that a result can have for each row. */
export const RESULT_COLUMNS = ['status', 'source', 'reason', 'checked_at', 'reassigned'] as const;
export type ResultColumn = (typeof RESULT_COLUMNS)[number];

/** The kinds of change of a number from one task to another, in their order on the wire. */
export const CHANGE_KINDS = ['came', 'changed', 'went'] as const;

/**
 * - `came`: only the task has the number, and the task before has not;
 * - `changed`: both were answered, with different statuses;
 * - `went`: only the task before has the number.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];
