import type { SeededRandom } from '@dialproof/generate';
import type { ListedNumber } from '../country-numbers.js';

/** A way in which the part of a number behind its area code is written. */
export type LocalWriting = (number: ListedNumber) => string;

export const localDigits: LocalWriting = ({ groups }) => groups.slice(1).join('');

/** As the country groups it: `7946 0958`, `555-0123`. */
export const localGroups: LocalWriting = ({ groups, national }) => {
  const [first = ''] = groups;
  // The area code is the first time that its digits end a group.
  const end = new RegExp(`${first}(?!\\d)\\D*`).exec(national);
  return end === null ? groups.slice(1).join(' ') : national.slice(end.index + end[0].length);
};

/** Other ways in which people write local numbers, each for a whole list. */
const OTHER_LOCAL_WRITINGS: readonly LocalWriting[] = [
  ({ groups }) => groups.slice(1).join('-'),
  (number) => inRuns(localDigits(number), 2, ' '),
  (number) => inRuns(localDigits(number), 2, '-'),
  (number) => inRuns(localDigits(number), 2, '.'),
  (number) => inRuns(localDigits(number), 3, ' '),
  (number) => inRuns(localDigits(number), 4, '-'),
  (number) => inRuns(localDigits(number), 4, ' '),
  (number) => localDigits(number).replace(/^(\d{3})/, '$1-'),
  (number) => localDigits(number).replace(/^(\d{2})/, '$1 '),
  (number) => localDigits(number).replace(/^(\d{2})/, '$1-'),
];

/** A writing of a list in which some cells are written otherwise. */
export function otherLocalWriting(random: SeededRandom): LocalWriting {
  const most = random.pick(OTHER_LOCAL_WRITINGS);
  return (number) => (random.chance(0.9) ? most : random.pick(OTHER_LOCAL_WRITINGS))(number);
}

/** Groups of this many digits, counted from the end. */
export function inRuns(digits: string, length: number, between: string): string {
  return digits.replace(new RegExp(`(?<=\\d)(?=(?:\\d{${length}})+$)`, 'g'), between);
}
