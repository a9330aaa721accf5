import type { FileReading, UnreadReason } from '../model/file-reading.js';
import type { E164 } from '../model/identifiers.js';
import { assertOptionNames } from '../model/options.js';
import { type CellRead, isNumber } from './cells/cell-reading.js';
import { type CellReading, readCell } from './cells/phone-cell.js';
import { readAreaCode } from './numbering/area-code.js';
import { countryCode } from './numbering/country-code.js';

/** The settings of a submit that concern a single cell. */
export type CellSettings = Pick<FileReading, 'defaultAreaCode' | 'defaultCountry' | 'severalNumbers'>;

/** The number in a cell, or the reason why it holds none. */
export interface PhoneInCell {
  /** In E.164. Null if the cell holds no number, or if it is unclear which. */
  readonly number: E164 | null;
  /** Null if the cell holds a number. */
  readonly reason: UnreadReason | null;
}

/**
 * Reads one cell as files are read. Labels, extensions and notes around a number are ignored. Digits without + or 00 are read as an
 * international number if they are plainly one, and as a national number with a `defaultCountry`. `openPhoneFile` may read a cell
 * differently, since it also knows the column and the row. Codes: `invalid_country`, `invalid_area_code`.
 */
export function phoneInCell(cell: string, settings: CellSettings = {}): PhoneInCell {
  assertOptionNames('phoneInCell', settings, {
    defaultAreaCode: true,
    defaultCountry: true,
    severalNumbers: true,
  });
  return phoneInRead(readCell(cell, cellReading(settings)));
}

export function phoneInRead(read: CellRead): PhoneInCell {
  return isNumber(read) ? { number: read, reason: null } : { number: null, reason: read.reason };
}

/** The caller's settings, validated. */
export function cellReading({ defaultAreaCode, defaultCountry, severalNumbers }: CellSettings): CellReading {
  const country = defaultCountry === undefined ? undefined : countryCode(defaultCountry);
  const areaCode = defaultAreaCode === undefined ? undefined : readAreaCode(defaultAreaCode, country);
  return { defaultCountry: country, areaCode, severalNumbers };
}
