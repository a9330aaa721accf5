import { isDialproofError } from '../../model/errors.js';
import { readAreaCode } from '../../phone/numbering/area-code.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/row.js';
import { fold, foldedWords } from '../header/folded-header.js';
import type { NamedColumn } from '../named-column.js';

/** Headers of area codes, and the words of longer headers such as `DDD celular`. */
const HEADERS =
  `ddd, lada, clave lada, std, std code, area code, areacode, cod area, codigo area, codigo de area, cod de area, prefijo, prefijo telefonico,
  prefisso, indicativo, vorwahl, ortsvorwahl, netnummer, kengetal, riktnummer, retningsnummer, suuntanumero, kierunkowy, numer kierunkowy,
  predvolba, korzetszam, alan kodu, код города, код области, код населенного пункта, 市外局番, 区号, 區號, 지역번호, kode area, ma vung`
    .split(',')
    .map((words) => ` ${fold(words.trim())} `);

/** At least this share of the filled cells are area codes. */
const CODES_OF_FILLED = 0.8;

/**
 * The column with the area code of each row, by the first rows of a file, the header among them: the one whose header says so and whose cells are
 * few digits. Of several, the leftmost behind the phone column's left neighbour, since an area code stands beside its number.
 */
export function areaCodeColumn(rows: readonly Row[], phoneIndex: number): NamedColumn | undefined {
  const columns = [...(rows[0] ?? []).entries()]
    .filter(([index, name]) => index !== phoneIndex && saysAreaCode(name) && isOfCodes(rows, index))
    .map(([index, name]) => ({ index, name }));
  return columns.find(({ index }) => index === phoneIndex - 1) ?? columns[0];
}

/** The area code in a cell. Undefined if it is none of the country. */
export function areaCodeIn(cell: string, country: CountryCode | undefined): string | undefined {
  if (country === undefined) return undefined;
  try {
    return readAreaCode(cell, country);
  } catch (error) {
    if (isDialproofError(error)) return undefined;
    throw error;
  }
}

function saysAreaCode(header: string): boolean {
  const text = ` ${foldedWords(header)} `;
  return HEADERS.some((words) => text.includes(words));
}

function isOfCodes(rows: readonly Row[], index: number): boolean {
  const cells = rows.slice(1).map((row) => (row[index] ?? '').trim());
  const filled = cells.filter((cell) => cell !== '');
  const codes = filled.filter((cell) => /^[ ([]*0?\d{1,5}[ )\]]*$/.test(cell));
  return codes.length > 0 && codes.length >= filled.length * CODES_OF_FILLED;
}
