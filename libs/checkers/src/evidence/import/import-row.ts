import {
  OBSERVED_APPS,
  type Observation,
  type ObservedApp,
  type PhoneRow,
  phoneInCell,
} from '@dialproof/core';
import { z } from 'zod';
import { seenTime } from '../observed.js';
import type { FoundColumns } from './import-columns.js';

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
