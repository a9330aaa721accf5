import { countryPlan, leadingCallingCode } from './calling-code.js';
import type { E164 } from './e164.js';
import { isOfKind, type NumberingPlan } from './numbering-plan.js';

/**
 * A line of a plan with at most so many lengths is not met by chance: `2033123456` is a number in Egypt, and one in London that
 * lost its zero.
 */
const FEW_LENGTHS = 3;

/** What digits without a plus sign may be: both are valid, and they differ. */
interface Readings {
  /** With the calling code in front. */
  readonly international: E164;
  /** As dialled within the default country. */
  readonly national: E164;
  /** Whether the national one is there only behind a zero that is not written. */
  readonly hasLostZero: boolean;
}

/**
 * Which of two readings is meant; undefined when it cannot be told.
 *
 * - With the default country's own calling code in front they are international.
 * - Written as that country's people write their numbers they are national. Always taking the reading abroad would turn one in ten
 *   numbers of a list from the United States, and more of a Chinese one, into numbers of other countries.
 * - What is left is national only if a zero in front was lost, as spreadsheets lose it. That is likely for a mobile number and
 *   wherever the length of a line is fixed, so it remains open; the fixed lines of plans as wide as the German or Austrian one take
 *   in many a number from abroad by chance.
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

/**
 * Whether people write this number without anything in front of it within its country: Indians leave the prefix out, Germans do
 * not.
 */
export function mayBeWrittenBare(number: string, plan: NumberingPlan): boolean {
  const format = plan.formats.find(
    ({ leadingDigits, pattern }) => (leadingDigits?.test(number) ?? true) && pattern.test(number),
  );
  return !format?.addsDigits;
}
