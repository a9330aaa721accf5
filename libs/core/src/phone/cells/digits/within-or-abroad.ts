import type { E164 } from '../../../model/e164.js';
import type { CountryCode } from '../../numbering/country-code.js';
import { isWholeAsWritten, mayBeWhole } from '../../numbering/whole-number.js';
import type { CellReading } from '../cell-reading.js';
import {
  type BareNumber,
  isLongAndShown,
  isSurelyOwn,
  numberAbroad,
  ownNumber,
} from './digits-with-calling-code.js';
import { localNumber } from './local-number.js';
import { type NationalReadings, nationalReadings } from './national-readings.js';
import { chooseReading } from './two-readings.js';

/**
 * Reads digits that a list of the default country holds. They are, in this order:
 *
 * - a number with the country's own calling code, if a whole number follows it
 * - a local number, read with the area code that was given or not at all
 * - a national number, as written or without its zero
 * - a number of another country, if no number of this country is as long
 *
 * Undefined if it is unclear which.
 */
export function withinOrAbroad(
  bare: BareNumber,
  reading: CellReading,
  country: CountryCode,
): E164 | undefined {
  const { digits } = bare;
  const own = ownNumber(bare, country);
  if (own !== undefined && isSurelyOwn(own, bare, country)) return own;
  const local = localNumber(digits, country, reading);
  if (local !== 'whole')
    return local ?? (own !== undefined && !mayBeWhole(digits, country) ? own : undefined);
  const { asWritten, lostZero } = nationalReadings(digits, country);
  const national = asWritten ?? lostZero;
  if (own !== undefined && own !== national) {
    if (national === undefined) return mayBeWhole(digits, country) ? undefined : own;
    if (isWholeAsWritten(digits, country)) return national;
    return bare.groups !== undefined && isLongAndShown(own, bare, country) ? own : undefined;
  }
  return withAbroad(bare, { asWritten, lostZero }, reading, country);
}

function withAbroad(
  bare: BareNumber,
  { asWritten, lostZero }: NationalReadings,
  { isHome }: CellReading,
  country: CountryCode,
): E164 | undefined {
  const { digits } = bare;
  const abroad = numberAbroad(bare);
  const national = asWritten ?? lostZero;
  if (national === undefined) {
    return abroad !== undefined && !mayBeWhole(digits, country) ? abroad : undefined;
  }
  if (abroad === undefined || abroad === national)
    return lostZero === undefined || lostZero === national ? national : undefined;
  const chosen = chooseReading(digits, {
    international: abroad,
    national,
    hasLostZero: asWritten === undefined,
  });
  if (chosen === undefined && isHome) return national;
  return chosen === abroad && mayBeWhole(digits, country) ? undefined : chosen;
}
