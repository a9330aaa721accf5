/** One data or header row, its cells as text. */
export type Row = readonly string[];
