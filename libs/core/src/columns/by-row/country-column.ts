import { Turn } from '../../async/turn.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/table-block.js';
import { widthOf } from '../found-column.js';
import { fold, foldedWords } from '../header-words.js';
import { columnNotFound, headersNamed, type NamedColumn, namedPosition, saysNone } from '../named-column.js';
import { type CountryCells, countryNames, countryOfCell } from './country-of-cell.js';

/** At least this share of the filled cells name a country. */
const COUNTRIES_OF_FILLED = 0.8;
/** The most columns that are compared, since each comparison reads the first hundred phones. */
const MOST_COLUMNS = 5;
/** Longer cells are not looked up: they name no country. */
const MAX_CELL = 80;
/** The most texts that are remembered with their countries. A hostile file has another text in each row. */
const MAX_KNOWN = 1_000;

/** Words for a missing value. `NA` is one of them, not Namibia: statistics programs write it. */
const NO_VALUE = /^(?:|-+|—|\?|n\/?a|null|none|nil|unknown|#n\/a)$/i;

/** The country that a row names: undefined if it names none, `unclear` if its text is not understood. */
export type RowCountry = CountryCode | 'unclear' | undefined;

/** A column that names the country of each row's phone. */
export interface CountryColumn extends NamedColumn {
  /** Whether the caller has named it. */
  readonly isNamed: boolean;
  countryOf(row: Row): RowCountry;
}

export interface CountryColumnSearch {
  /** The column that the caller names: a header, a position from 0, or `none`. */
  readonly countryColumn?: string | number | undefined;
}

/**
 * The columns that may hold the country of each row, by the first rows of a file, the header included. If the caller names one, it is the
 * only one. Otherwise the header has to mean countries, and most rows have to name one. Without a header there is none: a list of countries
 * may be places where people travel. Code: `column_not_found`.
 */
export async function countryColumns(
  rows: readonly Row[],
  { countryColumn }: CountryColumnSearch,
): Promise<readonly CountryColumn[]> {
  const header = rows[0] ?? [];
  if (countryColumn !== undefined) {
    const headers = typeof countryColumn === 'string' ? await headersNamed(header, countryColumn) : [];
    const named = headers[0] ?? namedPosition(countryColumn, widthOf(rows));
    const isNone = named === undefined && saysNone(countryColumn);
    if (isNone) return [];
    if (named === undefined) throw columnNotFound(countryColumn, header);
    return [columnAt(named, header, { cells: await cellsOf('calling code'), isNamed: true })];
  }
  const turn = new Turn();
  const found: CountryColumn[] = [];
  for (const [index, name] of header.entries()) {
    if (turn.isLong) await turn.next();
    const meaning = countryHeader(name);
    if (meaning === 'none') continue;
    const column = columnAt(index, header, { cells: await cellsOf(meaning), isNamed: false });
    if (await isOfCountries(rows, column)) found.push(column);
    if (found.length === MOST_COLUMNS) break;
  }
  return found;
}

/** The country that most rows name. */
export function usualCountry(rows: readonly Row[], column: CountryColumn): CountryCode | undefined {
  const counts = new Map<CountryCode, number>();
  for (const row of rows) {
    const country = column.countryOf(row);
    if (isCountry(country)) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

export function isCountry(country: RowCountry): country is CountryCode {
  return country !== undefined && country !== 'unclear';
}

async function cellsOf(meaning: CountryHeader): Promise<CountryCells> {
  return { mayBeCallingCodes: meaning === 'calling code', names: await countryNames() };
}

function columnAt(
  index: number,
  header: Row,
  { cells, isNamed }: { readonly cells: CountryCells; readonly isNamed: boolean },
): CountryColumn {
  const known = new Map<string, RowCountry>();
  return {
    index,
    name: header[index] ?? '',
    isNamed,
    countryOf(row) {
      const cell = row[index] ?? '';
      if (cell.length > MAX_CELL) return 'unclear';
      if (known.has(cell)) return known.get(cell);
      const country = NO_VALUE.test(cell.trim()) ? undefined : (countryOfCell(cell, cells) ?? 'unclear');
      // Copied, since a slice would keep a piece of the file in memory.
      if (known.size < MAX_KNOWN) known.set(Buffer.from(cell).toString(), country);
      return country;
    },
  };
}

/**
 * Whether most rows name a country. Digits count only if all of them are calling codes: some ids and ISO 3166 numbers are calling codes by
 * chance.
 */
async function isOfCountries(rows: readonly Row[], column: CountryColumn): Promise<boolean> {
  const turn = new Turn();
  let filled = 0;
  let countries = 0;
  for (const row of rows.slice(1)) {
    if (turn.isLong) await turn.next();
    const country = column.countryOf(row);
    if (country === undefined) continue;
    filled += 1;
    if (isCountry(country)) countries += 1;
    else if (/^\d+$/.test(row[column.index] ?? '')) return false;
  }
  return countries > 0 && countries >= filled * COUNTRIES_OF_FILLED && countries * 2 > rows.length - 1;
}

/** `country` in the languages of most lists, as a word of a header. */
const COUNTRY =
  wordsOf(`country countries ctry land lander lands pays pais paises paese nazione nacion countrycode landcode landercode landkod
  codepays codpais laendercode wohnland lieferland rechnungsland landname
  страна країна держава państwo panstwo kraj zeme krajina stát orszag țară tara държава χωρα ulke riik valsts salis zemlja drzava maa vend shtet herrialde
  بلد البلد دولة الدولة کشور ملک ארץ מדינה देश দেশ நாடு దేశం negara bansa ประเทศ 国家 國家 国 國 국가 나라 国名`);

/**
 * Words beside `country` in a header of the person's or the phone's country. With any other word, it is the country of something else: a
 * birth, a market.
 */
const PERSONAL =
  wordsOf(`code codes kode codigo cod kod код iso iso2 iso3 2 3 alpha name nombre nome nom namn naam region regio of residence
  home billing bill shipping ship mailing mail postal delivery invoice customer client cliente contact contacto contato user member address addr
  adresse direccion endereco indirizzo primary main default my your the s and und y et e de del du da do des der dei di la le el
  wohnsitz residencia residenza kunde kunden facturacion envio facturation livraison проживания клиента адреса
  phone phones mobile cell telephone tel telefon telefono telefone whatsapp sms number handy movil celular calling dial dialing dialling isd idd prefix`);

/** The code that is dialled before a number from abroad, as the whole header or beside words for phones. */
const CALLING_CODES =
  `calling code, calling codes, dial code, dialing code, dialling code, isd code, isd, idd, cc, ddi, phone code, phone prefix,
  country code, country codes, countrycode, country prefix, country calling code, international code, international prefix,
  landervorwahl, laendervorwahl, landesvorwahl, lander vorwahl, landes vorwahl, vorwahl land, indicatif, indicatif pays, indicatif telephonique,
  codigo pais, codigo de pais, codigo del pais, codigo do pais, cod pais, prefijo pais, prefijo internacional, prefisso internazionale,
  lada internacional, landnummer, landsnummer, landkode, kod kraju, numer kierunkowy kraju, код страны, код країни, 国番号, 國碼, 国际区号, 국가번호`
    .split(',')
    .map((words) => ` ${fold(words.trim())} `);

/** The meaning of a header: the country of the row, the calling code of its phone, or neither. */
type CountryHeader = 'country' | 'calling code' | 'none';

export function countryHeader(header: string): CountryHeader {
  if (header.length > MAX_HEADER) return 'none';
  const text = foldedWords(header);
  const code = CALLING_CODES.find((words) => ` ${text} `.includes(words));
  const rest = code === undefined ? text : ` ${text} `.replace(code, ' ').trim();
  const words = rest === '' ? [] : rest.split(' ');
  if (!words.every((word) => COUNTRY.has(word) || PERSONAL.has(word))) return 'none';
  if (code !== undefined) return 'calling code';
  return words.some((word) => COUNTRY.has(word) || ISO.has(word)) ? 'country' : 'none';
}

/** Longer headers are ignored: a hostile file has thousands of them. */
const MAX_HEADER = 60;

const ISO = new Set(['iso', 'iso2', 'iso3']);

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).map(fold));
}
