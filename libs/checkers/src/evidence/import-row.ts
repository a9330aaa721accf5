import {
  DialproofError,
  OBSERVED_APPS,
  type Observation,
  type ObservedApp,
  type PhoneFile,
  type PhoneRow,
  phoneInCell,
} from '@dialproof/core';
import { z } from 'zod';
import { seenTime } from './evidence-checker.js';

/** Headers of the columns, in any case of letters; `_`, `-` and spaces are the same. */
export interface ImportColumns {
  /** Default: the phone column, found as in files for verification: `number`, `phone` and so on. */
  readonly number?: string;
  /** Default `app`. */
  readonly app?: string;
  /** Default `seen at` or `last seen`. */
  readonly seenAt?: string;
}

/** The positions of the columns beside the one of the numbers. */
interface FoundColumns {
  readonly app: number;
  readonly seenAt: number;
}

const USUAL_HEADERS = { app: ['app'], seenAt: ['seen at', 'last seen'] } as const;

/** Finds the columns by the header of a file. Throws `column_not_found`. */
export function findColumns(file: PhoneFile, columns: ImportColumns): FoundColumns {
  if (!file.hasHeader || file.phoneColumn === null) {
    const what = file.hasHeader ? 'a column with phone numbers' : 'a header row';
    throw new DialproofError('column_not_found', { hint: `expected ${what}, found none` });
  }
  return { app: find('app', file, columns), seenAt: find('seenAt', file, columns) };
}

/** Returns the leftmost of equal headers. */
function find(
  column: keyof typeof USUAL_HEADERS,
  { columns: header }: PhoneFile,
  columns: ImportColumns,
): number {
  const named = columns[column];
  const wanted = named === undefined ? USUAL_HEADERS[column] : [named];
  const index = header.findIndex((name) => wanted.some((one) => plain(one) === plain(name)));
  if (index >= 0) return index;
  throw new DialproofError('column_not_found', {
    hint: `expected a column ${wanted.join(' or ')}, found ${listed(header)}; the option columns.${column} names another one`,
  });
}

function plain(header: string): string {
  return header
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
}

const MAX_LISTED = 20;
const MAX_LISTED_CHARS = 40;

function listed(header: readonly string[]): string {
  const texts = header.slice(0, MAX_LISTED).map((text) => text.trim().slice(0, MAX_LISTED_CHARS));
  const more = header.length > MAX_LISTED ? ` and ${header.length - MAX_LISTED} more` : '';
  return `${texts.join(', ')}${more}`;
}

/** The reasons why rows are left out. */
export const SKIP_REASONS = ['no_number', 'unknown_app', 'malformed_time', 'impossible_time'] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];

/** A row that is left out. The hint has the expected and the found value, and never a number, since it may reach logs. */
export interface SkippedRow {
  readonly reason: SkipReason;
  readonly hint: string;
}

export interface RowReading {
  readonly columns: FoundColumns;
  readonly defaultCountry: string | undefined;
  readonly source: string;
  readonly now: number;
}

/** Reads a row: an observation, or the reason why it is left out. */
export function readRow({ cells, number }: PhoneRow, reading: RowReading): Observation | SkippedRow {
  const { columns, defaultCountry, source, now } = reading;
  const cell = (index: number) => (cells[index] ?? '').trim();
  if (number === null) return { reason: 'no_number', hint: NO_NUMBER };
  const app = appNamed(cell(columns.app));
  if (app === undefined) {
    return skipped(
      'unknown_app',
      `expected ${OBSERVED_APPS.join(' or ')}`,
      cell(columns.app),
      defaultCountry,
    );
  }
  const time = timeOf(cell(columns.seenAt));
  if (time === undefined) {
    return skipped(
      'malformed_time',
      'expected ISO 8601 or seconds since 1970',
      cell(columns.seenAt),
      defaultCountry,
    );
  }
  const seenAt = seenTime(time, now);
  if (seenAt === undefined) {
    return skipped(
      'impossible_time',
      'expected a time from 2009 until now',
      cell(columns.seenAt),
      defaultCountry,
    );
  }
  return { number, app, seenAt, source };
}

const NO_NUMBER =
  'expected one phone number with + and the calling code; without them, name the default country';
const MAX_SHOWN_CHARS = 40;

function skipped(
  reason: SkipReason,
  expected: string,
  found: string,
  defaultCountry: string | undefined,
): SkippedRow {
  // Columns that are mixed up may put one here.
  const { number } = phoneInCell(found, defaultCountry === undefined ? {} : { defaultCountry });
  const shown = number !== null ? 'a phone number' : JSON.stringify(found.slice(0, MAX_SHOWN_CHARS));
  return { reason, hint: `${expected}, found ${shown}` };
}

function appNamed(text: string): ObservedApp | undefined {
  const name = text.toLowerCase();
  return OBSERVED_APPS.find((app) => app === name);
}

const SECONDS = /^\d{1,13}(\.\d+)?$/;
/** Times as databases and people write them: a date alone, a space instead of the T, no seconds, hours alone for the zone. */
const LOOSE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)? ?(?:Z|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;
const TIME = z.iso.datetime({ offset: true });

/** Milliseconds since 1970. A time without a zone is UTC, and a date its first moment: the machine's own zone differs by machine. */
function timeOf(text: string): number | undefined {
  if (SECONDS.test(text)) return Number(text) * 1_000;
  const [, date, time = '00:00', seconds = ':00', hours, minutes = '00'] = LOOSE_TIME.exec(text) ?? [];
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const written = `${date}T${time}${seconds}${zone}`;
  return TIME.safeParse(written).success ? Date.parse(written) : undefined;
}
