/** The forms of a result. */
export const RESULT_FORMATS = ['csv', 'xlsx'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** What a result can say of each row. */
export const RESULT_COLUMNS = ['status', 'source', 'reason', 'checked_at'] as const;
export type ResultColumn = (typeof RESULT_COLUMNS)[number];
