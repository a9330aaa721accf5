import metadata from 'libphonenumber-js/max/metadata';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { countryOfCode, foldedName } from './country-names.js';

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const CALLING_CODE = /^(\+|00)?\s?(\d{1,3})$/;
/** Separates the parts of `Germany (DE)` and of `Korea, Republic of`. */
const BETWEEN_PARTS = /[()[\],;:/|–—]| - /;
/** The forms of states that ISO 3166 puts behind a name, as in `Moldova, Republic of`. */
const FORMS_OF_STATES =
  /^(?:the )?(?:islamic |plurinational |bolivarian |federal |federated |united |arab )?(?:republic|states?|kingdom|province of china)(?: of)?$/;

export interface CountryCells {
  readonly names: ReadonlyMap<string, CountryCode>;
  /** Whether digits alone, such as `49`, are calling codes. */
  readonly mayBeCallingCodes: boolean;
}

/** Whether a cell is a calling code without a plus sign, or may be one. */
export function isCallingCode(cell: string): boolean {
  return /^\s*\d{1,3}\s*$/.test(cell);
}

/**
 * The country that a cell names by its code, by its name or by its calling code. Undefined if it names none, or if a part of it says
 * something else: `Guiana (France)`, `Korea, North`. A calling code that countries share stands for the largest of them, whose plan reads
 * the numbers of all.
 */
export function countryOfCell(cell: string, cells: CountryCells): CountryCode | undefined {
  const text = cell.normalize('NFKC').replace(INVISIBLE, '').trim();
  const whole = countryOfText(text, cells);
  if (whole !== undefined || !BETWEEN_PARTS.test(text)) return whole;
  const [first = '', ...others] = text
    .split(BETWEEN_PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const country = countryOfText(first, cells);
  const isPlain = others.every(
    (part) => countryOfText(part, cells) === country || FORMS_OF_STATES.test(foldedName(part)),
  );
  return isPlain ? country : undefined;
}

function countryOfText(text: string, { mayBeCallingCodes, names }: CountryCells): CountryCode | undefined {
  const [, prefix, code] = CALLING_CODE.exec(text) ?? [];
  if (code !== undefined) return prefix !== undefined || mayBeCallingCodes ? mainCountry(code) : undefined;
  // All capitals, or none, are a code: `NGA` and `nga` are Nigeria. `Nga` may also be Russia in Vietnamese, and is not read.
  const isCode = /^(?:[A-Z]{2,3}|[a-z]{2,3})$/.test(text);
  return (isCode ? countryOfCode(text) : undefined) ?? names.get(foldedName(text));
}

function mainCountry(callingCode: string): CountryCode | undefined {
  return metadata.country_calling_codes[callingCode]?.[0];
}
