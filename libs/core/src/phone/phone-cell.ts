import { leadingCallingCode } from './calling-code.js';
import type { CountryCode } from './country-code.js';
import { type E164, e164 } from './e164.js';
import { internationalNumber, withoutTrunkZero } from './international-number.js';
import { looksLikeSomethingElse } from './look-alike.js';
import { nationalNumber } from './national-number.js';
import { validNumber } from './phone-table.js';
import { chooseReading } from './two-readings.js';
import { readWriting, type WrittenNumber } from './written-number.js';

/** How most cells are written; they need no taking apart. */
const DIGITS_ALONE = /^[1-9]\d{6,14}$/;

/** Exports for spreadsheets write `="491701234567"` to have it taken as text. */
const FORMULA_OF_TEXT = /^\s*="([^"]*)"\s*$/;

/**
 * The number that a cell of a file holds, undefined when it holds none or it cannot be told which.
 *
 * With + or 00 its shape decides, as in `normalizePhone`: a number that cannot exist is returned too. Without, it is read as
 * beginning with a calling code or, if a `defaultCountry` is given, as dialled within that country, whichever gives a valid
 * number; `chooseReading` says what becomes of digits where both do.
 */
export function readPhoneCell(cell: string, defaultCountry?: CountryCode): E164 | undefined {
  if (DIGITS_ALONE.test(cell)) return inEitherWay(cell, validNumber(cell), defaultCountry);
  return e164(cell) ?? readWritten(readWriting(unwrap(cell)), defaultCountry);
}

function unwrap(cell: string): string {
  return cell.includes('="') ? (FORMULA_OF_TEXT.exec(cell)?.[1] ?? cell) : cell;
}

function readWritten(
  writing: ReturnType<typeof readWriting>,
  defaultCountry: CountryCode | undefined,
): E164 | undefined {
  if (typeof writing === 'string') return undefined;
  if (DIGITS_ALONE.test(writing.text))
    return inEitherWay(writing.text, validNumber(writing.text), defaultCountry);
  if (!writing.text.includes('+') && looksLikeSomethingElse(writing.text)) return undefined;
  if (!writing.international) return inEitherWay(writing.digits, withCallingCode(writing), defaultCountry);
  const result = internationalNumber(writing);
  return 'number' in result ? result.number : undefined;
}

function withCallingCode(writing: WrittenNumber): E164 | undefined {
  const digits = withoutTrunkZero(writing);
  if (digits === undefined || digits.length > 15 || !mayBeginWithCallingCode(writing)) return undefined;
  return validNumber(digits);
}

/**
 * Whether the grouping allows for a calling code in front: the first group, if it is as short as one or stands in brackets, has to
 * be one. `201-555-0123` would otherwise be a number in Egypt.
 */
function mayBeginWithCallingCode({ digits, text }: WrittenNumber): boolean {
  const group = /^[([ ]*(\d+)\D+\d/.exec(text)?.[1];
  if (group === undefined || (group.length > 3 && /^\d/.test(text))) return true;
  return leadingCallingCode(digits)?.code === group;
}

function inEitherWay(
  digits: string,
  international: E164 | undefined,
  defaultCountry: CountryCode | undefined,
): E164 | undefined {
  const national = defaultCountry && nationalNumber(digits, defaultCountry);
  if (national === undefined || national === international) return international;
  return international === undefined ? national : chooseReading(digits, { international, national });
}
