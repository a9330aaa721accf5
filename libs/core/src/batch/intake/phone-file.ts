import { tmpdir } from 'node:os';
import type { NamedColumn } from '../../columns/named-column.js';
import { DialproofError } from '../../model/errors.js';
import type { FileReading, TaskNote, UnreadReason } from '../../model/file-reading.js';
import type { E164 } from '../../model/identifiers.js';
import { assertOptionNames } from '../../model/options.js';
import type { FileType } from '../../model/task.js';
import type { Row } from '../../tables/table-block.js';
import { readTableLimits, type TableLimits } from '../../tables/table-limits.js';
import { byteStream } from '../../tables/upload-content.js';
import { notesOf, type OpenedFile, openFile } from './open-file.js';
import { phoneOf } from './table-start.js';

/** A file with phone numbers. */
export interface PhoneUpload {
  /** The file's own name. Its ending, .csv or .xlsx in any letter case, says which type it is. */
  readonly fileName: string;
  /** Its bytes, as a stream or in one piece. They are read once, and always closed by `return` of their iterator. */
  readonly content: AsyncIterable<Uint8Array> | Uint8Array;
}

/** The settings of a submit, each optional, with the limits and the folder for reading. */
export interface PhoneFileOptions extends FileReading {
  /** A limit that is left out has the value of `DEFAULT_TABLE_LIMITS`. */
  readonly limits?: Partial<TableLimits>;
  /** An existing folder for temporary files, such as a workbook while it is read. Default: that of the system. */
  readonly tempDirectory?: string;
  /** Ends the reading: everything is closed, and the iteration rejects with `upload_interrupted`. */
  readonly signal?: AbortSignal;
}

/** A row of data. */
export interface PhoneRow {
  /** The row in the file, counted from 1 as a spreadsheet shows it. */
  readonly row: number;
  /** Its cells, as many as in the file. */
  readonly cells: Row;
  /** The number in its phone cell. Null where there is none, and where no column holds phones. */
  readonly number: E164 | null;
  /** Why its phone cell holds no number. Null where it holds one, and where no column holds phones. */
  readonly reason: UnreadReason | null;
}

/** A file as `submit` reads it. */
export interface PhoneFile {
  readonly fileType: FileType;
  /** The name of the sheet that is read. Null for a .csv. */
  readonly sheet: string | null;
  /** The names of a workbook's visible sheets in the order of their tabs. Empty for a .csv. */
  readonly sheets: readonly string[];
  /** The rows above the header, such as titles. They are not data. */
  readonly skippedRows: readonly Row[];
  /** Whether the file has a header. If not, its first row is data, and its columns are called `phone`, `column_2` and so on. */
  readonly hasHeader: boolean;
  /** The header. Rows may have more cells. */
  readonly columns: readonly string[];
  /** Null where no column shows that it holds phones. */
  readonly phoneColumn: NamedColumn | null;
  /** The column that says the country of each row's phone. Null if there is none. */
  readonly countryColumn: NamedColumn | null;
  /** The decisions of the reader that the caller may want to change. `encoding_guessed` is added once all rows were read. */
  readonly notes: readonly TaskNote[];
  /** The encoding of a .csv by its WHATWG name, known once all rows were read. Null for a workbook. */
  readonly encoding: string | null;
  /**
   * The rows of data in their order, without empty ones. They can be iterated once; the end of the iteration, also an early one, closes
   * everything. Codes: `malformed_file`, `too_many_columns`, `cell_too_large`, `file_too_large`, `upload_interrupted`,
   * `storage_unavailable`.
   */
  readonly rows: AsyncIterable<PhoneRow>;
  /**
   * Closes the content and the temporary file. Rows that were not iterated to their end reject with `upload_interrupted` from then on. Safe
   * twice.
   */
  close(): Promise<void>;
}

/**
 * Opens a .csv or .xlsx file as `submit` reads it: finds its header, the columns of phones and of countries, and how its phones are
 * written, and then gives its rows with their numbers. It stores and checks nothing.
 *
 * Rejects, with everything closed, with `unsupported_file_type`, `unsupported_encoding`, `empty_file`, `column_not_found`,
 * `header_row_not_found`, `sheet_not_found`, `invalid_country`, `invalid_area_code` and the codes of the rows.
 */
export async function openPhoneFile(upload: PhoneUpload, options: PhoneFileOptions = {}): Promise<PhoneFile> {
  assertOptionNames('openPhoneFile', options, {
    countryColumn: true,
    defaultAreaCode: true,
    defaultCountry: true,
    encoding: true,
    headerRow: true,
    limits: true,
    phoneColumn: true,
    severalNumbers: true,
    sheet: true,
    signal: true,
    tempDirectory: true,
  });
  const { limits, signal, tempDirectory = tmpdir(), ...reading } = options;
  const file = await openFile({
    fileName: upload.fileName,
    content: byteStream(upload.content),
    limits: readTableLimits('limits', limits),
    tempDirectory,
    ...(signal === undefined ? {} : { signal }),
    reading,
  });
  const { start, table } = file;
  const { header, holdsPhones, index, name } = start.found;
  const closing = new AbortController();
  return {
    fileType: table.fileType,
    sheet: table.sheet,
    sheets: table.sheets,
    skippedRows: start.skippedRows,
    hasHeader: start.dataStart > start.skippedRows.length,
    columns: header,
    phoneColumn: holdsPhones ? { index, name } : null,
    countryColumn: start.byRow?.countryColumn ?? null,
    rows: rowsOf(file, [closing.signal, ...(signal === undefined ? [] : [signal])]),
    async close() {
      closing.abort();
      await table.close();
    },
    get encoding() {
      return table.encoding;
    },
    get notes() {
      return notesOf(file, reading);
    },
  };
}

/** Rejects once the file is closed: otherwise a part of the rows would look like all of them. */
async function* rowsOf(
  { blocks, start }: OpenedFile,
  closing: readonly AbortSignal[],
): AsyncGenerator<PhoneRow> {
  for await (const block of blocks) {
    for (let row = 0; row < block.count; row += 1) {
      assertOpen(closing);
      const cells = block.row(row);
      yield { row: block.rowNumbers[row] ?? 0, cells, ...phoneOf(start, cells) };
    }
  }
  assertOpen(closing);
}

function assertOpen(closing: readonly AbortSignal[]): void {
  if (closing.some(({ aborted }) => aborted))
    throw new DialproofError('upload_interrupted', { hint: 'the file was closed before its last row' });
}
