import type { E164 } from '../../../model/e164.js';
import { countryPlan, leadingCallingCode } from '../../numbering/calling-code.js';
import { isOfKind } from '../../numbering/numbering-plan.js';
import { mayBeWrittenBare } from '../../numbering/whole-number.js';

/**
 * Digits are rarely a number by chance if its kind has at most this many lengths: `2033123456` is a number in Egypt, and one in London
 * that lost its zero.
 */
const FEW_LENGTHS = 3;

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
 * - Other digits are national only if a spreadsheet dropped a leading zero. For mobile numbers, and for lines of fixed length, that is
 *   likely, so it stays unclear. Otherwise the digits are international: plans as wide as the German or Austrian one contain many
 *   numbers from abroad by chance. The caller refuses an international number that has no more digits than the usual ones at home.
 */
export function chooseReading(
  digits: string,
  { international, national, hasLostZero }: Readings,
): E164 | undefined {
  const callingCode = leadingCallingCode(national.slice(1));
  const abroad = leadingCallingCode(international.slice(1));
  if (callingCode === undefined || callingCode.code === abroad?.code) return international;
  const number = national.slice(1 + callingCode.code.length);
  const plan = countryPlan(callingCode, number) ?? callingCode.main;
  if (!hasLostZero && (number !== digits || mayBeWrittenBare(number, plan))) return national;
  if (plan.mobile === undefined || isOfKind(plan.mobile, number)) return undefined;
  const kind = plan.kinds.find((candidate) => isOfKind(candidate, number));
  return kind !== undefined && kind.lengths.size <= FEW_LENGTHS ? undefined : international;
}
