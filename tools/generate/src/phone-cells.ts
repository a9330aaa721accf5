import type { GeneratedNumber } from './phone-numbers.js';
import type { SeededRandom } from './seeded-random.js';

/** The ways in which people write a number, beside E.164 itself. Each of them is understood without a default country. */
const WRITTEN: readonly ((code: string, groups: readonly string[]) => string)[] = [
  (code, groups) => `+${code} ${groups.join(' ')}`,
  (code, groups) => `+${code}-${groups.join('-')}`,
  (code, [area = '', ...groups]) => `+${code} (${area}) ${groups.join('-')}`,
  (code, groups) => `+${code}.${groups.join('.')}`,
  (code, groups) => `+${code}\u00a0${groups.join('\u00a0')}`,
  (code, groups) => `tel:+${code}${groups.join('')}`,
  (code, groups) => `'+${code}${groups.join('')}`,
  (code, groups) => `00${code}${groups.join('')}`,
  (code, groups) => bareDigits(`${code}${groups.join('')}`),
];

/** Fewer digits alone may be national ones, of Russia or China for instance: whether they are read depends on the column around them. */
const FEWEST_BARE_DIGITS = 12;

const UNREADABLE = ['', 'n/a', '-', 'none', '12', '1.41556E+10', 'call the office', '+', '0', '#REF!'];

/** A number as somebody might have typed it. */
export function writtenPhone({ number, callingCodeDigits }: GeneratedNumber, random: SeededRandom): string {
  const code = number.slice(1, 1 + callingCodeDigits);
  const groups = number.slice(1 + callingCodeDigits).match(/\d{1,3}/g) ?? [];
  return random.pick(WRITTEN)(code, groups);
}

function bareDigits(digits: string): string {
  return digits.length < FEWEST_BARE_DIGITS ? `+${digits}` : digits;
}

/** What stands in a phone column and is no phone. */
export function unreadablePhone(random: SeededRandom): string {
  return random.pick(UNREADABLE);
}
