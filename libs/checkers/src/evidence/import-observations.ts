import {
  assertOptionNames,
  type Clock,
  type Observation,
  type ObservationStore,
  openPhoneFile,
  type PhoneFile,
  systemClock,
} from '@dialproof/core';
import {
  findColumns,
  type ImportColumns,
  type RowReading,
  readRow,
  SKIP_REASONS,
  type SkippedRow,
  type SkipReason,
} from './import-row.js';

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
class ImportCounts {
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

export interface ImportOptions {
  /** Headers of the columns that are not the usual ones. */
  readonly columns?: ImportColumns;
  /** The country of numbers that are written without + or 00, as for files that are verified: two letters. Default none. */
  readonly defaultCountry?: string;
  /** The `source` of the observations: at most 40 of the characters a-z, 0-9, `_`, `-` and `.`. Default `import`. */
  readonly source?: string;
  /** Tells which times are in the future. Default the machine's own clock. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Called with the counts so far, after each batch that was recorded. */
  readonly onProgress?: (summary: ImportSummary) => void;
  /** Ends the import. What was recorded until then stays. */
  readonly signal?: AbortSignal;
}

/** The number of rows that are recorded at once. Recording waits for the disk, which took most of the time with batches of 1,000. */
const BATCH_ROWS = 5_000;

const SOURCE = /^[a-z0-9_.-]{1,40}$/;

/** Rows are read one after the other and not kept, so a file may be of any length. */
const LIMITS = { maxFileBytes: Number.POSITIVE_INFINITY, maxTableChars: Number.POSITIVE_INFINITY };

/**
 * Records the operator's own observations from a .csv with a header row: a number, an app (`whatsapp` or `telegram`, in any case of letters)
 * and when it was seen there, in ISO 8601 (UTC where no zone is written) or seconds since 1970. Numbers, encodings and delimiters are
 * read as in files that are verified. Rows that cannot be read are left out and counted. Importing a file again changes nothing.
 *
 * The content is read no faster than it is recorded, and always closed. Rejects with `empty_file`, `column_not_found`, `malformed_file`,
 * `cell_too_large`, `too_many_columns`, `invalid_country`, `upload_interrupted` (by the signal, too), TypeError for a malformed `source`,
 * and with what the store rejects with. What was recorded before stays.
 */
export async function importObservations(
  content: AsyncIterable<Uint8Array>,
  store: Pick<ObservationStore, 'record'>,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  assertOptionNames('importObservations', options, {
    clock: true,
    columns: true,
    defaultCountry: true,
    onProgress: true,
    signal: true,
    source: true,
  });
  const { defaultCountry, onProgress, signal } = options;
  const number = options.columns?.number;
  const file = await openPhoneFile(
    { fileName: 'observations.csv', content },
    {
      limits: LIMITS,
      ...(signal === undefined ? {} : { signal }),
      ...(defaultCountry === undefined ? {} : { defaultCountry }),
      ...(number === undefined ? {} : { phoneColumn: number }),
    },
  );
  const counts = new ImportCounts();
  let batch: Observation[] = [];
  const recordBatch = async () => {
    if (batch.length > 0) await store.record(batch);
    counts.recorded += batch.length;
    batch = [];
    onProgress?.(counts.summary());
  };
  try {
    const reading = rowReading(file, options);
    for await (const row of file.rows) {
      const read = readRow(row, reading);
      if ('reason' in read) counts.skip(row.row, read);
      else batch.push(read);
      if (batch.length >= BATCH_ROWS) await recordBatch();
    }
    await recordBatch();
    return counts.summary();
  } finally {
    await file.close();
  }
}

function rowReading(file: PhoneFile, options: ImportOptions): RowReading {
  const { columns = {}, defaultCountry, source = 'import', clock = systemClock } = options;
  if (!SOURCE.test(source)) {
    throw new TypeError('option source must be 1 to 40 of the characters a-z, 0-9, _, - and .');
  }
  return { columns: findColumns(file, columns), defaultCountry, source, now: clock.now() };
}
