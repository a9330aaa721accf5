import { nextTurn } from '../../async/turn.js';
import type { FoundColumn } from '../../columns/found-column.js';
import { DialproofError } from '../../model/errors.js';
import { type FileReading, NOTE_LIMITS } from '../../model/file-reading.js';
import type { TaskFile } from '../../model/task.js';
import type { TableBlock } from '../../tables/table-block.js';
import { type ConsentReading, FileConsentDates } from './consent-dates.js';
import { NumberIndex } from './number-index.js';
import { type FileToOpen, notesOf, type OpenedFile, openFile } from './open-file.js';
import { type Recalled, rememberedColumns, withRecalled } from './remembered-settings.js';
import { numbersIn, type TableStart } from './table-start.js';
import { UnreadRows } from './unread-rows.js';
import { fileNameOf } from './upload/upload-request.js';

/** The file of a submit or a preview. */
export interface UploadToRead extends FileToOpen {
  readonly maxRows: number;
  readonly consent: ConsentReading;
}

/** Takes the rows of a file as they are read. */
export interface RowSink {
  /** Cells in the widest row so far, the header included. */
  readonly width: number;
  /** `numberIndexes`: for each row the index of its number, or NO_NUMBER. */
  write(rows: TableBlock, numberIndexes: readonly number[]): Promise<void>;
}

/** The steps around the reading of a file. */
export interface IntakeSteps<Sink extends RowSink> {
  /** Creates the sink for the rows. Called once it is certain that the file has rows. */
  readonly openSink: (start: TableStart) => Promise<Sink>;
  /** Called with the count of rows with a number so far. Rejects if they cannot be paid for. */
  readonly assertAffordable: (rowsWithNumber: number) => Promise<void>;
}

/** A file that was read to its end. */
export interface ReadFile<Sink extends RowSink> {
  /** Rows of data. */
  readonly total: number;
  readonly numbers: NumberIndex;
  readonly start: TableStart;
  /** The settings by which it was read. */
  readonly reading: FileReading;
  /** The settings that were taken from an earlier file. */
  readonly recalled: Recalled | undefined;
  /** The header, as wide as the widest row. */
  readonly columns: readonly string[];
  readonly facts: FileFacts;
  /** The names of a workbook's visible sheets. Empty for a .csv. */
  readonly sheets: readonly string[];
  readonly sink: Sink;
}

/** The facts of a file that are known once it was read. */
export type FileFacts = Pick<
  TaskFile,
  'name' | 'type' | 'sheet' | 'encoding' | 'phoneColumn' | 'notes' | 'unread' | 'remembered'
>;

/** Reads a file to its end, gives each number its index, and passes the rows to the sink. */
export async function readFile<Sink extends RowSink>(
  { consent, maxRows, ...upload }: UploadToRead,
  { assertAffordable, openSink }: IntakeSteps<Sink>,
): Promise<ReadFile<Sink>> {
  const file = await openFile(upload);
  const { blocks, recalled, start, table } = file;
  const reading = withRecalled(upload.reading, recalled);
  try {
    const column = consent.column ?? recalled?.columns.consentDateColumn;
    const consentDates = await FileConsentDates.find(start.found.header, { ...consent, column });
    const sink = await openSink(start);
    const numbers = new NumberIndex({ hasConsentDates: consentDates !== undefined });
    const unreadRows = new UnreadRows();
    let total = 0;
    for await (const block of blocks) {
      await nextTurn();
      total += block.count;
      if (total > maxRows) {
        throw new DialproofError('too_many_rows', { hint: `the file has more than ${maxRows} rows` });
      }
      const days = consentDates?.daysIn(block);
      const numberIndexes = numbersIn(block, start, unreadRows).map((number, row) =>
        numbers.add(number, days?.[row]),
      );
      await assertAffordable(numbers.rowsWithNumber);
      await sink.write(block, numberIndexes);
    }
    return {
      total,
      numbers,
      start,
      reading,
      recalled,
      sink,
      columns: columnNames(start.found, sink.width),
      facts: fileFacts(file, upload, {
        unreadRows,
        numbers,
        total,
        consentDates,
        given: { ...reading, consentDateColumn: column },
      }),
      sheets: table.sheets,
    };
  } finally {
    await table.close();
  }
}

function fileFacts(
  file: OpenedFile,
  { fileName, reading }: FileToOpen,
  {
    consentDates,
    given,
    numbers,
    total,
    unreadRows,
  }: {
    readonly numbers: NumberIndex;
    readonly given: Parameters<typeof rememberedColumns>[1];
    readonly unreadRows: UnreadRows;
    readonly total: number;
    readonly consentDates: FileConsentDates | undefined;
  },
): FileFacts {
  const { encoding, fileType, sheet } = file.table;
  const { byRow, dataStart, found, skippedRows, usualCountry } = file.start;
  const { index, name } = found;
  const notes = unreadRows.notes(notesOf(file, reading), { column: name, numbers, total, usualCountry });
  return {
    name: fileNameOf({ fileName }),
    type: fileType,
    sheet,
    encoding,
    phoneColumn: { index, name },
    notes: [...notes, ...(consentDates === undefined ? [] : [consentDates.note])].slice(0, NOTE_LIMITS.notes),
    unread: unreadRows.counts,
    ...(dataStart === skippedRows.length
      ? {}
      : rememberedColumns(found.header, given, {
          phone: index,
          country: byRow?.countryColumn?.index,
          consentDate: consentDates?.index,
        })),
  };
}

/** The header, as wide as the widest row. Columns beyond it have an empty name, or `column_N` if the file has no header. */
function columnNames({ header, dataStart }: FoundColumn, width: number): readonly string[] {
  const name = (position: number): string => (dataStart === 0 ? `column_${position + 1}` : '');
  return Array.from({ length: width }, (_, position) => header[position] ?? name(position));
}
