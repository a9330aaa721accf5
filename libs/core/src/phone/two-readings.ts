import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { leadingCallingCode } from './calling-code.js';
import type { E164 } from './e164.js';

/** What digits without a plus sign may be: both are valid, and they differ. */
interface Readings {
  /** With the calling code in front. */
  readonly international: E164;
  /** As dialled within the default country. */
  readonly national: E164;
}

/**
 * Which of two readings is meant; undefined when it cannot be told.
 *
 * - With the default country's own calling code in front they are international.
 * - Written as that country's people write their numbers they are national. Always taking the reading abroad would turn one in ten
 *   numbers of a list from the United States, and most of a Chinese one, into numbers of other countries.
 * - What is left is national only if a zero in front was lost, as spreadsheets lose it. That is likely for a mobile number, so it
 *   remains open; the fixed lines of plans as wide as the German or Austrian one take in many a number from abroad by chance.
 */
export function chooseReading(digits: string, { international, national }: Readings): E164 | undefined {
  if (callingCodeOf(international) === callingCodeOf(national)) return international;
  const parsed = parsePhoneNumberFromString(national, { extract: false }, metadata);
  if (parsed === undefined || isWrittenNationally(digits, parsed)) return national;
  return parsed.getType()?.includes('MOBILE') ? undefined : international;
}

function callingCodeOf(number: E164): string | undefined {
  return leadingCallingCode(number.slice(1))?.code;
}

/** With the national prefix, or without it where people leave it out: in India they do, in Germany they do not. */
function isWrittenNationally(digits: string, number: PhoneNumber): boolean {
  if (number.nationalNumber !== digits) return true;
  return number.formatNational({ nationalPrefix: false }).replace(/\D/g, '') === digits;
}
