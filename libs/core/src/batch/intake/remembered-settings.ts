import { createHash } from 'node:crypto';
import { rememberedNote } from '../../columns/column-notes.js';
import { saysNone } from '../../columns/named-column.js';
import { notSupported, withoutNumbers } from '../../model/errors.js';
import type { ColumnSettings, FileReading, RememberedColumns, TaskNote } from '../../model/file-reading.js';
import type { Row } from '../../tables/table-block.js';
import type { FirstRows } from '../../tables/xlsx/wanted-sheet.js';
import { accountTasks, MOST_TASKS } from '../account-tasks.js';
import type { IntakeSettings } from '../batch-settings.js';
import type { UploadRequest } from './upload/upload-request.js';

/** How many of the first rows are compared with the headers of earlier files. */
const ROWS = 101;
const HASH_CHARS = 22;

/** The settings of an earlier file for one with the same header. */
export interface Recalled {
  /** The earlier settings that the request does not give. */
  readonly columns: ColumnSettings;
  /** The row of the header, from 1. */
  readonly headerRow: number;
  /** Undefined if none of the settings were taken. */
  readonly note: TaskNote | undefined;
}

/** The settings of a request that take the place of earlier ones. */
type Given = FileReading & { readonly consentDateColumn?: string | number | undefined };

/** Finds the settings for a file that begins with these rows; undefined for none. */
export type Recall = (first: FirstRows) => Promise<Recalled | undefined>;

/**
 * A hash that all files with the same header have. Undefined for an empty header, and for one with a phone number, of which nothing may be
 * stored.
 */
export function signOfHeader(header: Row): string | undefined {
  const filled = header.slice(0, 1 + header.findLastIndex((cell) => cell.trim() !== ''));
  const text = JSON.stringify(filled.map((cell) => cell.trim()));
  if (filled.length === 0 || withoutNumbers(text) !== text) return undefined;
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARS);
}

/** Code: `not_supported`, where the tasks of an account cannot be listed. */
export function assertCanRecall(
  { archive }: Pick<IntakeSettings, 'archive'>,
  { remembered }: Pick<UploadRequest, 'remembered'>,
): void {
  if (remembered === true && archive === null) throw notSupported('archive');
}

/** Undefined for a request that does not ask for earlier settings. */
export function recallOf(
  { archive }: Pick<IntakeSettings, 'archive'>,
  { accountId, remembered, ...given }: Omit<UploadRequest, 'content' | 'fileName'>,
): Recall | undefined {
  if (remembered !== true || archive === null) return undefined;
  return async (first) => {
    const signs = signsOf(first, given.headerRow);
    for await (const { file } of accountTasks(archive, accountId, MOST_TASKS)) {
      const { header, ...columns } = file.remembered ?? {};
      const headerRow = header === undefined ? undefined : signs.get(header);
      if (headerRow === undefined) continue;
      // The newest file with this header counts, also one that was read without settings.
      return Object.keys(columns).length === 0 ? undefined : recalledFor(given, columns, headerRow);
    }
    return undefined;
  };
}

/** The rows that may be the header, by their hashes: the row that the request names, or else the first rows. */
function signsOf({ rowNumbers, rows }: FirstRows, named: number | undefined): ReadonlyMap<string, number> {
  const signs = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const rowNumber = rowNumbers[index] ?? index + 1;
    if (named === undefined ? index >= ROWS : rowNumber !== named) continue;
    const sign = signOfHeader(row);
    if (sign !== undefined && !signs.has(sign)) signs.set(sign, rowNumber);
  }
  return signs;
}

/**
 * Takes the settings that the request does not give. An area code belongs to a country, so it is not taken if the request gives a country.
 */
function recalledFor(given: Given, earlier: ColumnSettings, headerRow: number): Recalled {
  const isTaken = (key: string): boolean =>
    given[key as keyof ColumnSettings] === undefined &&
    (key !== 'defaultAreaCode' || given.defaultCountry === undefined);
  const taken = Object.entries(earlier).filter(([key]) => isTaken(key));
  const columns: ColumnSettings = Object.fromEntries(taken);
  return { columns, headerRow, note: taken.length === 0 ? undefined : rememberedNote(columns) };
}

/** The settings of a request, completed by those of an earlier file. */
export function withRecalled(given: FileReading, recalled: Recalled | undefined): FileReading {
  if (recalled === undefined) return given;
  const { consentDateColumn: _, ...columns } = recalled.columns;
  return { ...given, ...columns, headerRow: given.headerRow ?? recalled.headerRow };
}

/** The settings of a file that its task keeps. `columns`: the positions of the columns that were read; undefined for none. */
export function rememberedColumns(
  header: Row,
  given: Given,
  columns: {
    readonly phone: number;
    readonly country: number | undefined;
    readonly consentDate: number | undefined;
  },
): { readonly remembered?: RememberedColumns } {
  const sign = signOfHeader(header);
  if (sign === undefined) return {};
  const { defaultAreaCode, defaultCountry, severalNumbers } = given;
  return {
    remembered: {
      header: sign,
      ...(given.phoneColumn === undefined ? {} : { phoneColumn: columns.phone }),
      ...countryColumnOf(given, columns.country),
      ...(given.consentDateColumn === undefined ? {} : { consentDateColumn: columns.consentDate ?? 'none' }),
      ...(defaultCountry === undefined ? {} : { defaultCountry }),
      ...(defaultAreaCode === undefined ? {} : { defaultAreaCode }),
      ...(severalNumbers === undefined ? {} : { severalNumbers }),
    },
  };
}

/** The country column that the request named. In a file without phones it was not read, and is not kept. */
function countryColumnOf(
  { countryColumn }: FileReading,
  read: number | undefined,
): Pick<ColumnSettings, 'countryColumn'> {
  if (countryColumn === undefined) return {};
  if (read !== undefined) return { countryColumn: read };
  return saysNone(countryColumn) ? { countryColumn: 'none' } : {};
}
