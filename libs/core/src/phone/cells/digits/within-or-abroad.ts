import type { E164 } from '../../../model/e164.js';
import type { CountryCode } from '../../numbering/country-code.js';
import { callingCodeOf } from '../../numbering/national-number.js';
import { isWholeAsWritten, mayBeWhole } from '../../numbering/whole-number.js';
import { type CellRead, isNumber, UNREAD } from '../cell-read.js';
import type { CellReading } from '../cell-reading.js';
import {
  type BareNumber,
  isLongAndShown,
  isSurelyOwn,
  numberAbroad,
  ownNumber,
} from './digits-with-calling-code.js';
import { localNumber, localWriting } from './local-number.js';
import { mayBeLongNational } from './long-national.js';
import { numberWithZeroOfOthers } from './lost-zero.js';
import { type NationalReadings, nationalReadings } from './national-readings.js';
import { chooseReading } from './two-readings.js';

/**
 * Reads digits that a list of the default country holds. They are, in this order:
 *
 * - a number with the country's own calling code, if a whole number follows it
 * - a local number, read with the given area code or not at all
 * - a national number, as written or without its zero
 * - a number of another country, if no number of this country is as long
 *
 * If it is unclear which, they are not read.
 */
export function withinOrAbroad(bare: BareNumber, reading: CellReading, country: CountryCode): CellRead {
  const { digits } = bare;
  const own = ownNumber(bare, country);
  if (own !== undefined && isSurelyOwn(own, bare, country)) return own;
  const local = localNumber(digits, country, reading);
  if (local !== 'whole') {
    if (isNumber(local)) return local;
    return own !== undefined && !mayBeWhole(digits, country) ? own : local;
  }
  if (own !== undefined && isAsShortAsLocal(own, reading, country)) return UNREAD.unclear;
  const { asWritten, lostZero } = nationalReadings(digits, country);
  const national = asWritten ?? lostZero;
  if (own !== undefined && own !== national) {
    if (national === undefined) return mayBeWhole(digits, country) ? UNREAD.unclear : own;
    if (isWholeAsWritten(digits, country)) return national;
    return bare.groups !== undefined && isLongAndShown(own, bare, country) ? own : UNREAD.unclear;
  }
  return withAbroad(bare, { asWritten, lostZero }, reading, country);
}

/** In a column of local numbers, the digits behind the calling code are hardly fewer than those of a local number: `493015660` in Berlin. */
function isAsShortAsLocal(
  own: E164,
  { isLocal, usualLocalDigits = 0 }: CellReading,
  country: CountryCode,
): boolean {
  return isLocal === true && own.length - 1 - callingCodeOf(country).length <= usualLocalDigits;
}

function withAbroad(
  bare: BareNumber,
  { asWritten, lostZero }: NationalReadings,
  reading: CellReading,
  country: CountryCode,
): CellRead {
  const { digits } = bare;
  const { isHome } = reading;
  const abroad = numberAbroad(bare);
  const national = asWritten ?? lostZero;
  if (national === undefined) {
    if (abroad === undefined) return UNREAD.impossible;
    if (mayBeWhole(digits, country)) return UNREAD.unclear;
    return bare.groups === undefined ? unlessOther(abroad, digits, reading, country) : abroad;
  }
  if (abroad === undefined || abroad === national)
    return lostZero === undefined || lostZero === national ? national : UNREAD.unclear;
  const chosen = chooseReading(digits, {
    international: abroad,
    national,
    hasLostZero: asWritten === undefined,
  });
  if (chosen === undefined) return isHome ? national : UNREAD.unclear;
  if (chosen !== abroad || !mayBeWhole(digits, country)) return chosen;
  return numberWithZeroOfOthers(digits, country, reading) ?? UNREAD.unclear;
}

/** Reads digits as a number abroad, unless they may be two local numbers in a row or a national number of a third country. */
function unlessOther(
  abroad: E164,
  digits: string,
  { localLengths, nationalOf }: CellReading,
  country: CountryCode,
): CellRead {
  const length = digits.length / 2;
  const halves = [digits.slice(0, length), digits.slice(length)];
  const areLocal = halves.every((half) => localWriting(half, country) === 'short');
  if (localLengths?.has(length) && areLocal) return UNREAD.several_numbers;
  return nationalOf?.some((kind) => mayBeLongNational(digits, abroad, kind)) ? UNREAD.unclear : abroad;
}
