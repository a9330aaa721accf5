import type { SeededRandom } from '@dialproof/generate';
import type { ListKind } from '../number-list.js';
import { digits, type Maker, things } from './thing-columns.js';

const DAY = 86_400;
/** From November 2017 to April 2025. */
const FIRST = 1_510_000_000;
const SPAN = 235_000_000;

const HEADERS = ['Timestamp', 'Created', 'created_at', 'Zeit', 'From', 'To', 'Value', 'Date'];

/** Columns of Unix times: those of a day begin alike, and those of a year are mobile numbers of Germany without their zero. */
export const UNIX_TIME_LISTS: readonly ListKind[] = [
  ...things('Unix times', HEADERS, unixTimes),
  ...things('Unix times below an empty header', [''], unixTimes),
  ...things('Unix times without a header', [''], unixTimes).map(
    (kind): ListKind => ({ ...kind, hasNoHeader: true }),
  ),
];

function unixTimes(random: SeededRandom): ReturnType<Maker> {
  const span = random.pick([DAY, 30 * DAY, 90 * DAY, 365 * DAY, SPAN]);
  const start = FIRST + random.below(SPAN - span + 1);
  const isInOrder = random.chance(0.4);
  const behind = random.pick([() => '', () => '', () => '', () => digits(random, 3), () => '.0']);
  let last = start;
  return () => {
    last = isInOrder ? last + random.below(Math.floor(span / 60)) : start + random.below(span);
    return `${last}${behind()}`;
  };
}
