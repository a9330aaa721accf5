import type { E164 } from '../../../model/identifiers.js';
import { countryPlan, leadingCallingCode } from '../../numbering/calling-code.js';
import { formerNationalNumber } from '../../numbering/canonical-number.js';
import type { CountryCode } from '../../numbering/country-code.js';
import {
  callingCodeOf,
  isMobileNumber,
  mayNeedZero,
  nationalNumber,
  planOf,
} from '../../numbering/national-number.js';
import { isOfKind } from '../../numbering/numbering-plan.js';
import {
  FEW_LENGTHS,
  isWholeAsWritten,
  mayBeWhole,
  mayBeWrittenBare,
  mostWholeDigits,
} from '../../numbering/whole-number.js';
import { type CellRead, type CellReading, isNumber, UNREAD } from '../cell-reading.js';
import {
  type BareNumber,
  isLongAndShown,
  isSurelyOwn,
  numberAbroad,
  ownNumber,
} from './digits-with-calling-code.js';
import { localNumber, localWriting, numberWithZeroOfOthers } from './local-number.js';
import { mayBeLongNational } from './long-national.js';

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

/** Whether the digits behind the calling code are no more than those of the column's local numbers: `493015660` in Berlin. */
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

/** The two numbers that digits without a plus sign may be. Both are valid, and they differ. */
interface Readings {
  /** If they begin with a calling code. */
  readonly international: E164;
  /** If they are dialled within the default country. */
  readonly national: E164;
  /** Whether the national number needs a leading zero that is not written. */
  readonly hasLostZero: boolean;
}

/**
 * Chooses one of two readings. Undefined if it is unclear which is meant.
 *
 * - Digits that begin with the default country's calling code are international.
 * - Digits in the form that people of the default country write are national. Otherwise one in ten numbers of a list from the United
 *   States, and more of a Chinese one, would become numbers of other countries.
 * - Other digits could be national only if a spreadsheet had dropped a zero. If they would then be a mobile number, or a number of a kind with
 *   few lengths, that is likely enough to leave them unclear. All others are international: plans as wide as the German or Austrian one contain
 *   many numbers from abroad by chance. The caller refuses an international number that has no more digits than the usual ones at home.
 */
function chooseReading(digits: string, { international, national, hasLostZero }: Readings): E164 | undefined {
  const callingCode = leadingCallingCode(national.slice(1));
  const abroad = leadingCallingCode(international.slice(1));
  if (callingCode === undefined || callingCode.code === abroad?.code) return international;
  const number = national.slice(1 + callingCode.code.length);
  const plan = countryPlan(callingCode, number) ?? callingCode.main;
  if (!hasLostZero && (number !== digits || mayBeWrittenBare(number, plan))) return national;
  if (plan.mobile === undefined || isOfKind(plan.mobile, number)) return undefined;
  const kind = plan.kinds.find((candidate) => isOfKind(candidate, number));
  // Digits are rarely a number of few lengths by chance: `2033123456` is a number in Egypt, and one in London that lost its zero.
  return kind !== undefined && kind.lengths.size <= FEW_LENGTHS ? undefined : international;
}

/** Countries with room for longer numbers have no usual numbers shorter than this. */
const FEWEST_TOO_LONG = 10;

/** Fewer digits are not rewritten: for Norfolk Island, the library turns `10-20` into a number. */
const FEWEST_REWRITTEN_DIGITS = 5;

/** The numbers of a country that digits may be; undefined for none. */
interface NationalReadings {
  /** As dialled within the country. */
  readonly asWritten: E164 | undefined;
  /** With a zero in front, which a spreadsheet drops from a value. */
  readonly lostZero: E164 | undefined;
}

function nationalReadings(digits: string, country: CountryCode): NationalReadings {
  const asWritten = unlessTooLong(dialledWithin(country, digits), digits, country);
  const lostZero = unlessTooLong(withLostZero(digits, country, asWritten), digits, country);
  return { asWritten, lostZero };
}

function dialledWithin(country: CountryCode, digits: string): E164 | undefined {
  const number = nationalNumber(digits, country) ?? formerNationalNumber(digits, country);
  if (digits.length >= FEWEST_REWRITTEN_DIGITS) return number;
  return number === `+${callingCodeOf(country)}${digits}` ? number : undefined;
}

/**
 * Reads digits that lost a leading zero. In most countries the zero is not part of the number. But it may be part of the number (Italy),
 * or of a longer prefix (06 in Hungary). Without it, that is another number. If the digits are already a number as written, only a mobile
 * number counts.
 */
function withLostZero(digits: string, country: CountryCode, asWritten: E164 | undefined): E164 | undefined {
  if (digits.length < FEWEST_REWRITTEN_DIGITS || !mayNeedZero(digits, country)) return undefined;
  const number = dialledWithin(country, `0${digits}`);
  return asWritten === undefined || (number !== undefined && isMobileNumber(number)) ? number : undefined;
}

/**
 * Leaves out a fixed line that exists only because the plan has room for longer numbers than are in use. The German plan has so many that
 * any digits would be one. A written zero confirms such a number.
 */
function unlessTooLong(number: E164 | undefined, digits: string, country: CountryCode): E164 | undefined {
  if (number === undefined || digits.length < FEWEST_TOO_LONG || digits.startsWith('0')) return number;
  const { callingCode, fixedLine } = planOf(country);
  if (
    fixedLine === undefined ||
    fixedLine.lengths.size <= FEW_LENGTHS ||
    !number.startsWith(`+${callingCode}`)
  )
    return number;
  const national = number.slice(1 + callingCode.length);
  return national.length > mostWholeDigits(country) && isOfKind(fixedLine, national) ? undefined : number;
}
