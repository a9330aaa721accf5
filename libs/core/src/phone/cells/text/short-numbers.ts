import type { E164 } from '../../../model/e164.js';
import { validNumber } from '../../numbering/phone-table.js';
import { isNonPhone } from './non-phone.js';
import { isFax } from './several-numbers.js';

/** The comma of a price has no space behind it. */
const BETWEEN = /(\s*[;|&\n\r/]\s*|\s*,\s+)/;
const NEVER_INSIDE = /[;|\n\r]/;

/** Of another line, the digits in which it differs: `266-60-95/96`. */
const LAST_DIGITS = /^\d{1,4}$/;
/** A local number, or one of a service, which some countries write with a star: `*2700`. */
const SHORT_NUMBER = /^\*?\d(?:[- ]?\d){1,6}#?$/;
/** Digits alone before a slash may be an id or a date, and what follows an extension. */
const IN_GROUPS = /\+|\d\D+\d/;

/**
 * A cell without the short numbers that follow whole ones: `266-60-95` of `266-60-95/96/97`, and `497 18 64` of `497 18 64; 1919`. Undefined if it
 * has none, or if they may be part of the number in front of them.
 */
export function withoutShortNumbers(
  text: string,
  read: (part: string) => E164 | undefined,
): string | undefined {
  const [first = '', ...others] = text.split(BETWEEN);
  let last = first;
  let kept = first;
  for (let at = 1; at < others.length; at += 2) {
    const separator = others[at - 1] ?? '';
    const part = others[at] ?? '';
    if (isShort(separator, part.trim()) && !mayBeOne(last, separator, part, read)) continue;
    kept += separator + part;
    last = part;
  }
  return kept === text ? undefined : kept;
}

function isShort(separator: string, part: string): boolean {
  return (separator.includes('/') ? LAST_DIGITS : SHORT_NUMBER).test(part);
}

/** Whether the short digits may belong to the number, or both to a value of another kind, such as a date. Behind a fax, they are the phone. */
function mayBeOne(
  number: string,
  separator: string,
  short: string,
  read: (part: string) => E164 | undefined,
): boolean {
  if (NEVER_INSIDE.test(separator)) return isFax(number);
  if (!IN_GROUPS.test(number) || isNonPhone(`${number}/${short}`.trim())) return true;
  const digits = (number + short).replace(/\D/g, '');
  return validNumber(digits) !== undefined || read(`${number} ${short}`) !== undefined;
}
