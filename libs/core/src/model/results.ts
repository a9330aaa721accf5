/** The forms of a result. */
export const RESULT_FORMATS = ['csv', 'xlsx'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** The columns that a result can have for each row. */
export const RESULT_COLUMNS = ['status', 'source', 'reason', 'checked_at'] as const;
export type ResultColumn = (typeof RESULT_COLUMNS)[number];
