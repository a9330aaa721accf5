import type { E164 } from '../model/e164.js';
import type { CellReading } from '../phone/cells/cell-reading.js';
import {
  isVariedNational,
  LONG_NATIONAL_COUNTRIES,
  type LongNationalCountry,
  mayBeLongNational,
} from '../phone/cells/long-national.js';
import { readPhoneCell } from '../phone/cells/phone-cell.js';
import { isFirstGroup } from '../phone/cells/shown-calling-code.js';
import { spreadsheetDigits } from '../phone/cells/spreadsheet-number.js';
import { foldToAscii } from '../phone/fold-to-ascii.js';
import { leadingCallingCode } from '../phone/numbering/calling-code.js';
import { callingCodeOf } from '../phone/numbering/national-number.js';

/** Digits alone are believed to begin with a calling code if at least one of so many can be nothing else. */
const ONE_SURE_OF = 5;

/** So many different beginnings, all of numbers abroad, are not found among the national numbers of countries that have more. */
const MANY_BEGINNINGS = 10;
const BEGINNING_DIGITS = 7;

/** The phones of a column that has no country. */
interface WrittenPhones {
  /** Digits alone that are read as beginning with a calling code. */
  readonly bare: readonly string[];
  /** The calling codes of the others, which show theirs. */
  readonly shownCodes: ReadonlySet<string>;
}

/**
 * The countries that digits alone may be national numbers of, though they can be read as numbers abroad. Nothing else in the column
 * decides it: neither the same calling code behind a plus sign nor digits that can only begin with one.
 */
export function doubtfulCountries(
  cells: readonly string[],
  reading: CellReading,
): readonly LongNationalCountry[] {
  const phones = writtenPhones(cells, reading);
  return phones.bare.length === 0
    ? []
    : LONG_NATIONAL_COUNTRIES.filter((country) => isDoubtful(country, phones));
}

/** The cells that are not read where these countries are in doubt. */
export function doubtfulCells(
  cells: readonly string[],
  reading: CellReading,
  nationalOf: readonly LongNationalCountry[],
): readonly string[] {
  if (nationalOf.length === 0) return [];
  return cells.filter(
    (cell) =>
      readPhoneCell(cell, reading) !== undefined &&
      readPhoneCell(cell, { ...reading, nationalOf }) === undefined,
  );
}

function isDoubtful(country: LongNationalCountry, { bare, shownCodes }: WrittenPhones): boolean {
  const doubtful = bare.filter((digits) => mayBeLongNational(digits, country));
  if (doubtful.length === 0) return false;
  const ownCode = callingCodeOf(country);
  if (shownCodes.has(ownCode) || bare.some((digits) => codeOf(digits) === ownCode)) return true;
  if (doubtful.every((digits) => shownCodes.has(codeOf(digits)))) return false;
  const sure = bare.length - doubtful.length;
  if (sure * ONE_SURE_OF > bare.length) return false;
  const beginnings = new Set(doubtful.map((digits) => digits.slice(0, BEGINNING_DIGITS)));
  return !isVariedNational(country) || beginnings.size < MANY_BEGINNINGS;
}

function writtenPhones(cells: readonly string[], reading: CellReading): WrittenPhones {
  const bare: string[] = [];
  const shownCodes = new Set<string>();
  for (const cell of cells) {
    const number = readPhoneCell(cell, reading);
    if (number === undefined) continue;
    const digits = number.slice(1);
    const isWritten = readPhoneCell(cell, { ...reading, isNational: true }) !== undefined;
    if (isWritten || isGroupedBehindCode(cell, number)) shownCodes.add(codeOf(digits));
    else bare.push(digits);
  }
  return { bare, shownCodes };
}

/** Whether separators stand behind the calling code, and not between thousands. */
function isGroupedBehindCode(cell: string, number: E164): boolean {
  const text = foldToAscii(cell).trim();
  const digits = number.slice(1);
  return spreadsheetDigits(text) === undefined && isFirstGroup(codeOf(digits), text, digits, number);
}

function codeOf(digits: string): string {
  return leadingCallingCode(digits)?.code ?? '';
}
