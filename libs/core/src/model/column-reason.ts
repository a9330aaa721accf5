/**
 * The reason for the choice of a column:
 * - `named`: the caller named it;
 * - `header`: its header says so;
 * - `cells`: its cells are phones, and no header said more;
 * - `not_found`: no column shows that it holds phones, and the first one that may be meant stands for all: every row is `unknown` and free.
 */
export const COLUMN_REASONS = ['named', 'header', 'cells', 'not_found'] as const;
export type ColumnReason = (typeof COLUMN_REASONS)[number];
