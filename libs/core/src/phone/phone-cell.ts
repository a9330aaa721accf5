import type { CountryCode } from './country-code.js';
import type { E164 } from './e164.js';
import { internationalNumber, withoutTrunkZero } from './international-number.js';
import { looksLikeSomethingElse } from './look-alike.js';
import { nationalNumber } from './national-number.js';
import { leadingCallingCode, validNumber } from './phone-table.js';
import { readWriting, type WrittenNumber } from './written-number.js';

const PLAIN_INTERNATIONAL = /^\+[1-9]\d{6,14}$/;
const FORMULA_OF_TEXT = /^\s*="([^"]*)"\s*$/;

/**
 * The number that a cell of a file holds, undefined when it holds none or it cannot be told which.
 *
 * With + or 00 its shape decides, as in {@link normalizePhone}: a number that cannot exist is returned too. Without, it is read as
 * beginning with a calling code where that gives a valid number, else as dialled within `defaultCountry`, if one is given.
 */
export function readPhoneCell(cell: string, defaultCountry?: CountryCode): E164 | undefined {
  // The pattern is what E164 says of itself.
  if (PLAIN_INTERNATIONAL.test(cell)) return cell as E164;
  const writing = readWriting(unwrap(cell));
  if (typeof writing === 'string') return undefined;
  if (!writing.text.includes('+') && looksLikeSomethingElse(writing.text)) return undefined;
  if (writing.international) {
    const result = internationalNumber(writing);
    return 'number' in result ? result.number : undefined;
  }
  return withCallingCode(writing) ?? (defaultCountry && nationalNumber(writing.digits, defaultCountry));
}

/** Exports for spreadsheets write `="491701234567"` to have it taken as text. */
function unwrap(cell: string): string {
  return cell.includes('="') ? (FORMULA_OF_TEXT.exec(cell)?.[1] ?? cell) : cell;
}

function withCallingCode(writing: WrittenNumber): E164 | undefined {
  const digits = withoutTrunkZero(writing);
  if (digits === undefined || digits.length > 15 || !mayBeginWithCallingCode(writing)) return undefined;
  return validNumber(digits);
}

/**
 * Whether the grouping allows for a calling code in front: the first group, if it is as short as one or stands in brackets, has to
 * be one. `202-555-0123` would otherwise be a number in Egypt.
 */
function mayBeginWithCallingCode({ digits, text }: WrittenNumber): boolean {
  const group = /^[([ ]*(\d+)[^\d]+\d/.exec(text)?.[1];
  if (group === undefined || (group.length > 3 && /^\d/.test(text))) return true;
  return leadingCallingCode(digits) === group;
}
