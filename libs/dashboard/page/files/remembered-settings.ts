import type { FileSettings, Preview } from '@dialproof/client';
import { keepText, keptValue } from '../app/kept-text.js';

const KEPT_AS = 'dialproof-file-settings';
const MOST = 50;

/**
 * A key for the header of a file: files with the same columns have the same key. It is a hash, since a file without a header begins with
 * personal data.
 */
export function signOfHeader({ columns, column_count: count }: Preview): string {
  const text = JSON.stringify([count, ...columns.map(({ name }) => name)]);
  // FNV-1a, twice over 32 bits, since `crypto.subtle` exists only on pages over https.
  let [low, high] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(text.length - 1 - at), 0x01000193);
  }
  return `${(low >>> 0).toString(36)}-${(high >>> 0).toString(36)}`;
}

/** The settings of the last file with this header, as far as they apply to this one; undefined if this browser has verified none. */
export function settingsFor(sign: string, { sheets }: Pick<Preview, 'sheets'>): FileSettings | undefined {
  const settings = readAll().find((entry) => entry.sign === sign)?.settings;
  return settings && recallable(settings, sheets);
}

/** Without a sheet that this file lacks, and without the column and the header row that were chosen in it. */
export function recallable(settings: FileSettings, sheets: readonly string[]): FileSettings | undefined {
  if (settings.sheet === undefined || sheets.includes(settings.sheet)) return settings;
  const { header_row: _row, phone_column_index: _column, sheet: _sheet, ...others } = settings;
  return isPlain(others) ? undefined : others;
}

/** Remembers how a file was read. */
export function rememberSettings(sign: string, settings: FileSettings): void {
  const others = readAll().filter((entry) => entry.sign !== sign);
  const entries = isPlain(settings) ? others : [{ sign, settings }, ...others].slice(0, MOST);
  keepText('browser', KEPT_AS, JSON.stringify(entries));
}

function isPlain(settings: FileSettings): boolean {
  return Object.values(settings).every((value) => value === undefined);
}

interface Entry {
  readonly sign: string;
  readonly settings: FileSettings;
}

function readAll(): readonly Entry[] {
  const entries = keptValue('browser', KEPT_AS);
  return Array.isArray(entries) ? entries : [];
}
