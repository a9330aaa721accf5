import type { E164 } from '../model/e164.js';
import type { FileReading } from '../model/file-reading.js';
import { assertOptionNames } from '../model/option-names.js';
import type { UnreadReason } from '../model/unread-reason.js';
import { isNumber } from './cells/cell-read.js';
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
 * Reads one cell as files are read: labels, extensions and notes around a number are understood, and digits without + with a `defaultCountry`. A
 * file shows more than a cell does: `openPhoneFile` reads each cell by its column and its row. Codes: `invalid_country`, `invalid_area_code`.
 */
export function phoneInCell(cell: string, settings: CellSettings = {}): PhoneInCell {
  assertOptionNames('phoneInCell', settings, {
    defaultAreaCode: true,
    defaultCountry: true,
    severalNumbers: true,
  });
  const read = readCell(cell, cellReading(settings));
  return isNumber(read) ? { number: read, reason: null } : { number: null, reason: read.reason };
}

/** The caller's settings, validated. */
export function cellReading({ defaultAreaCode, defaultCountry, severalNumbers }: CellSettings): CellReading {
  const country = defaultCountry === undefined ? undefined : countryCode(defaultCountry);
  const areaCode = defaultAreaCode === undefined ? undefined : readAreaCode(defaultAreaCode, country);
  return { defaultCountry: country, areaCode, severalNumbers };
}
