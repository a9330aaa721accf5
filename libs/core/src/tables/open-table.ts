import { DialproofError, withoutNumbers } from '../model/errors.js';
import type { TaskNote } from '../model/file-reading.js';
import { assertOptionNames } from '../model/options.js';
import type { FileType } from '../model/task.js';
import { type CsvOptions, csvBlocks } from './csv/csv-blocks.js';
import { encodingName } from './encodings/code-page.js';
import type { TextEncodingFound } from './encodings/text-decoding.js';
import type { TableBlock } from './table-block.js';
import type { TableLimits } from './table-limits.js';
import { UploadContent } from './upload-content.js';
import type { SheetChoice } from './xlsx/wanted-sheet.js';
import { type XlsxOptions, xlsxBlocks } from './xlsx/xlsx-blocks.js';

/** A file that is uploaded. */
export interface TableUpload {
  /** The file's own name. Its ending, in any letter case, says which type it is. */
  readonly fileName: string;
  /** Its bytes. They are read once, and always closed by `return` of their iterator. */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface TableOptions {
  readonly limits: TableLimits;
  /** The encoding of a .csv, by any name that `encodingName` knows, instead of finding it. */
  readonly encoding?: string | undefined;
  /** The name of a visible sheet of a workbook, instead of the first one that has rows. */
  readonly sheet?: string | undefined;
  /** The choice of a sheet if none is named, instead of the first one that has rows. */
  readonly sheetChoice?: SheetChoice | undefined;
  /** An existing folder for temporary files. A workbook is there while it is read, on POSIX without a name. */
  readonly tempDirectory: string;
  /** Called with each piece of the content before the piece is read. */
  readonly onPiece?: (piece: Uint8Array) => void;
  /** Ends the reading: everything is closed, and the iteration rejects with `upload_interrupted`. */
  readonly signal?: AbortSignal;
}

/** The rows of a file. */
export interface Table {
  readonly fileType: FileType;
  /** The name of the sheet with the rows, known from the first block on. Null for a .csv. */
  readonly sheet: string | null;
  /** The names of a workbook's visible sheets in the order of their tabs, known from the first block on. Empty for a .csv. */
  readonly sheets: readonly string[];
  /** The encoding of a .csv by the name that `encodingName` has for it, known once all blocks were read. Null for a workbook. */
  readonly encoding: string | null;
  /** The decisions that were made in reading, known once all blocks were read. */
  readonly notes: readonly TaskNote[];
  /**
   * The rows in their order, the header row included, in blocks of up to 100. Empty rows are left out. Rows have as many cells as in the
   * file. A file without rows gives no block.
   *
   * It can be iterated once, and reads nothing before that. Its end closes everything, also after an early exit, an error or an abort. A
   * table that may not be iterated is closed by `close`.
   * Codes: `malformed_file`, `too_many_columns`, `cell_too_large`, `file_too_large`, `sheet_not_found`, `upload_interrupted`,
   * `storage_unavailable` (the temporary file cannot be written).
   */
  readonly blocks: AsyncIterable<TableBlock>;
  /**
   * Closes the content and the temporary file, whether or not anything was read. A pending read rejects with `upload_interrupted`. Safe
   * twice.
   */
  close(): Promise<void>;
}

/**
 * Opens an uploaded file as rows of text. If its name ends in neither .csv nor .xlsx, closes the content unread and rejects with
 * `unsupported_file_type`; likewise with `unsupported_encoding`, and with `sheet_not_found` if a sheet of a .csv is named.
 */
export async function openTable(upload: TableUpload, options: TableOptions): Promise<Table> {
  assertOptionNames('openTable', options, {
    encoding: true,
    limits: true,
    onPiece: true,
    sheet: true,
    sheetChoice: true,
    signal: true,
    tempDirectory: true,
  });
  const content = new UploadContent(upload.content, {
    maxBytes: options.limits.maxFileBytes,
    onPiece: options.onPiece,
    signal: options.signal,
  });
  try {
    return tableOf(content, upload.fileName, options);
  } catch (error) {
    await content.close();
    throw error;
  }
}

/** Codes: `unsupported_file_type`, `unsupported_encoding`, `sheet_not_found`. */
function tableOf(content: UploadContent, fileName: string, options: TableOptions): Table {
  const fileType = fileTypeOf(fileName);
  if (fileType === undefined) {
    throw new DialproofError('unsupported_file_type', {
      hint: `the file's name must end in .csv or .xlsx, it ${nameEnding(fileName)}`,
    });
  }
  // Validated for workbooks too, which declare their own encoding.
  const encoding = options.encoding === undefined ? undefined : encodingName(options.encoding);
  if (fileType === 'xlsx') return xlsxTable(content, options);
  if (options.sheet === undefined) return csvTable(content, { limits: options.limits, encoding });
  // Refused, since an ignored name would seem to have an effect.
  throw new DialproofError('sheet_not_found', {
    hint: 'a .csv file has no sheets; leave sheet=NAME out, or send the workbook',
  });
}

function xlsxTable(content: UploadContent, options: XlsxOptions): Table {
  let sheet: string | null = null;
  let sheets: readonly string[] = [];
  let notes: readonly TaskNote[] = [];
  const blocks = xlsxBlocks(content, options, {
    onWorkbook(names) {
      sheets = names;
    },
    onSheet(name) {
      sheet = name;
    },
    onPassed(name) {
      notes = [sheetNote(name)];
    },
  });
  return {
    fileType: 'xlsx',
    encoding: null,
    blocks,
    close: () => closeTable(content, blocks),
    get notes() {
      return notes;
    },
    get sheet() {
      return sheet;
    },
    get sheets() {
      return sheets;
    },
  };
}

function csvTable(content: UploadContent, options: CsvOptions): Table {
  let found: TextEncodingFound | undefined;
  const blocks = csvBlocks(content, options, (encoding) => {
    found = encoding;
  });
  return {
    fileType: 'csv',
    sheet: null,
    sheets: [],
    blocks,
    close: () => closeTable(content, blocks),
    get encoding() {
      return found?.name ?? null;
    },
    get notes() {
      return found?.isGuessed ? [guessedNote(found.name)] : [];
    },
  };
}

/** Closes the content here, since `return` of a generator that was never started closes nothing. */
async function closeTable(content: UploadContent, blocks: AsyncGenerator<TableBlock>): Promise<void> {
  await content.close();
  await blocks.return(undefined).catch(() => {});
}

function guessedNote(encoding: string): TaskNote {
  return {
    code: 'encoding_guessed',
    hint: `the file does not say its encoding, and was read as ${encoding}; encoding=NAME names another one`,
    values: [encoding],
  };
}

function sheetNote(name: string): TaskNote {
  return {
    code: 'sheet_chosen',
    hint: `the sheet ${JSON.stringify(name)} is read, the first visible one that holds phone numbers; sheet=NAME names another one`,
    values: [name],
  };
}

function fileTypeOf(fileName: string): FileType | undefined {
  const ending = /\.(csv|xlsx)$/i.exec(fileName)?.[1]?.toLowerCase();
  return ending === 'csv' || ending === 'xlsx' ? ending : undefined;
}

/** The fault in the name, and the remedy. */
function nameEnding(fileName: string): string {
  const ending = /\.[^./\\]{1,16}$/.exec(withoutNumbers(fileName))?.[0];
  if (ending === undefined) return 'has no such ending: add the one that it is';
  const isText = /^\.(?:txt|tsv|tab)$/i.test(ending);
  return `ends in ${ending}: ${isText ? 'name it .csv if it is a table' : 'save it as one of the two'}`;
}
