import metadata from 'libphonenumber-js/max/metadata';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { countryOfCode } from './country-codes.js';
import { foldedName } from './country-names.js';

/** Longer than the longest name of a country with its code. */
const MAX_LENGTH = 80;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const CALLING_CODE = /^(\+|00)?\s?(\d{1,3})$/;
/** Signs between a name and a code, as in `Germany (DE)`, or within a name of ISO 3166, as in `Korea, Republic of`. */
const BETWEEN_PARTS = /[()[\],;:/|–—]| - /;

export interface CountryCells {
  readonly names: ReadonlyMap<string, CountryCode>;
  /** Whether digits without a plus sign are a calling code. */
  readonly mayBeCallingCodes: boolean;
}

/**
 * The country that a cell names by its code, by its name or by its calling code. Undefined if it names none, or several. A calling code
 * that countries share stands for the largest of them, whose plan reads the numbers of all.
 */
export function countryOfCell(cell: string, cells: CountryCells): CountryCode | undefined {
  if (cell.length > MAX_LENGTH) return undefined;
  const text = cell.normalize('NFKC').replace(INVISIBLE, '').trim();
  const whole = countryOfText(text, cells);
  if (whole !== undefined || !BETWEEN_PARTS.test(text)) return whole;
  // A territory is often named before the country that it belongs to: `Guiana (France)`. So the first part has to name the country.
  const [first = '', ...others] = text.split(BETWEEN_PARTS).filter((part) => part.trim() !== '');
  const country = countryOfText(first.trim(), cells);
  const isContradicted = others
    .map((part) => countryOfText(part.trim(), cells))
    .some((other) => other !== undefined && other !== country);
  return isContradicted ? undefined : country;
}

function countryOfText(text: string, { mayBeCallingCodes, names }: CountryCells): CountryCode | undefined {
  const [, prefix, code] = CALLING_CODE.exec(text) ?? [];
  if (code !== undefined) return prefix !== undefined || mayBeCallingCodes ? mainCountry(code) : undefined;
  // `Nga` is Russia in Vietnamese, and `NGA` is Nigeria.
  if (/^[A-Z]{2,3}$/.test(text)) return countryOfCode(text) ?? names.get(foldedName(text));
  return names.get(foldedName(text)) ?? (/^[a-z]{2,3}$/i.test(text) ? countryOfCode(text) : undefined);
}

function mainCountry(callingCode: string): CountryCode | undefined {
  return metadata.country_calling_codes[callingCode]?.[0];
}
