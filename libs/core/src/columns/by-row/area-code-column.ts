import { Turn } from '../../async/turn.js';
import { isDialproofError } from '../../model/errors.js';
import { readAreaCode } from '../../phone/numbering/area-code.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { callingCodeOf } from '../../phone/numbering/national-number.js';
import type { Row } from '../../tables/table-block.js';
import { fold, foldedWords } from '../header-words.js';
import type { NamedColumn } from '../named-column.js';

/** Headers of area codes. */
const HEADERS = wordsOf(
  `ddd, lada, clave lada, std code, area code, areacode, cod area, codigo area, codigo de area, cod de area, prefijo,
  prefijo telefonico, prefisso, indicativo, vorwahl, ortsvorwahl, netnummer, kengetal, riktnummer, retningsnummer, suuntanumero,
  numer kierunkowy, predvolba, korzetszam, alan kodu, код города, код міста, код области, 市外局番, 区号, 區號, 지역번호, kode area, ma vung`,
);

/** Headers of area codes or calling codes, which never begin with a zero. */
const AREA_OR_CALLING_CODES = wordsOf(
  `code phone, phone code, code tel, tel code, dial code, dialing code, dialling code, код телефона, код телефону, телефонный код,
  телефонний код`,
);

/** Longer headers are ignored: a hostile file has thousands of them. */
const MAX_HEADER = 60;
/** Longer cells are not area codes. */
const MAX_CELL = 20;
/** At least this share of the filled cells are area codes. */
const CODES_OF_FILLED = 0.8;
/** More digits are more likely a postal code, unless they begin with a trunk zero. */
const MOST_DIGITS = 4;

/** The number of digits of an area code, for calling codes with one length for all: North America and Brazil. */
const LENGTHS: Readonly<Record<string, number>> = { '1': 3, '55': 2 };

/**
 * The column with the area code of each row, by the first rows of a file, the header included. Its header means area codes, with no other
 * words than those of the phone column, and its cells have few digits. Undefined if several columns qualify.
 */
export async function areaCodeColumn(
  rows: readonly Row[],
  phone: NamedColumn,
): Promise<NamedColumn | undefined> {
  const turn = new Turn();
  const phoneWords = new Set(foldedWords(phone.name).split(' '));
  const found: NamedColumn[] = [];
  for (const [index, name] of (rows[0] ?? []).entries()) {
    if (turn.isLong) await turn.next();
    if (index === phone.index || name.length > MAX_HEADER) continue;
    const isCode = codesBelow(name, phoneWords);
    if (isCode !== undefined && isOfCodes(rows, index, isCode)) found.push({ index, name });
  }
  return found.length === 1 ? found[0] : undefined;
}

/** The area code in a cell. Undefined if the country has no such code. */
export function areaCodeIn(cell: string, country: CountryCode | undefined): string | undefined {
  if (country === undefined || cell.length > MAX_CELL) return undefined;
  try {
    const code = readAreaCode(cell, country);
    const length = LENGTHS[callingCodeOf(country)];
    return length === undefined || code.length === length ? code : undefined;
  } catch (error) {
    if (isDialproofError(error)) return undefined;
    throw error;
  }
}

/** Whether a cell is the calling code of the given country: many exports call that an area code. */
export function isOwnCallingCode(cell: string, country: CountryCode | undefined): boolean {
  return (
    country !== undefined && cell.length <= MAX_CELL && cell.replace(/\D/g, '') === callingCodeOf(country)
  );
}

function wordsOf(headers: string): readonly string[] {
  return headers.split(',').map((words) => ` ${fold(words.trim())} `);
}

/** The test for area codes in cells below a header. Undefined if the header does not mean area codes. */
function codesBelow(
  header: string,
  phoneWords: ReadonlySet<string>,
): ((cell: string) => boolean) | undefined {
  if (saysOneOf(HEADERS, header, phoneWords)) return isCode;
  if (saysOneOf(AREA_OR_CALLING_CODES, header, phoneWords)) return isCodeBehindZero;
  return undefined;
}

/** Whether a header has one of these words, and no others than the header of the phones. */
function saysOneOf(headers: readonly string[], header: string, phoneWords: ReadonlySet<string>): boolean {
  const text = ` ${foldedWords(header)} `;
  const words = headers
    .filter((one) => text.includes(one))
    .toSorted((one, other) => other.length - one.length)[0];
  if (words === undefined) return false;
  const rest = text.replace(words, ' ').trim();
  return rest === '' || rest.split(' ').every((word) => phoneWords.has(word));
}

function isOfCodes(rows: readonly Row[], index: number, isOne: (cell: string) => boolean): boolean {
  const cells = rows.slice(1).map((row) => (row[index] ?? '').slice(0, MAX_CELL + 1).trim());
  const filled = cells.filter((cell) => cell !== '');
  const codes = filled.filter(isOne);
  return codes.length > 0 && codes.length >= filled.length * CODES_OF_FILLED;
}

function isCode(cell: string): boolean {
  const [, digits = ''] = /^[ ([]*(\d{1,6})[ )\]]*$/.exec(cell) ?? [];
  return digits !== '' && (digits.length <= MOST_DIGITS || digits.startsWith('0'));
}

function isCodeBehindZero(cell: string): boolean {
  return isCode(cell) && /^[ ([]*0[1-9]/.test(cell);
}
