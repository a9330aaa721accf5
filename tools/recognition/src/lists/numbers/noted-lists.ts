import type { ListedNumber } from '../country-numbers.js';
import { column, type ListKind, readable, unclear } from '../number-list.js';
import { localGroups } from './local-writings.js';
import { all, inCountry } from './whole-lists.js';

/** Notes that do not change the number. `%` is the number. */
const HARMLESS = [
  '%;name@example.com',
  '%, name@example.com',
  '% / name@example.com',
  'name@example.com; %',
  '% (office)',
  '%（体育センター）',
  '% [reception]',
  'Tel.: %',
  '% ext. 12',
];

/** Notes that may change the number or its owner, so that they have to be understood. */
const OTHER = [
  '% Anna',
  'Anna %',
  '% - reception',
  '% (9-17)',
  '% (until 2024)',
  '% 24h',
  '% *',
  'see %',
  '%, 10115 Berlin',
  '% (2 lines)',
  '%, room 12',
  'old: %',
  '% #4',
  '% www.example.com',
  '% & fax',
];

/** Lists whose numbers have notes and e-mail addresses beside them. */
export const NOTED_LISTS: readonly ListKind[] = [
  notedList('notes that change nothing, national', HARMLESS, ({ national }) => national),
  notedList('notes that change nothing, with +', HARMLESS, ({ international }) => international),
  notedList('other notes, national', OTHER, ({ national }) => national),
  notedList('other notes, with +', OTHER, ({ international }) => international),
  {
    name: 'local, with notes',
    holdsPhones: true,
    make: (numbers, random) => {
      if (numbers.areas.length === 0) return undefined;
      return column(random.pick(numbers.areas).numbers, inCountry(numbers), (number) =>
        unclear(random.pick([...HARMLESS, ...OTHER]).replace('%', localGroups(number)), number.number),
      );
    },
  },
];

function notedList(
  name: string,
  notes: readonly string[],
  write: (number: ListedNumber) => string,
): ListKind {
  return {
    name,
    holdsPhones: true,
    make: (numbers, random) =>
      column(all(numbers, random), inCountry(numbers), (number) => {
        const text = write(number);
        if (random.chance(0.4)) return readable(text, number.number);
        const noted = random.pick(notes).replace('%', text);
        return notes === HARMLESS ? readable(noted, number.number) : unclear(noted, number.number);
      }),
  };
}
