import { WORDS } from '../../words.js';
import type { ListedNumber } from '../country-numbers.js';
import { column, inCountry, type ListKind, ofAll, ofArea, readable, unclear } from '../number-list.js';
import { localGroups } from './local-writings.js';

const { harmlessNotes: HARMLESS, otherNotes: OTHER } = WORDS;

/** Lists whose numbers have notes and e-mail addresses beside them. */
export const NOTED_LISTS: readonly ListKind[] = [
  notedList('notes that change nothing, national', HARMLESS, ({ national }) => national),
  notedList('notes that change nothing, with +', HARMLESS, ({ international }) => international),
  notedList('other notes, national', OTHER, ({ national }) => national),
  notedList('other notes, with +', OTHER, ({ international }) => international),
  ofArea('local, with notes', (area, numbers, random) =>
    column(area.numbers, inCountry(numbers), (number) =>
      unclear(random.pick([...HARMLESS, ...OTHER]).replace('%', localGroups(number)), number.number),
    ),
  ),
];

function notedList(
  name: string,
  notes: readonly string[],
  write: (number: ListedNumber) => string,
): ListKind {
  return ofAll(name, (number, random) => {
    const text = write(number);
    if (random.chance(0.4)) return readable(text, number.number);
    const noted = random.pick(notes).replace('%', text);
    return notes === HARMLESS ? readable(noted, number.number) : unclear(noted, number.number);
  });
}
