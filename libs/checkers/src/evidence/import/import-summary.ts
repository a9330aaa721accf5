import { SKIP_REASONS, type SkippedRow, type SkipReason } from './import-row.js';

/** The rows that were left out for one reason. */
export interface SkippedRows {
  readonly count: number;
  /** The first five. `row` is its row in a spreadsheet, counted from 1. */
  readonly examples: readonly { readonly row: number; readonly hint: string }[];
}

export interface ImportSummary {
  /** Recorded rows, including those with a newer observation of their number in the store. */
  readonly recorded: number;
  readonly skipped: number;
  readonly reasons: Readonly<Record<SkipReason, SkippedRows>>;
}

const MAX_EXAMPLES = 5;

/** Counts the rows of an import. */
export class ImportCounts {
  recorded = 0;
  readonly #skipped = new Map<SkipReason, { count: number; examples: { row: number; hint: string }[] }>();

  skip(row: number, { reason, hint }: SkippedRow): void {
    const skipped = this.#of(reason);
    skipped.count += 1;
    if (skipped.examples.length < MAX_EXAMPLES) skipped.examples.push({ row, hint });
    this.#skipped.set(reason, skipped);
  }

  summary(): ImportSummary {
    const reasons = {
      no_number: this.#of('no_number'),
      unknown_app: this.#of('unknown_app'),
      malformed_time: this.#of('malformed_time'),
      impossible_time: this.#of('impossible_time'),
    };
    const skipped = SKIP_REASONS.reduce((count, reason) => count + reasons[reason].count, 0);
    return { recorded: this.recorded, skipped, reasons };
  }

  #of(reason: SkipReason) {
    return this.#skipped.get(reason) ?? { count: 0, examples: [] };
  }
}
